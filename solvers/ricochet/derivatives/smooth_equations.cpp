#include "ricochet/derivatives/smooth_equations.hpp"

#include "ricochet/derivatives/independent_contacts.hpp"
#include "ricochet/derivatives/located_kernel.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ricochet {

SmoothEquations::SmoothEquations(const System& s, Discretization d, std::string name)
    : system_(s), discretization_(std::move(d)), name_(std::move(name)), operator_(s) {
  if (s.rheonomic())
    throw std::invalid_argument(
        "Derivatives of steps on '" + s.name() +
        "': they do not cover what moves by itself (the time in V, g or f)");
}

std::unique_ptr<StepEquations> SmoothEquations::clone() const {
  return std::unique_ptr<StepEquations>(new SmoothEquations(*this));
}

std::string SmoothEquations::read(const Step& from, double /*h*/, const Step& to,
                                  StepSequence& decided) {
  if (!to.report.ok()) return "the step failed: " + to_string(to.report.status);
  if (!to.reflections.empty())
    return name_ + " reflects at the grid point t = " + brief(from.state.t) +
           " s, which does not move with the start: derivatives would not converge to those of the "
           "motion; take collision or forced-collision, which locate impacts";
  decided = {.resting = to.contacts.smooth};
  StepSequence::Flight& flight = decided.flights.emplace_back();
  flight.during.closed = to.contacts.held;
  flight.landing.closed = to.contacts.held;
  keep_independent(operator_, from.state.q, flight.during);
  keep_independent(operator_, to.state.q, flight.landing);
  return {};
}

/// As if the step had recorded its flight.
void SmoothEquations::unknowns(const Step& from, double h, const Step& to,
                               const StepSequence& decided, Vector& z) const {
  Step flown{.state = to.state};
  flown.flights.push_back({.tau = h,
                           .q = from.state.q,
                           .p = from.state.p,
                           .w = (to.state.q - from.state.q) / h,
                           .p_end = to.state.p,
                           .force = to.force});
  located_unknowns(system_, flown, decided, {}, z);
}

StepKernel SmoothEquations::kernel(const StepSequence& decided) const {
  return located_kernel(system_, discretization_, decided, {});
}

Index SmoothEquations::most_unknowns(Index /*flights*/) const {
  return system_.n() + 2 * system_.k() + 2 * std::min(system_.m(), system_.n());
}

}  // namespace ricochet
