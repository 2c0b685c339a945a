#include "ricochet/measured_errors.hpp"

#include "ricochet/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr long finest = 53, next_to_finest = 29;  // parts of h
constexpr double agreement = 8.0;      // of the uncertainties of two methods with one motion
constexpr double negligible = 2.5e-4;  // of the way: a pixel of 4000
constexpr double round_off = 1e-10;    // of the length of the system

using Positions = std::vector<Vector>;  // at multiples of h; empty: the run ended early

/// A method with all of its runs.
struct Measured {
  MethodErrors errors = {};
  std::array<Positions, measured_parts.size()> coarse = {};
  Positions fine = {};
  /// Between its limit and its finest run [m]: of order 1 at worst.
  double doubt = nan;
};

/// Mean over the run [m]: a single time is at the mercy of where an impact falls inside a step.
double distance(const Positions& a, const Positions& b) {
  if (a.empty() || b.empty()) return nan;
  double sum = 0.0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).norm();
  return sum / static_cast<double>(a.size());
}

Positions run(Stepper& stepper, const State& start, const ErrorMeasurement& how, long parts,
              MethodErrors& method) {
  long impacts = 0;
  const Trajectory made = simulate(
      stepper, start,
      {.h = how.h / static_cast<double>(parts),
       .steps = how.steps * parts,
       .every = parts,
       .certify_every = 0,
       .on_step = [&](const Step& step) { impacts += static_cast<long>(step.impacts.size()); },
       .stop_requested = how.stop_requested});
  if (!made.ok()) {
    if (method.failure.empty()) method.failure = made.message();
    return {};
  }
  if (parts == 1) method.impacts = impacts;
  Positions positions;
  for (const Step& step : made.steps) positions.push_back(step.state.q);
  return positions;
}

Measured measure(const System& system, const State& start, const ErrorMeasurement& how,
                 const Advice& method) {
  const StepperEntry& entry = find_stepper(method.stepper);
  StepperOptions options = method.options;
  options.discretization = entry.suited(how.discretization).discretization;
  options.backend = how.backend;
  const auto stepper = entry.make(system, options);
  Measured made;
  MethodErrors& errors = made.errors;
  errors.method = method;
  for (size_t i = 0; i < measured_parts.size(); ++i)
    made.coarse[i] = run(*stepper, start, how, measured_parts[i], errors);
  made.fine = run(*stepper, start, how, finest, errors);
  errors.uncertainty = distance(run(*stepper, start, how, next_to_finest, errors), made.fine);
  const double first_order = static_cast<double>(measured_parts.back()) / finest;
  made.doubt = first_order * distance(made.coarse.back(), made.fine);
  if (std::isfinite(errors.uncertainty)) made.doubt = std::max(made.doubt, errors.uncertainty);
  return made;
}

bool agree(const Measured& a, const Measured& b, double smallest) {
  return distance(a.fine, b.fine) <= std::max(smallest, agreement * (a.doubt + b.doubt));
}

/// The least uncertain of those that agree with `judged`, or of all if that has no limit.
const Measured* find_reference(const std::vector<Measured>& all, const Measured* judged,
                               double smallest) {
  const Measured* found = nullptr;
  for (const Measured& one : all) {
    const double own = one.errors.uncertainty;
    if (!std::isfinite(own)) continue;
    if (judged != nullptr && std::isfinite(judged->doubt) && !agree(one, *judged, smallest))
      continue;
    if (found == nullptr || own < found->errors.uncertainty) found = &one;
  }
  return found;
}

double mean_way(const Positions& positions) {
  return distance(positions, Positions(positions.size(), positions.front()));
}

}  // namespace

long MeasuredErrors::impacts() const {
  long most = 0;
  for (const MethodErrors& method : methods) most = std::max(most, method.impacts);
  return most;
}

const MethodErrors* MeasuredErrors::find(const std::string& stepper) const {
  for (const MethodErrors& method : methods)
    if (method.method.stepper == stepper) return &method;
  return nullptr;
}

const MethodErrors* MeasuredErrors::best() const {
  const MethodErrors* found = nullptr;
  for (const MethodErrors& method : methods)
    if (method.fits() && method.same_motion && (found == nullptr || ratio(method, *found) < 1.0))
      found = &method;
  return found;
}

double MeasuredErrors::ratio(const MethodErrors& method, const MethodErrors& other) const {
  const double least = std::max(uncertainty, negligible * way);
  double product = 1.0;
  for (size_t i = 0; i < measured_parts.size(); ++i) {
    if (!std::isfinite(method.errors[i])) return infinite;
    if (!std::isfinite(other.errors[i])) return 0.0;
    product *= std::max(method.errors[i], least) / std::max(other.errors[i], least);
  }
  return std::cbrt(product);
}

MeasuredErrors measure_errors(const System& system, const State& start,
                              const ErrorMeasurement& how) {
  std::vector<Measured> all;
  for (const Advice& method : candidates(system, start)) {
    if (how.stop_requested && how.stop_requested()) break;
    if (how.unfit || method.why.empty()) all.push_back(measure(system, start, how, method));
  }
  const double smallest = round_off * system.length();
  const std::vector<Advice> advised = advise(system, start);
  const Measured* judged = nullptr;
  for (const Measured& one : all)
    if (!advised.empty() && one.errors.method.stepper == advised.front().stepper) judged = &one;
  MeasuredErrors result;
  const Measured* reference = find_reference(all, judged, smallest);
  if (reference != nullptr) {
    result.reference = reference->errors.method.stepper;
    result.uncertainty = std::max(smallest, reference->errors.uncertainty);
    result.way = mean_way(reference->fine);
  }
  for (Measured& one : all) {
    for (size_t i = 0; i < measured_parts.size(); ++i)
      one.errors.errors[i] = reference == nullptr ? nan : distance(one.coarse[i], reference->fine);
    one.errors.same_motion = reference != nullptr && agree(one, *reference, smallest);
  }
  for (Measured& one : all) result.methods.push_back(std::move(one.errors));
  return result;
}

}  // namespace ricochet
