#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/text.hpp"

// What happens at an impact: who takes part, by which law, and what is logged.

namespace ricochet {
namespace {

constexpr double simultaneous = 1e-9;  // of the step: impacts nearer than that are one
constexpr double share_of_rest = 0.5;  // of the elastic impulse: restitution 0

}  // namespace

/// The impact at the start of the next flight: which contacts, in which direction, by which law.
void CollisionEngine::strike(double elapsed, double h, double energy, bool capped, Step& to) {
  cone_.place(launch_.q, launch_.p);
  flight_.touching(launch_.q, cone_.velocity(), simultaneous * h, touching_);
  const bool approached = cone_.stop(touching_, d_, y_, to.report);
  if (!to.report.ok()) {
    to.report.message = titled("impact on " + contacts_.names_where(touching_), to.report.message);
    return;
  }
  if (!approached) {
    to.report.status = StepStatus::grazing;
    to.report.message = "contacts " + contacts_.names_where(touching_) +
                        " are met, but the momentum does not approach them: normal speed " +
                        brief(cone_.normal_speeds().cwiseProduct(touching_).minCoeff()) + " m/s";
    return;
  }
  struck_ = y_;
  for (double& y : struck_) y = y > 0.0 ? 1.0 : 0.0;
  Impact& impact = to.impacts.emplace_back();
  impact.t = launch_.t;
  impact.alpha = elapsed / h;
  impact.q = launch_.q;
  impact.p_minus = launch_.p;
  impact.energy_minus = energy;
  indices(struck_, impact.constraints);
  unsettled_ = begins_with_impact_ = true;
  push_ = y_;  // if it is elastic, times a factor that the flight finds
  rub_.setZero(contacts_.tangents());
  launch_.impact = true;
  launch_.direction = d_;
  launch_.energy = energy;
  launch_.pinned.setZero();
  share_ = 1.0;
  if (law_) return apply_law(capped, impact, to);
  hold_resting(cone_.speeds_after(2.0 * d_));
}

void CollisionEngine::apply_law(bool capped, Impact& impact, Step& to) {
  const ImpactOutcome outcome =
      law_->apply({launch_.q, launch_.p, touching_, d_, y_, cone_, capped});
  to.report.merge(outcome.report);
  if (!outcome.report.ok()) return;
  launch_.held.setZero();
  impact.flagged = outcome.flagged;
  share_ = outcome.share;
  if (outcome.elastic) return hold_resting(cone_.speeds_after(2.0 * d_));
  launch_.impact = false;
  const Vector change = outcome.p_plus - launch_.p;
  launch_.p = outcome.p_plus;
  push_ = outcome.normal;
  rub_ = outcome.tangential;
  for (Index i = 0; i < push_.size(); ++i)  // friction may press a contact that was not approached
    if (push_[i] != 0.0) struck_[i] = 1.0;
  indices(struck_, impact.constraints);
  hold_resting(cone_.speeds_after(change));
}

/// The share of the elastic impulse, or rest where that is too little to leave.
void CollisionEngine::give_share(Step& to) {
  launch_.impact = false;
  const double factor = share_ * end_.sigma;
  if (law_->rests({launch_.q, launch_.p, touching_, d_, y_, cone_}, launch_.p + factor * d_)) {
    to.impacts.back().flagged = share_ > share_of_rest;  // else rest is the law itself
    push_ = y_;
    launch_.p += d_;
    return hold_resting(cone_.speeds_after(d_));
  }
  push_ = factor * y_;
  launch_.p += factor * d_;
}

/// An impact without an outgoing solution of the discrete energy, as the user wants it.
void CollisionEngine::slow_down(const std::string& why, Step& to) {
  Impact& impact = to.impacts.back();
  const SlowImpact way = share_ < 1.0 ? SlowImpact::contact : slow_impact_;  // a loss ends in rest
  if (way == SlowImpact::fail) {
    to.report.status = StepStatus::no_admissible_root;
    to.report.message =
        titled("impact on " + contacts_.names_where(struck_) + " at t = " + brief(launch_.t) +
                   " s, alpha = " + brief(impact.alpha) + ", normal speed " +
                   brief(cone_.normal_speeds().cwiseProduct(struck_).minCoeff()) + " m/s",
               why);
    return;
  }
  impact.flagged = share_ != share_of_rest;  // else rest is the law itself
  launch_.impact = false;
  const double factor = way == SlowImpact::contact ? 1.0 : 2.0;
  push_ = factor * y_;
  const Vector change = factor * d_;
  launch_.p += change;
  hold_resting(cone_.speeds_after(change));
}

/// Why the flight after an impact is no way out: lambda > 0 and n.w > 0 are required, but for
/// contacts that the impact brings to rest.
std::string CollisionEngine::no_outgoing_root(const FlightPoint& point) const {
  if (!(point.sigma > 0.0)) return "the root found has impulse " + brief(point.sigma);
  const Vector speeds = cone_.gradients().transpose() * point.w;
  for (const auto& [first, last] : contacts_.row_entries()) {  // of a union one piece is enough
    bool struck = false, leaves = false;
    for (Index i = first; i < last; ++i) {
      struck = struck || struck_[i] != 0.0;
      leaves = leaves || launch_.held[i] != 0.0 || speeds[i] > 0.0;
    }
    if (struck && !leaves) return "the root found does not leave '" + contacts_.name(first) + "'";
  }
  return {};
}

/// Completes the log of the impact that the flight began with.
void CollisionEngine::settle(const FlightPoint& point, Step& to) {
  if (!unsettled_) return;
  unsettled_ = false;
  Impact& impact = to.impacts.back();
  impact.energy_plus = flight_.energies(launch_, point).start;
  impact.p_plus = launch_.impact ? Vector(launch_.p + point.sigma * d_) : launch_.p;
  if (launch_.impact) push_ = point.sigma * y_;
  std::vector<double> pushes, rubs;
  for (const Index i : impact.constraints) {
    pushes.push_back(push_[i]);
    const auto [first, last] = contacts_.tangents_of(i);
    for (Index j = first; j < last; ++j) rubs.push_back(rub_[j]);
  }
  impact.impulse = Eigen::Map<const Vector>(pushes.data(), static_cast<Index>(pushes.size()));
  impact.friction = Eigen::Map<const Vector>(rubs.data(), static_cast<Index>(rubs.size()));
}

}  // namespace ricochet
