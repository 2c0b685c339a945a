#include "ricochet/steppers/shadow.hpp"

#include <limits>

namespace ricochet {
namespace {

constexpr int most_rounds = 10;  // of stage A
constexpr int most_events = 40;  // located in one step

}  // namespace

/// d_: the generalized reflection of p over the set K, less p. False if nothing in K is approached,
/// or after a failure, which the report names.
bool Shadow::find_direction(const Vector& q, double h, const Mask& K, const Vector& p, Step& to) {
  reflected_ = p;
  to.report.merge(reflector_.reflect(q, q, h, K, reflected_, passes_));
  if (!to.report.ok() || passes_.empty()) return false;
  d_ = reflected_ - p;
  return true;
}

/// Appends the event that took the share s of the passes.
Impact& Shadow::log_event(const State& at, const Vector& p_plus, double s, double alpha, Step& to) {
  for (const ReflectionPass& pass : passes_) spare_.add(to.reflections, pass.impulse.size()) = pass;
  Impact& impact = reflector_.log_impact(passes_, at, p_plus, 0.0, to.impacts);
  impact.impulse *= s;
  impact.alpha = alpha;
  return impact;
}

/// Stage A.
bool Shadow::at_grid(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  violated_.met = violated_.ahead;
  for (int round = 0; round < most_rounds; ++round) {
    drop_events(to);
    if (!reflect_components(from, h, to)) return false;
    const StepReport part = contact_.free_position(q, p_plus_, h, to.state.q);
    to.report.statistics.add(part.statistics);
    if (!part.ok()) return false;
    if (!violated(to.state.q, violated_.behind)) {
      to.report.merge(part);
      to.report.merge(contact_.discrete_momentum(q, to.state.q, h, to.state.p));
      indices(violated_.met, to.contacts.predicted);
      to.shadow.stage = Stage::grid;
      return to.report.ok();
    }
    violated_.behind = violated_.behind.cwiseMax(violated_.met);
    if (violated_.behind == violated_.met) return false;
    violated_.met = violated_.behind;
  }
  return false;
}

/// One scalar per component, each with the energy E'. False if none takes part or one has no root.
bool Shadow::reflect_components(const Step& from, double h, Step& to) {
  const Vector& q = from.state.q;
  p_plus_ = from.state.p;
  double E = target_.start.energy;
  components_.form(q, violated_.met);
  bool any = false;
  for (size_t c = 0; c < components_.count(); ++c) {
    components_.members_of(c, violated_.members);
    if (!find_direction(q, h, violated_.members, p_plus_, to)) {
      if (!to.report.ok()) return false;
      continue;
    }
    const auto energy = [&](double s) {
      trial_ = p_plus_ + s * d_;
      return meter_.energy(q, trial_, h);
    };
    const EnergyRoot root = larger_root([&](double s) { return energy(s) - target_.energy; },
                                        E - target_.energy, noise(E));
    if (!root.found) {
      ++to.shadow.without_root;
      return false;
    }
    const double before = E;
    E = energy(root.s);
    place(from.state.t, q, p_plus_);
    Impact& impact = log_event(at_, trial_, root.s, 0.0, to);
    impact.energy_minus = before;
    impact.energy_plus = E;
    p_plus_ = trial_;
    any = true;
  }
  return any;
}

void Shadow::place(double t, const Vector& q, const Vector& p) {
  at_.t = t;
  at_.q = q;
  at_.p = p;
}

/// Stage B.
bool Shadow::at_impacts(const Step& from, double h, Step& to) {
  place(from.state.t, from.state.q, from.state.p);
  State& z = at_;
  double elapsed = 0.0;
  for (int event = 0; event < most_events; ++event) {
    flights_.reached(z.q, violated_.members);
    Index impact = -1;
    if (violated_.members.any() && find_direction(z.q, h, violated_.members, z.p, to)) {
      if (!strike(z, elapsed, h, to)) return false;
      if (ended_) return to.report.ok();
      impact = static_cast<Index>(to.impacts.size()) - 1;
    }
    if (!to.report.ok()) return false;
    const LocatedFlights::Way way = flights_.fly(z, z.p, h, h - elapsed, to.report.statistics);
    if (way == LocatedFlights::Way::lost) return false;
    flights_.record(elapsed, impact, to.flights);
    elapsed += flights_.tau();
    place(from.state.t + elapsed, flights_.q1(), flights_.p1());
    if (way == LocatedFlights::Way::hit) continue;
    to.state.q = z.q;
    to.state.p = z.p;
    to.shadow.stage = Stage::located;
    return !to.impacts.empty();
  }
  return false;
}

/// The impact at z with the direction d_. Where the rest of the step is free behind it, with the
/// energy H or E kept, it is that which ends the step with the energy E'. It may take off too
/// slowly to stay away until then: z goes on with it to the next impact. Else z goes on with the
/// energy E that it had. False if there is no root.
bool Shadow::strike(State& z, double elapsed, double h, Step& to) {
  const double rest = h - elapsed, E = meter_.energy(z.q, z.p, h);
  const auto mismatch = [&](double s) {
    trial_ = z.p + s * d_;
    return meter_.energy(z.q, trial_, h) - E;
  };
  const EnergyRoot here = larger_root(mismatch, 0.0, noise(E));
  const bool free =
      flies_free(z, 1.0, h, rest, to) || (here.found && flies_free(z, here.s, h, rest, to));
  const EnergyRoot root = free ? root_at_end(z, h, rest, to) : here;
  to.shadow.without_root += root.found ? 0 : 1;
  if (!root.found) return false;
  ended_ = free && flies_free(z, root.s, h, rest, to);
  log_located(z, root.s, elapsed / h, h, to);
  if (ended_)
    end_with_flight(elapsed, to);
  else
    z.p = trial_;
  return true;
}

/// Whether nothing is hit behind the impact with the share s of d_.
bool Shadow::flies_free(const State& z, double s, double h, double rest, Step& to) {
  trial_ = z.p + s * d_;
  return flights_.fly(z, trial_, h, rest, to.report.statistics) == LocatedFlights::Way::free;
}

/// The share of d_ for which the rest of the step ends with E', whatever gaps do.
EnergyRoot Shadow::root_at_end(const State& z, double h, double rest, Step& to) {
  const auto mismatch = [&](double s) {
    trial_ = z.p + s * d_;
    if (!flights_.fly_blindly(z, trial_, h, rest, to.report.statistics))
      return std::numeric_limits<double>::quiet_NaN();
    return meter_.energy(flights_.q1(), flights_.p1(), h) - target_.energy;
  };
  return larger_root(mismatch, mismatch(0.0), noise(target_.energy));
}

/// The last flight, behind the last impact, ends the step.
void Shadow::end_with_flight(double elapsed, Step& to) {
  flights_.record(elapsed, static_cast<Index>(to.impacts.size()) - 1, to.flights);
  to.state.q = flights_.q1();
  to.state.p = flights_.p1();
  to.shadow.stage = Stage::located;
}

/// The impact at z with the share s of d_, which leads to trial_.
void Shadow::log_located(const State& z, double s, double alpha, double h, Step& to) {
  trial_ = z.p + s * d_;
  Impact& impact = log_event(z, trial_, s, alpha, to);
  impact.energy_minus = meter_.energy(z.q, z.p, h);
  impact.energy_plus = meter_.energy(z.q, trial_, h);
}

/// Stage C.
bool Shadow::land(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.report.merge(contact_.free_position(q, p, h, predicted_));
  violated_.members.setOnes();
  to.report.merge(contact_.position(q, p, h, violated_.members, predicted_, from.force.lambda,
                                    to.state.q, to.force));
  if (to.report.ok()) to.report.merge(contact_.discrete_momentum(q, to.state.q, h, to.state.p));
  if (!to.report.ok()) return false;
  for (Index i = 0; i < violated_.met.size(); ++i)
    violated_.met[i] = to.force.lambda[i] > 0.0 ? 1.0 : 0.0;
  components_.form(to.state.q, violated_.met);
  place(t + h, to.state.q, to.state.p);
  State& end = at_;
  double E = meter_.energy(end.q, end.p, h);
  for (size_t c = 0; c < components_.count(); ++c) {
    components_.members_of(c, violated_.members);
    if (!find_direction(end.q, h, violated_.members, end.p, to)) {
      if (!to.report.ok()) return false;
      continue;
    }
    const auto energy = [&](double s) {
      trial_ = end.p + s * d_;
      return meter_.energy(end.q, trial_, h);
    };
    const EnergyRoot root = larger_root([&](double s) { return energy(s) - target_.energy; },
                                        E - target_.energy, noise(E));
    to.shadow.without_root += root.found ? 0 : 1;
    const double s = root.found ? root.s : root.least, before = E;
    if (!(s > 0.0)) continue;
    E = energy(s);
    Impact& impact = log_event(end, trial_, s, 1.0, to);
    impact.energy_minus = before;
    impact.energy_plus = E;
    end.p = trial_;
  }
  to.state.p = end.p;
  to.shadow.stage = Stage::landed;
  return true;
}

}  // namespace ricochet
