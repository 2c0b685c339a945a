#include "ricochet/certify/impact_terms.hpp"

#include "ricochet/certify/flight_terms.hpp"

#include <cmath>

namespace ricochet {

ImpactTerms::ImpactTerms(const System& s)
    : T_(s.n(), s.contacts().tangents()),
      contacts_(s.contacts()),
      rheonomic_(s.rheonomic()),
      theta_(s.parameter_values()),
      rest_(s.n()),
      rates_(s.k() + static_cast<Index>(s.specification().omega.size())),
      gap_rates_(s.m()),
      drift_(Vector::Zero(s.n())),
      v_minus_(s.n()),
      v_plus_(s.n()),
      p_(s.n()),
      left_(s.n()) {
  for (Vector* v : {&normal_minus, &normal_plus, &moving}) v->setZero(s.m());
  for (Vector* v : {&slip_minus, &slip_plus}) v->setZero(T_.cols());
  const Expr q = Expr::sym("q", s.n());
  terms_ = Kernel("certify_impact", {q, s.parameter_symbols()},
                  {s.G(q), densify(s.T(q)), horzcat(s.F(q), s.omega(q).T()),
                   solve(mass_at(s, q), Expr::eye(s.n())), densify(rest_momentum(s, q)),
                   densify(vertcat(s.f_rate(q), s.omega_rate(q))), densify(s.g_rate(q))},
                  true);
  G_ = Columns(terms_.sparsity_out(0));
  reactions_ = ReactionSpace(terms_.sparsity_out(3), terms_.sparsity_out(2));
}

/// The velocity of a momentum, freed from reactions; returns the kinetic energy.
double ImpactTerms::velocity(const Vector& p, Vector& v) {
  p_ = p - rest_;
  reactions_.remove_from(p_);
  reactions_.velocity(p_, v);
  return 0.5 * p_.dot(v);
}

void ImpactTerms::evaluate(const Vector& q, double t, const Vector& before, const Vector& after) {
  if (rheonomic_) theta_[theta_.size() - 1] = t;
  terms_({q, theta_}, {G_.values(), T_, reactions_.gradients(), reactions_.inverse_masses(), rest_,
                       rates_, gap_rates_});
  reactions_.place(rates_);
  kinetic_minus = velocity(before, v_minus_);
  kinetic_plus = velocity(after, v_plus_);
  const auto G = G_.matrix();
  if (rheonomic_) {
    drift_.setZero();
    reactions_.follow(drift_);
    v_minus_ += drift_;
    v_plus_ += drift_;
    moving.noalias() = G.transpose() * drift_;
    moving += gap_rates_;
  }
  normal_minus = gap_rates_;
  normal_minus.noalias() += G.transpose() * v_minus_;
  normal_plus = gap_rates_;
  normal_plus.noalias() += G.transpose() * v_plus_;
  slip_minus.noalias() = T_.transpose() * v_minus_;
  slip_plus.noalias() = T_.transpose() * v_plus_;
}

const Vector& ImpactTerms::unexplained(const Vector& before, const Vector& after,
                                       const std::vector<Index>& contacts, const Vector& impulse,
                                       const Vector& friction) {
  p_ = after - before;
  const auto G = G_.matrix();
  Index next = 0;
  for (size_t j = 0; j < contacts.size(); ++j) {
    p_ -= impulse[static_cast<Index>(j)] * G.col(contacts[j]);
    const auto [begin, end] = contacts_.tangents_of(contacts[j]);
    for (Index l = begin; l < end && next < friction.size(); ++l)
      p_ -= friction[next++] * T_.col(l);
  }
  reactions_.remove_from(p_);
  reactions_.velocity(p_, left_);
  return left_;
}

double ImpactTerms::share(const Vector& column) {
  left_ = column;
  reactions_.remove_from(left_);
  reactions_.velocity(left_, p_);
  return left_.dot(p_);
}

double ImpactTerms::mobility(Index entry) {
  v_plus_ = G_.matrix().col(entry);
  return share(v_plus_);
}

double ImpactTerms::tangent_mobility(Index tangent) {
  v_plus_ = T_.col(tangent);
  return share(v_plus_);
}

double ImpactTerms::top_speed(Index entry) const {
  return std::abs(gap_rates_[entry]) + G_.matrix().col(entry).cwiseAbs().dot(v_minus_.cwiseAbs());
}

}  // namespace ricochet
