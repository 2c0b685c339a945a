#include "ricochet/simulate.hpp"

#include "ricochet/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ricochet {
namespace {

void check_options(const SimulateOptions& o) {
  if (!(std::isfinite(o.h) && o.h > 0.0))
    throw std::invalid_argument("simulate: the step size .h must be positive and finite, not " +
                                brief(o.h));
  if (o.steps < 0)
    throw std::invalid_argument("simulate: .steps must be >= 0, not " + std::to_string(o.steps));
  if (o.certify_every < 0)
    throw std::invalid_argument("simulate: .certify_every must be >= 0, not " +
                                std::to_string(o.certify_every));
  if (o.every < 0)
    throw std::invalid_argument("simulate: .every must be >= 0, not " + std::to_string(o.every));
}

void check_vector(const System& s, const char* name, const Vector& x) {
  if (x.size() != s.n())
    throw std::invalid_argument("System '" + s.name() + "': the start's " + name +
                                " must have n = " + std::to_string(s.n()) + " entries, not " +
                                std::to_string(x.size()));
  for (Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw std::invalid_argument("System '" + s.name() + "': the start's " + name + "[" +
                                  std::to_string(i) + "] must be finite, not " + brief(x[i]));
}

void check_start(const System& s, const State& start) {
  check_vector(s, "q", start.q);
  check_vector(s, "p", start.p);
  if (!std::isfinite(start.t))
    throw std::invalid_argument("System '" + s.name() + "': the start's t must be finite, not " +
                                brief(start.t));
}

/// The row of entry i of g; of a union, where one piece is enough, i is the largest.
std::string violated(const System& system, Index i) {
  const auto row = static_cast<size_t>(system.contacts().row(i));
  const Constraint& g = system.specification().g[row];
  if (!g.is_union()) return "inequality '" + g.name + "': g = ";
  return "union '" + g.name + "': its largest piece, '" + system.gap_name(i) + "', is ";
}

}  // namespace

namespace {

/// Switches the certifier of a stepper off and on, and leaves it as it was.
class Certifying {
 public:
  Certifying(Stepper& stepper, long every)
      : stepper_(stepper), on_(stepper.certifies_steps()), every_(every) {}
  Certifying(const Certifying&) = delete;
  Certifying& operator=(const Certifying&) = delete;
  ~Certifying() { stepper_.certify_steps(on_); }

  /// Before the k-th step, k from 1.
  void step(long k) { stepper_.certify_steps(on_ && every_ > 0 && k % every_ == 0); }

 private:
  Stepper& stepper_;
  bool on_;
  long every_;
};

}  // namespace

Trajectory simulate(Stepper& stepper, const Step& start, const SimulateOptions& options) {
  check_options(options);
  check_start(stepper.system(), start.state);
  Trajectory run{.h = options.h, .system = stepper.system().name(), .stepper = stepper.info().name};
  run.steps.push_back(start);
  run.end.status = StepStatus::converged;

  Certifying certifying(stepper, options.certify_every);
  Step now = start, next;
  bool recorded = true;
  while (run.made < options.steps) {
    if (options.stop_requested && options.stop_requested()) {
      run.end = {.status = StepStatus::interrupted};
      break;
    }
    certifying.step(run.made + 1);
    stepper.advance(now, options.h, next);
    if (!next.report.ok()) {
      run.end = next.report;
      break;
    }
    std::swap(now, next);
    ++run.made;
    run.certified += now.report.certified ? 1 : 0;
    recorded = options.every > 0 && run.made % options.every == 0;
    if (recorded) run.steps.push_back(now);
    if (options.on_step) options.on_step(now);
  }
  if (!recorded) run.steps.push_back(now);
  return run;
}

Trajectory simulate(Stepper& stepper, const State& start, const SimulateOptions& options) {
  return simulate(stepper, Step{.state = start}, options);
}

std::vector<std::string> violations(const System& system, const State& start) {
  check_start(system, start);
  std::vector<std::string> rows;
  const Vector f = system.f(start.q), g = system.g(start.q);
  const double tolerance = system.tolerances().gap;
  for (Index i = 0; i < f.size(); ++i)
    if (!(std::abs(f[i]) <= tolerance))
      rows.push_back("equality '" + system.specification().f[static_cast<size_t>(i)].name +
                     "': f = " + brief(f[i]) + ", expected 0");
  Index which = 0;
  if (system.m() > 0 && !(system.smallest(g, &which) >= -tolerance))
    for (Index i = 0; i < g.size(); ++i)
      if (i == which || (!system.specification().g.has_unions() && !(g[i] >= -tolerance)))
        rows.push_back(violated(system, i) + brief(g[i]) + ", expected >= 0");
  return rows;
}

}  // namespace ricochet
