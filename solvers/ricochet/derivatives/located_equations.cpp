#include "ricochet/derivatives/located_equations.hpp"

#include "ricochet/derivatives/independent_contacts.hpp"
#include "ricochet/derivatives/located_kernel.hpp"
#include "ricochet/derivatives/reflection_sequence.hpp"
#include "ricochet/flight/contact_landing.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

constexpr double noise = 1e-12;  // of the largest impulse of an impact
constexpr double half = 1e-9;    // relative: a flight halved so often
constexpr int most_halvings = 20;
constexpr double at_rest = 1e-12;  // of the speed with which a gap closes

using Contacts = StepSequence::Contacts;

/// Why a system has no such kernel; empty if it has one.
std::string why_not(const System& s) {
  if (s.rheonomic()) return "they do not cover what moves by itself (the time in V, L, g or f)";
  return {};
}

}  // namespace

LocatedEquations::LocatedEquations(const System& s, Discretization d, LocatedMethod method)
    : system_(s),
      discretization_(std::move(d)),
      method_(std::move(method)),
      contacts_(s.contacts()),
      operator_(s),
      law_(s.contact_values()),
      speed_tolerance_(s.tolerances().speed),
      slow_slip_(slowest_slip(s)),
      velocity_(s.n()) {
  if (const std::string why = why_not(s); !why.empty())
    throw std::invalid_argument("Derivatives of steps on '" + s.name() + "': " + why);
}

std::unique_ptr<StepEquations> LocatedEquations::clone() const {
  return std::unique_ptr<StepEquations>(new LocatedEquations(*this));
}

void LocatedEquations::set_parameters(const System& s) {
  operator_.set_parameters(s);
  law_ = s.contact_values();
}

StepKernel LocatedEquations::kernel(const StepSequence& decided) const {
  const bool slips_rebound = !method_.law || method_.law == Law::moreau;
  return located_kernel(system_, discretization_, decided,
                        {.slips_rebound = slips_rebound, .backwards = method_.backwards});
}

void LocatedEquations::unknowns(const Step& /*from*/, double /*h*/, const Step& to,
                                const StepSequence& decided, Vector& z) const {
  located_unknowns(system_, to, decided, law_, z);
}

/// At most as many contacts act independently as there are coordinates, and a sliding one in space
/// has two tangents.
Index LocatedEquations::most_unknowns(Index flights) const {
  const Index n = system_.n(), k = system_.k(), m = std::min(system_.m(), n),
              slips = std::min(contacts_.tangents(), n + 2 * m),
              rows = static_cast<Index>(system_.specification().omega.size());
  const Index motion = n + k + rows + m + slips;
  const Index push = m + slips + k + rows;
  const Index impact = method_.reflects           ? most_passes * push
                       : method_.law == Law::beta ? push + k + rows + 1 + motion
                                                  : push + k + rows + 1;
  return flights * (motion + k + m + slips + 1) + (flights - 1) * impact;
}

std::string LocatedEquations::not_alone() const {
  if (method_.law == Law::beta)
    return "the law beta, whose impulse depends on the next flight; take newton";
  if (method_.backwards) return "steps that go back in time; take the form (+)";
  return {};
}

bool LocatedEquations::rubs() const {
  return !method_.law || method_.law == Law::coulomb || method_.law == Law::moreau;
}

std::string LocatedEquations::where(double t) const { return " at t = " + brief(t) + " s"; }

std::string LocatedEquations::read(const Step& from, double h, const Step& to,
                                   StepSequence& decided) {
  if (!to.report.ok()) return "the step failed: " + to_string(to.report.status);
  decided = {.resting = to.contacts.smooth};
  double rest = h;
  passes_ = 0;
  for (size_t j = 0; j < to.flights.size(); ++j) {
    const FlightRecord& flight = to.flights[j];
    const bool last = j + 1 == to.flights.size();
    const Index met = last ? -1 : to.flights[j + 1].impact;
    const Impact* impact = met < 0 ? nullptr : &to.impacts[static_cast<size_t>(met)];
    if (flight.finishing)
      return "contacts that were too many or too close were brought to rest" +
             where(from.state.t + flight.begin) + "; reduce h";
    StepSequence::Flight& now = decided.flights.emplace_back();
    now.during = during(flight);
    std::string why = landing(flight, now.landing);
    if (why.empty() && !last) why = end(flight, rest, impact, now);
    if (why.empty() && impact) why = strike(to, *impact, decided.impacts.emplace_back());
    if (!why.empty()) return why;
    rest -= flight.tau;
  }
  if (decided.impacts.size() == to.impacts.size()) return {};
  return "it begins with an impact; begin the run before it";
}

/// Normal speeds behind a momentum.
void LocatedEquations::measure(const Vector& q, const Vector& p) {
  operator_.place(q);
  operator_.velocity(p, velocity_);
  operator_.constrain(velocity_);
  speeds_ = operator_.gradients().transpose() * velocity_;
}

/// Where a flight ends that is not the last one.
std::string LocatedEquations::end(const FlightRecord& flight, double rest, const Impact* impact,
                                  StepSequence::Flight& decided) {
  const double t = flight.begin + flight.tau;
  if (impact && !flight.cut) {  // on the contact that closes fastest
    if (impact->constraints.size() > 1)
      measure(impact->q, method_.backwards ? Vector(-impact->p_plus) : impact->p_minus);
    for (const Index i : impact->constraints)
      if (!contains(flight.held, i) && (decided.hits < 0 || speeds_[i] < speeds_[decided.hits]))
        decided.hits = i;
    if (decided.hits >= 0) return {};
    return "contacts that are held are struck" + where(impact->t);
  }
  if (!impact && find_stop(flight, decided)) return {};
  const double times = std::log2(rest / flight.tau);
  decided.halvings = static_cast<int>(std::lround(times));
  if (!impact && decided.halvings > 0 && decided.halvings <= most_halvings &&
      std::abs(times - std::round(times)) <= half)
    return {};
  return "contacts change on the way, " + brief(t) + " s after the step begins; " + go_around;
}

std::string LocatedEquations::another_law(const Impact& impact) const {
  return "the impact on " + contacts_.names(impact.constraints) + where(impact.t) +
         " follows another law than the method's";
}

std::string LocatedEquations::strike(const Step& to, const Impact& impact,
                                     StepSequence::Impact& decided) {
  using Rule = StepSequence::Impact::Rule;
  if (method_.reflects) {
    passes_ += impact.passes;
    const std::string why =
        read_reflection(operator_, impact.q, to, passes_ - impact.passes, impact.passes, decided);
    if (why.empty()) return {};
    return "the impact on " + contacts_.names(impact.constraints) + where(impact.t) + " is " + why;
  }
  if (method_.law == Law::beta) return take_share(impact, decided);
  bool elastic = !method_.law;
  for (const Index i : impact.constraints)
    elastic = elastic && restitution(i) == 1.0 && friction(i) == 0.0;
  decided.rule = method_.law == Law::elastic || elastic ? Rule::energy
                 : method_.law == Law::plastic          ? Rule::rest
                                                        : Rule::restitution;
  if (decided.rule == Rule::energy && impact.flagged) return another_law(impact);
  if (std::string why = pushed(impact, decided); !why.empty()) return why;
  if (decided.rule != Rule::restitution) return {};
  const bool one = impact.constraints.size() == 1;
  if (!one || impact.flagged) measure(impact.q, impact.p_minus);
  decided.restitution = decided.pushed.closed.front();
  for (const Index i : impact.constraints)
    if (!one && speeds_[i] < -speed_tolerance_ &&
        (speeds_[decided.restitution] >= -speed_tolerance_ ||
         restitution(i) < restitution(decided.restitution)))
      decided.restitution = i;
  if (!impact.flagged) return {};
  const double before = speeds_[decided.restitution];
  measure(impact.q, impact.p_plus);
  if (2.0 * speeds_[decided.restitution] < -restitution(decided.restitution) * before) {
    decided.rule = Rule::rest;
    decided.restitution = -1;
  }
  return {};
}

/// What is left of an elastic impulse opens the gaps, or less than nothing is left: then they rest.
std::string LocatedEquations::take_share(const Impact& impact, StepSequence::Impact& decided) {
  using Rule = StepSequence::Impact::Rule;
  if (std::string why = pushed(impact, decided); !why.empty()) return why;
  decided.restitution = impact.constraints.front();
  for (const Index i : impact.constraints)
    if (restitution(i) < restitution(decided.restitution)) decided.restitution = i;
  measure(impact.q, impact.p_minus);
  const double before = speeds_[decided.pushed.closed.front()];
  measure(impact.q, impact.p_plus);
  const bool rests = speeds_[decided.pushed.closed.front()] <= -at_rest * before;
  const bool whole = restitution(decided.restitution) == 1.0;
  decided.rule = rests ? Rule::rest : whole ? Rule::energy : Rule::share;
  if (decided.rule != Rule::share) decided.restitution = -1;
  if (decided.rule != Rule::energy || !impact.flagged) return {};
  return another_law(impact);
}

/// The contacts that an impact pushes, and how their points move.
std::string LocatedEquations::pushed(const Impact& impact, StepSequence::Impact& decided) {
  Contacts& set = decided.pushed;
  const double least = noise * impact.impulse.maxCoeff();
  Vector rubs = Vector::Zero(contacts_.tangents());
  Index next = 0;
  for (size_t j = 0; j < impact.constraints.size(); ++j) {
    const Index i = impact.constraints[j];
    const double push = impact.impulse[static_cast<Index>(j)];
    const auto [first, last] = contacts_.tangents_of(i);
    for (Index l = first; l < last && next < impact.friction.size(); ++l)
      rubs[l] = impact.friction[next++];
    const bool stops =
        method_.law == Law::plastic && !rubs.segment(first, last - first).isZero(0.0);
    if (push <= least && !stops) continue;
    set.closed.push_back(i);
    if (method_.law == Law::plastic)
      for (Index l = first; l < last; ++l) set.stuck.push_back(l);
    else
      rub(i, push, rubs, set);
  }
  if (set.closed.empty()) return "an impact" + where(impact.t) + " pushes nothing";
  keep_independent(operator_, impact.q, set);
  return {};
}

}  // namespace ricochet
