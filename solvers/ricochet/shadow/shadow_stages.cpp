#include "ricochet/steppers/shadow.hpp"

#include <limits>

namespace ricochet {
namespace {

constexpr int most_rounds = 10;  // of stage A
constexpr int most_events = 40;  // located in one step

}  // namespace

/// d_: the generalized reflection of p over the set K, less p, and the contacts of S that still
/// rest behind it. False if nothing in K is approached, or after a failure, which the report names.
bool Shadow::find_direction(const Vector& q, double h, const Mask& K, const Vector& p,
                            const Mask& S, Step& to) {
  reflected_ = p;
  to.report.merge(reflector_.reflect(q, q, h, K, reflected_, passes_));
  if (!to.report.ok() || passes_.empty()) return false;
  d_ = reflected_ - p;
  held_.behind = S;
  motion_.keep_resting(q, reflected_, held_.behind);
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
    const StepReport part =
        motion_.position(q, p_plus_, h, held_.now, from.force.lambda, to.state.q, to.force);
    to.report.statistics.add(part.statistics);
    if (!part.ok()) return false;
    if (!motion_.violated(to.state.q, held_.now, violated_.behind)) {
      to.report.merge(part);
      to.report.merge(motion_.momentum(q, to.state.q, h, held_.now, to.state.p, to.force));
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
  held_.now = held_.start;
  double E = target_.start.energy;
  violated_.members = violated_.met.cwiseMax(held_.start);
  components_.form(q, violated_.members);
  bool any = false;
  for (size_t c = 0; c < components_.count(); ++c) {
    components_.members_of(c, violated_.members);
    if (!find_direction(q, h, violated_.members, p_plus_, held_.now, to)) {
      if (!to.report.ok()) return false;
      continue;
    }
    meter_.hold(held_.behind);
    const auto energy_of = [&](double s) {
      trial_ = p_plus_ + s * d_;
      return meter_.energy(q, trial_, h);
    };
    const EnergyRoot root =
        larger_root([&](double s) { return energy_of(s) - target_.energy; },
                    (goes_on() ? E : energy_of(0.0)) - target_.energy, noise(E));
    if (!root.found) {
      ++to.shadow.without_root;
      return false;
    }
    const double before = E;
    E = energy_of(root.s);
    place(from.state.t, q, p_plus_);
    Impact& impact = log_event(at_, trial_, root.s, 0.0, to);
    impact.energy_minus = before;
    impact.energy_plus = E;
    p_plus_ = trial_;
    held_.now = held_.behind;
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
  held_.now = held_.start;
  double elapsed = 0.0;
  for (int event = 0; event < most_events; ++event) {
    flights_.reached(z.q, violated_.members);
    Index impact = -1;
    if (violated_.members.any() && find_direction(z.q, h, violated_.members, z.p, held_.now, to)) {
      if (!strike(z, elapsed, h, to)) return false;
      if (ended_) return to.report.ok();
      impact = static_cast<Index>(to.impacts.size()) - 1;
    }
    if (!to.report.ok()) return false;
    const LocatedFlights::Way way =
        flights_.fly(z, z.p, held_.now, h, h - elapsed, to.report.statistics);
    if (way == LocatedFlights::Way::lost) return false;
    if (way == LocatedFlights::Way::free) {
      end_with_flight(elapsed, impact, to);
      return !to.impacts.empty();
    }
    flights_.record(elapsed, impact, to.flights);
    elapsed += flights_.tau();
    place(from.state.t + elapsed, flights_.q1(), flights_.p1());
    held_.now = flights_.held();
  }
  return false;
}

/// The impact at z with the direction d_. Where the rest of the step is free behind it, with the
/// energy H or E kept, it is that which ends the step with the energy E'. It may take off too
/// slowly to stay away until then: z goes on with it to the next impact. Else z goes on with the
/// energy E that it had. False if there is no root.
bool Shadow::strike(State& z, double elapsed, double h, Step& to) {
  const double rest = h - elapsed, E = energy(z.q, z.p, held_.now, h);
  meter_.hold(held_.behind);
  const auto mismatch = [&](double s) {
    trial_ = z.p + s * d_;
    return meter_.energy(z.q, trial_, h) - E;
  };
  const EnergyRoot here = larger_root(mismatch, goes_on() ? 0.0 : mismatch(0.0), noise(E));
  const bool free =
      flies_free(z, 1.0, h, rest, to) || (here.found && flies_free(z, here.s, h, rest, to));
  const EnergyRoot root = free ? root_at_end(z, h, rest, to) : here;
  to.shadow.without_root += root.found ? 0 : 1;
  if (!root.found) return false;
  ended_ = free && flies_free(z, root.s, h, rest, to);
  log_located(z, root.s, elapsed / h, h, to);
  if (ended_)
    end_with_flight(elapsed, static_cast<Index>(to.impacts.size()) - 1, to);
  else
    z.p = trial_;
  held_.now = held_.behind;
  return true;
}

/// Whether nothing is hit behind the impact with the share s of d_.
bool Shadow::flies_free(const State& z, double s, double h, double rest, Step& to) {
  trial_ = z.p + s * d_;
  return flights_.fly(z, trial_, held_.behind, h, rest, to.report.statistics) ==
         LocatedFlights::Way::free;
}

/// The share of d_ for which the rest of the step ends with E', whatever gaps do.
EnergyRoot Shadow::root_at_end(const State& z, double h, double rest, Step& to) {
  const auto mismatch = [&](double s) {
    trial_ = z.p + s * d_;
    if (!flights_.fly_blindly(z, trial_, held_.behind, h, rest, to.report.statistics))
      return std::numeric_limits<double>::quiet_NaN();
    return energy(flights_.q1(), flights_.p1(), flights_.held(), h) - target_.energy;
  };
  return larger_root(mismatch, mismatch(0.0), noise(target_.energy));
}

/// The last flight ends the step.
void Shadow::end_with_flight(double elapsed, Index impact, Step& to) {
  flights_.record(elapsed, impact, to.flights);
  to.state.q = flights_.q1();
  to.state.p = flights_.p1();
  to.force.lambda = flights_.force().lambda;
  to.force.nu = flights_.force().nu;
  to.shadow.stage = Stage::located;
}

/// The impact at z with the share s of d_, which leads to trial_.
void Shadow::log_located(const State& z, double s, double alpha, double h, Step& to) {
  trial_ = z.p + s * d_;
  Impact& impact = log_event(z, trial_, s, alpha, to);
  impact.energy_minus = energy(z.q, z.p, held_.now, h);
  impact.energy_plus = energy(z.q, trial_, held_.behind, h);
}

/// Stage C.
bool Shadow::land(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.report.merge(motion_.landing(q, p, h, from.force.lambda, to.state.q, to.force));
  if (to.report.ok())
    to.report.merge(motion_.momentum(q, to.state.q, h, held_.start, to.state.p, to.force));
  if (!to.report.ok()) return false;
  held_.now = held_.start;
  motion_.rest(to.state.q, to.state.p, held_.now);
  for (Index i = 0; i < violated_.met.size(); ++i)
    violated_.met[i] = to.force.lambda[i] > 0.0 || held_.now[i] > 0.0 ? 1.0 : 0.0;
  components_.form(to.state.q, violated_.met);
  place(t + h, to.state.q, to.state.p);
  for (size_t c = 0; c < components_.count(); ++c) {
    components_.members_of(c, violated_.members);
    if (find_direction(at_.q, h, violated_.members, at_.p, held_.now, to))
      turn_at_end(h, to);
    else if (!to.report.ok())
      return false;
  }
  to.state.p = at_.p;
  to.shadow.stage = Stage::landed;
  return true;
}

/// The share of d_ that gives E', or what comes nearest, of the momentum where the step has landed.
void Shadow::turn_at_end(double h, Step& to) {
  const double before = energy(at_.q, at_.p, held_.now, h);
  meter_.hold(held_.behind);
  const auto energy_of = [&](double s) {
    trial_ = at_.p + s * d_;
    return meter_.energy(at_.q, trial_, h);
  };
  const EnergyRoot root =
      larger_root([&](double s) { return energy_of(s) - target_.energy; },
                  (goes_on() ? before : energy_of(0.0)) - target_.energy, noise(before));
  to.shadow.without_root += root.found ? 0 : 1;
  const double s = root.found ? root.s : root.least;
  if (!(s > 0.0)) return;
  const double after = energy_of(s);
  Impact& impact = log_event(at_, trial_, s, 1.0, to);
  impact.energy_minus = before;
  impact.energy_plus = after;
  at_.p = trial_;
  held_.now = held_.behind;
}

}  // namespace ricochet
