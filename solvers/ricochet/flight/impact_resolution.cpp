#include "ricochet/flight/impact_resolution.hpp"

#include "ricochet/text/text.hpp"

#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr double share_of_rest = 0.5;  // of the elastic impulse: restitution 0

}  // namespace

ImpactResolution::ImpactResolution(const System& s, const Backend& backend, SlowImpact slow,
                                   std::unique_ptr<ImpactLaw> law)
    : n_(s.n() - (s.has_clock() ? 1 : 0)),
      slow_impact_(slow),
      speed_tolerance_(s.tolerances().speed),
      contacts_(s.contacts()),
      cone_(s, backend),
      law_(std::move(law)),
      touching_(Mask::Zero(s.m())),
      struck_(touching_) {}

ImpactResolution::ImpactResolution(const ImpactResolution& o)
    : n_(o.n_),
      slow_impact_(o.slow_impact_),
      speed_tolerance_(o.speed_tolerance_),
      contacts_(o.contacts_),
      cone_(o.cone_),
      law_(o.law_ ? o.law_->clone() : nullptr),
      touching_(o.touching_),
      struck_(o.struck_) {}

void ImpactResolution::set_parameters(const System& s) {
  cone_.set_parameters(s);
  if (law_) law_->set_parameters(s);
}

bool ImpactResolution::meet(GapField& gaps, const Launch& launch, double within) {
  unsettled_ = false;
  cone_.place(launch.q, launch.p);
  const Vector& g = gaps.touching(launch.q, cone_.velocity(), within, touching_);
  bool approached = false;
  for (Index i = 0; i < touching_.size(); ++i)
    approached = approached || (touching_[i] != 0.0 && g[i] <= 0.0 &&
                                cone_.normal_speeds()[i] < -speed_tolerance_);
  return approached;
}

bool ImpactResolution::approached() const {
  for (Index i = 0; i < touching_.size(); ++i)
    if (touching_[i] != 0.0 && cone_.normal_speeds()[i] < -speed_tolerance_) return true;
  return false;
}

void ImpactResolution::strike(const Event& event, Holding& holding, Launch& launch, Step& to) {
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
  impact.t = launch.t;
  impact.alpha = event.alpha;
  impact.q = launch.q.head(n_);
  impact.p_minus = launch.p.head(n_);
  impact.energy_minus = event.energy;
  indices(struck_, impact.constraints);
  unsettled_ = true;
  push_ = y_;  // if it is elastic, times a factor that the flight finds
  rub_.setZero(contacts_.tangents());
  launch.impact = true;  // sigma d, [FMOW03] (48)
  launch.direction = d_;
  launch.energy = event.energy;
  launch.pinned.setZero();
  share_ = 1.0;
  if (law_) return apply_law(event.capped, holding, launch, to);
  holding.hold_resting(touching_, cone_.speeds_after(2.0 * d_), launch);
}

void ImpactResolution::apply_law(bool capped, Holding& holding, Launch& launch, Step& to) {
  const ImpactOutcome outcome = law_->apply({launch.q, launch.p, touching_, d_, y_, cone_, capped});
  to.report.merge(outcome.report);
  if (!outcome.report.ok()) {  // there is no impact
    to.impacts.pop_back();
    unsettled_ = launch.impact = false;
    return;
  }
  Impact& impact = to.impacts.back();
  impact.flagged = outcome.flagged;
  share_ = outcome.share;
  if (outcome.elastic && capped) {
    impact.flagged |= share_ != share_of_rest;  // else rest is the law itself
    kick(1.0, launch);
    return holding.hold_resting(touching_, cone_.speeds_after(d_), launch);
  }
  if (outcome.elastic) return holding.hold_resting(touching_, cone_.speeds_after(2.0 * d_), launch);
  launch.impact = false;
  const Vector change = outcome.p_plus - launch.p;
  launch.p = outcome.p_plus;
  launch.struck = true;
  push_ = outcome.normal;
  rub_ = outcome.tangential;
  for (Index i = 0; i < push_.size(); ++i)  // friction may press a contact that was not approached
    if (push_[i] != 0.0) struck_[i] = 1.0;
  for (Index j = 0; j < rub_.size(); ++j)  // a contact that sticks may rub without a push
    if (rub_[j] != 0.0) struck_[contacts_.tangent_entries()[static_cast<size_t>(j)]] = 1.0;
  indices(struck_, impact.constraints);
  holding.hold_resting(touching_, cone_.speeds_after(change), launch);
}

/// The impulse factor * d, before the flight.
void ImpactResolution::kick(double factor, Launch& launch) {
  launch.impact = false;
  launch.struck = has_law();
  launch.p += factor * d_;
  push_ = factor * y_;
}

bool ImpactResolution::give_share(const FlightPoint& end, Holding& holding, Launch& launch,
                                  Step& to) {
  if (!launch.impact || share_ == 1.0) return false;
  const double factor = share_ * end.sigma;
  const bool too_little = factor < 1.0;  // to stop the approach
  if (too_little ||
      law_->rests({launch.q, launch.p, touching_, d_, y_, cone_}, launch.p + factor * d_)) {
    to.impacts.back().flagged |= share_ > share_of_rest;  // else rest is the law itself
    kick(1.0, launch);
    holding.hold_resting(touching_, cone_.speeds_after(d_), launch);
  } else {
    kick(factor, launch);
  }
  return true;
}

void ImpactResolution::slow_down(const std::string& why, Holding& holding, Launch& launch,
                                 Step& to) {
  Impact& impact = to.impacts.back();
  const SlowImpact way = share_ < 1.0 ? SlowImpact::contact : slow_impact_;  // a loss ends in rest
  if (way == SlowImpact::fail) {
    to.report.status = StepStatus::no_admissible_root;
    to.report.message =
        titled("impact on " + names() + " at t = " + brief(launch.t) +
                   " s, alpha = " + brief(impact.alpha) + ", normal speed " +
                   brief(cone_.normal_speeds().cwiseProduct(struck_).minCoeff()) + " m/s",
               why);
    return;
  }
  impact.flagged |= share_ != share_of_rest;  // else rest is the law itself
  const double factor = way == SlowImpact::contact ? 1.0 : 2.0;
  kick(factor, launch);
  holding.hold_resting(touching_, cone_.speeds_after(factor * d_), launch);
}

void ImpactResolution::stop(Launch& launch, Step& to) {
  if (launch.impact) kick(1.0, launch);
  if (!to.impacts.empty()) to.impacts.back().flagged = true;
}

/// lambda > 0 and n.w > 0 are required, [FMOW03] (75), but for contacts that the impact brings to
/// rest.
std::string ImpactResolution::no_way_out(const FlightPoint& point, const Launch& launch) const {
  if (!(point.sigma > 0.0)) return "the root found has impulse " + brief(point.sigma);
  const Vector speeds = cone_.gradients().transpose() * point.w;
  for (const auto& [first, last] : contacts_.row_entries()) {  // of a union one piece is enough
    bool hit = false, leaves = false;
    for (Index i = first; i < last; ++i) {
      hit = hit || struck_[i] != 0.0;
      leaves = leaves || launch.held[i] != 0.0 || speeds[i] > 0.0;
    }
    if (hit && !leaves) return "the root found does not leave '" + contacts_.name(first) + "'";
  }
  return {};
}

void ImpactResolution::settle(const FlightPoint& point, double energy, const Launch& launch,
                              Step& to) {
  if (!unsettled_) return;
  unsettled_ = false;
  Impact& impact = to.impacts.back();
  impact.energy_plus = energy;
  impact.p_plus = launch.p.head(n_);
  if (launch.impact) {
    impact.p_plus += point.sigma * d_.head(n_);
    push_ = point.sigma * y_;
  }
  std::vector<double> pushes, rubs;
  for (const Index i : impact.constraints) {
    pushes.push_back(push_[i]);
    const auto [first, last] = contacts_.tangents_of(i);
    for (Index j = first; j < last; ++j) rubs.push_back(rub_[j]);
  }
  impact.impulse = Eigen::Map<const Vector>(pushes.data(), static_cast<Index>(pushes.size()));
  impact.friction = Eigen::Map<const Vector>(rubs.data(), static_cast<Index>(rubs.size()));
}

bool ImpactResolution::approaches(Index contact, const FlightPoint& end, const Launch& launch) {
  if (launch.impact) return cone_.speeds_after(end.sigma * d_)[contact] < -speed_tolerance_;
  cone_.place(launch.q, launch.p);
  return cone_.normal_speeds()[contact] < -speed_tolerance_;
}

}  // namespace ricochet
