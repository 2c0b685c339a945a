#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/text/text.hpp"

#include <string>

/// The end of a step that has had its share of events, or that no other flight leads on.
///
/// Its flights hold the contacts that are closed where they begin and, one after the other, those
/// that they would cross, all by Coulomb's law for the gaps and mean slips where they end, with
/// restitution 0. So no contact is left to be met, and nothing is located. A flight that fails is
/// tried half as long, and the next one goes on from its end. What still fails has no velocity that
/// keeps all contacts and equalities, is not finite, or has forces too stiff for the shortest
/// flight.
namespace ricochet {
namespace {

constexpr double shortest = 1e-6;  // of the step
constexpr int most_flights = 1000;

}  // namespace

/// Without a law of impacts nothing may come to rest.
bool CollisionEngine::may_come_to_an_end(const StepReport& report) const {
  if (!impacts_.has_law()) return false;
  switch (report.status) {
    case StepStatus::converged:
    case StepStatus::no_admissible_impulse:
    case StepStatus::grazing:
    case StepStatus::singular:
    case StepStatus::iteration_limit:
    case StepStatus::branch_suspect:
    case StepStatus::too_many_events: return true;
    default: return false;
  }
}

void CollisionEngine::come_to_an_end(const Step& from, double h, double elapsed, Step& to) {
  to.report.status = StepStatus::converged;
  to.report.message.clear();
  impacts_.stop(launch_, to);
  double tau = h - elapsed;
  for (int flights = 0; flights < most_flights; ++flights) {
    const bool ends = tau == h - elapsed;
    hold_closed();
    const StepReport flown = fly_held(tau, to);
    if (!flown.ok()) lose(flown, to);
    const bool moved = flown.ok() && move_on(h, elapsed, ends ? Arrival::end : Arrival::cut, to);
    if (moved) {
      to.flights.back().finishing = true;
      launch_.t = from.state.t + elapsed;
      if (ends) return finish(from, h, to);
      tau = h - elapsed;
      continue;
    }
    if (tau < shortest * h || to.report.status == StepStatus::not_finite) {
      to.report.message =
          titled("flight of " + brief(tau) + " s that finishes the step", to.report.message);
      return;
    }
    to.report.status = StepStatus::converged;
    to.report.message.clear();
    tau *= 0.5;
  }
  to.report.status = StepStatus::iteration_limit;
  to.report.message = "more than " + std::to_string(most_flights) + " flights finish the step";
}

/// Contacts that are closed rest, approached or not; of a union the piece that is nearest to open.
void CollisionEngine::hold_closed() {
  const Vector& g = flight_.gaps().at(launch_.q);
  closed_.setZero(g.size());
  for (Index row = 0; row < contacts_.rows(); ++row)
    if (const Index best = contacts_.leading(row, g); g[best] <= gap_tolerance_)
      closed_[best] = 1.0;
  holding_.finish_with(closed_, launch_);
}

/// A flight to end_ by the law of all contacts that it holds, which are more and more.
StepReport CollisionEngine::fly_held(double tau, Step& to) {
  while (true) {
    StepReport foreseen = holding_.foresee(tau, launch_);
    if (!foreseen.ok()) return foreseen;
    StepReport flown = flight_.fly(launch_, tau, end_);
    to.report.statistics.add(flown.statistics);
    if (!flown.ok()) return flown;
    const RestingContacts::Verdict verdict = holding_.judge(end_, launch_);
    if (verdict == RestingContacts::Verdict::lost) return holding_.why();
    if (verdict == RestingContacts::Verdict::refuted || holds_what_is_inside()) continue;
    to.report.certificate.merge(flown.certificate);
    return {.status = StepStatus::converged};
  }
}

/// True if there is a contact inside at the end that was not held: it is, from now on.
bool CollisionEngine::holds_what_is_inside() {
  bool any = false;
  for (Index row = 0; row < contacts_.rows(); ++row) {
    const Index best = contacts_.leading(row, end_.gaps);
    if (end_.gaps[best] >= -gap_tolerance_ || holding_.rests(best)) continue;
    holding_.hold(best, launch_);
    any = true;
  }
  return any;
}

}  // namespace ricochet
