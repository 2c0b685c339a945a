#include "ricochet/flight/contact_landing.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double slow_slip = 1e-7;  // of length/time

}  // namespace

double slowest_slip(const System& s) { return slow_slip * s.length() / s.specification().time; }

void rub_against(const Eigen::Ref<const Vector>& d, const CoulombContact& contact, double slow,
                 const Vector& u, const Vector& r, Vector& change) {
  const Index first = contact.row + 1, count = contact.tangents;
  if (d.isZero(0.0) || u.segment(first, count).dot(d) > slow) return;
  change.segment(first, count) = -contact.friction * r[contact.row] * d - r.segment(first, count);
}

ContactLanding::ContactLanding(const System& s, const Backend& backend, Options options)
    : contacts_(s.contacts()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      limit_(velocity_limit(s)),
      slow_slip_(slowest_slip(s)),
      along_flight_(options.along_flight),
      coulomb_(backend, most_posed(s), most_tangents(s),
               {.select = options.select, .time = s.specification().time}),
      operator_(s),
      velocity_(s.n()) {}

StepReport ContactLanding::land(const std::vector<Index>& contacts, const Vector& friction,
                                const Vector& slips, Flight& flight, const FlightPoint& point,
                                Launch& launch, Multipliers& force) {
  StepReport report = solve(contacts, friction, slips, flight, point, launch);
  if (!report.ok()) return report;
  launch.p = p_;
  launch.pinned.setZero();
  force.xi.setZero(point.nu.size());
  give(launch.p, force);
  return report;
}

/// The momentum p_ without the landing, and the impulses r_ of the landing.
StepReport ContactLanding::solve(const std::vector<Index>& contacts, const Vector& friction,
                                 const Vector& slips, Flight& flight, const FlightPoint& point,
                                 const Launch& launch) {
  p_ = flight.momentum(launch, point);
  if (!p_.allFinite()) return {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  operator_.place(point.q);
  operator_.velocity(p_, velocity_);
  operator_.constrain(velocity_);
  choose(contacts, point, launch);
  turn(friction, slips);
  measure();
  r_.setZero(b_.size());
  StepReport report = coulomb_.solve({.W = W_, .b = b_, .contacts = turned_, .limit = limit_}, r_);
  if (report.ok()) return report;
  std::vector<Index> culprits;
  for (const Index i : coulomb_.culprits()) culprits.push_back(members_[static_cast<size_t>(i)]);
  report.message =
      "contacts " + contacts_.names(culprits) + " where a flight ends: " + report.message;
  return report;
}

bool ContactLanding::slips_left(const std::vector<Index>& contacts, const Vector& friction,
                                const Vector& slips, Flight& flight, const FlightPoint& point,
                                const Launch& launch, const Vector& towards, Vector& left) {
  if (!solve(contacts, friction, slips, flight, point, launch).ok()) return false;
  point_rows(towards, slips);
  u_ = b_;
  u_.noalias() += W_ * r_;
  change_.setZero(r_.size());
  for (const CoulombContact& c : turned_)
    rub_against(directions_.segment(c.row + 1, c.tangents), c, slow_slip_, u_, r_, change_);
  u_.noalias() += W_ * change_;
  for (size_t k = 0; k < members_.size(); ++k) {
    const CoulombContact& c = turned_[k];
    const auto d = directions_.segment(c.row + 1, c.tangents);
    if (!d.isZero(0.0)) left[members_[k]] = u_.segment(c.row + 1, c.tangents).dot(d);
  }
  return true;
}

/// The directions in the rows of the problem: where a contact has one row left along its flight,
/// that way round.
void ContactLanding::point_rows(const Vector& towards, const Vector& slips) {
  directions_.setZero(b_.size());
  for (size_t k = 0; k < members_.size(); ++k) {
    const auto [first, last] = contacts_.tangents_of(members_[k]);
    const auto d = towards.segment(first, last - first);
    if (last == first || d.isZero(0.0)) continue;
    const CoulombContact& c = turned_[k];
    if (c.tangents == last - first)
      directions_.segment(c.row + 1, c.tangents) = d;
    else
      directions_[c.row + 1] = d.dot(slips.segment(first, last - first)) > 0.0 ? 1.0 : -1.0;
  }
}

/// The contacts that were held, and those that are closed there and not approached.
void ContactLanding::choose(const std::vector<Index>& contacts, const FlightPoint& point,
                            const Launch& launch) {
  members_.clear();
  for (const Index i : contacts) {
    const bool met = point.gaps[i] <= gap_tolerance_ &&
                     operator_.gradients().col(i).dot(velocity_) >= -speed_tolerance_;
    if (launch.held[i] != 0.0 || met) members_.push_back(i);
  }
  operator_.choose(members_, true);
}

/// The directions in which the members may rub, as combinations of their tangents.
void ContactLanding::turn(const Vector& friction, const Vector& slips) {
  rows_.take(contacts_, members_, friction);
  turned_.clear();
  along_.setZero(operator_.size(), rows_.size());
  Index row = 0;
  for (size_t k = 0; k < members_.size(); ++k) {
    CoulombContact contact = rows_.contacts()[k];
    const Index tangents = contact.tangents, column = contact.row;
    const auto slip = slips.segment(contacts_.tangents_of(members_[k]).first, tangents);
    const auto of_row = [&](Index j) { return rows_.columns()[static_cast<size_t>(column + j)]; };
    const bool slid = along_flight_ && tangents > 1 && slip.norm() > slow_slip_;
    if (slid) contact.tangents = 1;
    contact.row = row;
    along_(of_row(0), row) = 1.0;
    for (Index j = 0; j < tangents; ++j)
      along_(of_row(1 + j), row + 1 + (slid ? 0 : j)) = slid ? slip[j] / slip.norm() : 1.0;
    row += 1 + contact.tangents;
    turned_.push_back(contact);
  }
  along_.conservativeResize(Eigen::NoChange, row);
}

/// Mobilities and speeds of the rows.
void ContactLanding::measure() {
  const auto members = static_cast<Index>(members_.size());
  speeds_.resize(operator_.size());
  for (Index i = 0; i < members; ++i)
    speeds_[i] = operator_.gradients().col(members_[static_cast<size_t>(i)]).dot(velocity_);
  for (Index j = members; j < operator_.size(); ++j)
    speeds_[j] = operator_.tangents()
                     .col(operator_.tangent_columns()[static_cast<size_t>(j - members)])
                     .dot(velocity_);
  W_.noalias() = along_.transpose() * operator_.D() * along_;
  b_.noalias() = along_.transpose() * speeds_;
}

/// The impulses, and the reactions of the constraints.
void ContactLanding::give(Vector& p, Multipliers& force) {
  force.mu.setZero(contacts_.entries());
  force.pi.setZero(contacts_.tangents());
  impulses_.noalias() = along_ * r_;
  const size_t members = members_.size();
  for (size_t i = 0; i < members; ++i) force.mu[members_[i]] = impulses_[static_cast<Index>(i)];
  for (size_t j = 0; j < operator_.tangent_columns().size(); ++j)
    force.pi[operator_.tangent_columns()[j]] = impulses_[static_cast<Index>(members + j)];
  p += operator_.gradients() * force.mu;
  if (force.pi.size() > 0 && members > 0) p += operator_.tangents() * force.pi;
  operator_.keep_equalities(p, force.xi);
}

}  // namespace ricochet
