#include "bench/work_precision.hpp"

#include "bench/attempt.hpp"
#include "compare/refined_run.hpp"
#include "ricochet/run/stopwatch.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr long most_steps = 100;    // of size h: later, small errors have grown into others
constexpr int levels = 4;           // h, h/2, h/4, h/8
constexpr int reference_level = 6;  // h/64

/// What all runs on a problem share.
struct Study {
  Options options = {};
  double h = 0.0;
  long steps = 0;
  double limit = 0.0;  ///< wall time of a run [s]
  const std::function<bool()>& stop_requested;
};

/// A method on the problem of a study, built once for all of its runs. Building, planning and
/// destroying are symbolic: they hold the lock.
class StudiedMethod {
 public:
  StudiedMethod(const Study& study, const std::string& method)
      : study_(study), options_(with_method(study.options, method)) {
    const auto symbolics = lock_symbolics();
    built_ = attempt_to_build(options_, study.options.word("backend").value()).built;
  }
  StudiedMethod(const StudiedMethod&) = delete;
  StudiedMethod& operator=(const StudiedMethod&) = delete;
  ~StudiedMethod() {
    const auto symbolics = lock_symbolics();
    built_.reset();
  }

  /// One run; nothing if the method cannot make it, or not in time.
  [[nodiscard]] std::optional<Refined> run(int level) const {
    if (!built_) return {};
    auto symbolics = lock_symbolics();
    const Stopwatch clock;
    const Attempt attempt =
        attempt_to_plan(refined_options(options_, study_.h, study_.steps, level), *built_);
    if (!attempt.plan) return {};
    Refinement refinement = refinement_of(*attempt.plan, level, [&] {
      return study_.stop_requested() || clock.seconds() > study_.limit;
    });
    Refined made;
    {
      const Unlocked numbers_only(symbolics);
      made = refinement.make();
    }
    if (made.positions.empty()) return {};
    return made;
  }

 private:
  const Study& study_;
  Options options_;
  std::optional<Built> built_ = {};
};

PrecisionCurve curve_of(const Study& study, const std::string& method, const Refined& reference) {
  PrecisionCurve curve{.method = method};
  const StudiedMethod studied(study, method);
  for (int level = 0; level < levels; ++level) {
    const auto run = studied.run(level);
    if (!run) break;
    curve.points.push_back({.h = study.h / static_cast<double>(1L << level),
                            .error = distance(*run, reference, reference.positions.size()),
                            .seconds = run->seconds});
  }
  return curve;
}

/// Step, number of steps and own method of the problem.
std::string prepare(const BenchCase& problem, const BenchLimits& limits, Study& study) {
  const auto symbolics = lock_symbolics();
  const Problem own = find_problem(problem.problem).make();
  study.h = own.h;
  study.steps = std::min({most_steps, limits.steps.value_or(most_steps), own.steps()});
  return own.stepper;
}

}  // namespace

WorkPrecision work_precision(const BenchCase& problem, const std::vector<std::string>& methods,
                             const std::string& backend, const BenchLimits& limits,
                             const std::function<bool()>& stop_requested) {
  Study study{.limit = limits.seconds, .stop_requested = stop_requested};
  study.options.operand = problem.problem;
  study.options.set = problem.set;
  put(study.options.method, "backend", backend);
  const std::string own = prepare(problem, limits, study);
  WorkPrecision result{.problem = problem,
                       .reference = fmt::format("{} with h / {}", own, 1L << reference_level),
                       .duration = study.h * static_cast<double>(study.steps)};
  const StudiedMethod own_method(study, own);
  const auto reference = own_method.run(reference_level);
  if (!reference) {
    result.message = "there is no reference: " + result.reference + " does not end in time";
    return result;
  }
  if (const auto coarser = own_method.run(reference_level - 1))
    result.uncertainty = distance(*coarser, *reference, reference->positions.size());
  for (const std::string& method : methods) {
    PrecisionCurve curve = curve_of(study, method, *reference);
    if (!curve.points.empty()) result.curves.push_back(std::move(curve));
  }
  return result;
}

}  // namespace ricochet::cli
