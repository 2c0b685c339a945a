#include "support/contact_books.hpp"

#include "ricochet/contact/contact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::support {
namespace {

constexpr double no_slip = 1e-7;  // [m/s]: 1e4 times the limit of the law

}  // namespace

ContactBooks::ContactBooks(const System& s)
    : system_(s), mass_(s.M_now()), operator_(std::make_unique<ContactOperator>(s)) {}

ContactBooks::~ContactBooks() = default;

void ContactBooks::set(double restitution, double friction) {
  restitution_ = restitution;
  friction_ = friction;
}

Vector ContactBooks::velocity(const Vector& p) const {
  Vector v(p.size());
  operator_->velocity(p, v);
  operator_->constrain(v);
  return v;
}

double ContactBooks::kinetic(const Vector& q, const Vector& p) const {
  operator_->place(q);
  const Vector v = velocity(p);
  return 0.5 * v.dot(mass_ * v);
}

EnergyChange ContactBooks::of_impact(const Impact& impact) const {
  return {kinetic(impact.q, impact.p_minus), kinetic(impact.q, impact.p_plus)};
}

EnergyChange ContactBooks::of_landing(const FlightRecord& flight) const {
  const Vector q = flight.q + flight.tau * flight.w;
  const double after = kinetic(q, flight.p_end);
  std::vector<Index> pressed;
  for (Index i = 0; i < flight.force.mu.size(); ++i)
    if (flight.force.mu[i] != 0.0) pressed.push_back(i);
  if (pressed.empty()) return {after, after};
  operator_->choose(pressed, true);
  Vector p = flight.p_end - operator_->gradients() * flight.force.mu;
  for (const Index j : operator_->tangent_columns())
    p -= operator_->tangents().col(j) * flight.force.pi[j];
  const Vector v = velocity(p);
  return {0.5 * v.dot(mass_ * v), after};
}

double ContactBooks::slip(Index contact, const Vector& v) const {
  double sum = 0.0;
  const auto [first, last] = system_.contacts().tangents_of(contact);
  for (Index j = first; j < last; ++j) sum += std::pow(operator_->tangents().col(j).dot(v), 2);
  return std::sqrt(sum);
}

long ContactBooks::without_friction(const Impact& impact) const {
  if (friction_ == 0.0) return 0;
  operator_->place(impact.q);
  operator_->choose(impact.constraints, true);
  const Vector before = velocity(impact.p_minus), after = velocity(impact.p_plus);
  const double most = impact.impulse.size() > 0 ? impact.impulse.maxCoeff() : 0.0;
  long count = 0;
  Index row = 0;
  for (size_t k = 0; k < impact.constraints.size(); ++k) {
    const Index contact = impact.constraints[k];
    const auto [first, last] = system_.contacts().tangents_of(contact);
    const double rubs = impact.friction.segment(row, last - first).norm();
    row += last - first;
    // An impulse of rounding asks for friction of rounding.
    if (impact.impulse[static_cast<Index>(k)] <= 1e-9 * most || rubs > 0.0) continue;
    const double owes =
        std::min(slip(contact, after), slip(contact, after + restitution_ * before));
    if (owes > no_slip) ++count;
  }
  return count;
}

}  // namespace ricochet::support
