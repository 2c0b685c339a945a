#include "ricochet/derivatives/smooth_equations.hpp"

#include "ricochet/derivatives/independent_contacts.hpp"
#include "ricochet/derivatives/located_kernel.hpp"
#include "ricochet/derivatives/reflection_sequence.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ricochet {

SmoothEquations::SmoothEquations(const System& s, Discretization d, std::string name,
                                 std::string no_reflection)
    : system_(s),
      discretization_(std::move(d)),
      name_(std::move(name)),
      no_reflection_(std::move(no_reflection)),
      law_(s.contact_values()),
      operator_(s) {
  if (s.rheonomic())
    throw std::invalid_argument(
        "Derivatives of steps on '" + s.name() +
        "': they do not cover what moves by itself (the time in V, g or f)");
}

void SmoothEquations::set_parameters(const System& s) {
  operator_.set_parameters(s);
  law_ = s.contact_values();
}

std::unique_ptr<StepEquations> SmoothEquations::clone() const {
  return std::unique_ptr<StepEquations>(new SmoothEquations(*this));
}

std::string SmoothEquations::read(const Step& from, double /*h*/, const Step& to,
                                  StepSequence& decided) {
  if (!to.report.ok()) return "the step failed: " + to_string(to.report.status);
  decided = {.resting = to.contacts.smooth};
  if (!to.reflections.empty())
    if (std::string why = reflection(from, to, decided); !why.empty()) return why;
  StepSequence::Flight& flight = decided.flights.emplace_back();
  flight.during.closed = to.contacts.held;
  flight.landing.closed = to.contacts.held;
  keep_independent(operator_, from.state.q, flight.during);
  keep_independent(operator_, to.state.q, flight.landing);
  return {};
}

/// Where the step begins.
std::string SmoothEquations::reflection(const Step& from, const Step& to, StepSequence& decided) {
  const std::string at = name_ + " reflects at the grid point t = " + brief(from.state.t) + " s, ";
  if (!accepts_)
    return at + "which does not move with the start: derivatives would not converge to those of " +
           "the motion; take collision or forced-collision, which locate impacts, or set " +
           ".accept_grid_reflection";
  if (!no_reflection_.empty()) return at + no_reflection_;
  for (const ReflectionPass& pass : to.reflections)
    for (const Index i : pass.set)
      if (law_(0, system_.contacts().row(i)) < 1.0)
        return at + "with a loss at '" + system_.contacts().name(i) + "', which is not covered";
  StepSequence::Impact made;
  std::string why = read_reflection(operator_, from.state.q, to, 0,
                                    static_cast<Index>(to.reflections.size()), made);
  decided.grid = std::move(made);
  return why.empty() ? why : at + why;
}

/// As if the step had recorded its flight.
void SmoothEquations::unknowns(const Step& from, double h, const Step& to,
                               const StepSequence& decided, Vector& z) const {
  Step flown{.state = to.state};
  flown.reflections = to.reflections;
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
  const Index n = system_.n(), k = system_.k(), m = std::min(system_.m(), n);
  return n + 2 * k + 2 * m + (accepts_ ? most_passes * (m + k) : 0);
}

}  // namespace ricochet
