#include "ricochet/certify/reflection_check.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace ricochet {

ReflectionCheck::ReflectionCheck(const System& s, const Discretization& d, const Energy& energy,
                                 bool resting)
    : length_(s.length()),
      time_(s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      resting_(resting),
      keeps_H_(energy.name() == Energy::continuous.name()),
      F_(s.n(), s.k()),
      reactions_(s.n(), s.k()),
      speeds_(Vector::Zero(s.m())),
      p_(s.n()),
      push_(s.n()),
      v_(s.n()) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  const Expr at = Expr::sym("at", s.n()), theta = s.parameter_symbols();
  terms_ = Kernel("certify_reflection", {at, q, theta},
                  cse(std::vector<Expr>{s.G(at), densify(s.F(at)), s.V(q)}), true);
  G_ = Columns(terms_.sparsity_out(0));
  if (!keeps_H_)
    energy_ = Kernel("certify_energy", {q, p, h, theta}, {energy.expression(s, d, q, p, h)});
  set_parameters(s);
}

void ReflectionCheck::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  reactions_.M_inverse() = s.M_now().llt().solve(Matrix::Identity(s.n(), s.n()));
}

void ReflectionCheck::place(const Vector& at, const Vector& q) {
  terms_({at, q, theta_}, {G_.values(), F_, V_});
  reactions_.place(F_);
}

const Vector& ReflectionCheck::speeds(const Vector& p) {
  push_ = p;
  reactions_.remove_from(push_);
  reactions_.velocity(push_, v_);
  speeds_.noalias() = G_.matrix().transpose() * v_;
  return speeds_;
}

/// At one q the kinetic energy changes by as much as H, without the round-off of V.
ReflectionCheck::Energies ReflectionCheck::energies(const Vector& q, const Vector& p, double h) {
  reactions_.velocity(p, v_);
  Energies E;
  E.kinetic = 0.5 * p.dot(v_);
  if (keeps_H_)
    E.given = V_ + E.kinetic;
  else
    energy_({q, p, h, theta_}, {E.given});
  return E;
}

/// p_ += N y, [KP12] (6.6), (7.7).
void ReflectionCheck::push(const ReflectionPass& pass) {
  push_.setZero();
  const auto G = G_.matrix();
  for (size_t j = 0; j < pass.set.size(); ++j)
    push_ += pass.impulse[static_cast<Index>(j)] * G.col(pass.set[j]);
  reactions_.remove_from(push_);
  p_ += push_;
}

void ReflectionCheck::check(const Vector& q, double h, const Vector& p_minus, const Vector& p_plus,
                            const ReflectionPass* first, const ReflectionPass* last,
                            Findings& found) {
  p_ = p_minus;
  const Energies start = energies(q, p_, h);
  Energies before = start;
  double mismatch = 0.0;  // of the energy that each pass keeps, its own or H
  const double slack = resting_ ? speed_tolerance_ : 0.0;
  for (const ReflectionPass* pass = first; pass != last; ++pass) {
    (void)speeds(p_);
    for (size_t j = 0; j < pass->set.size(); ++j) {
      const Index i = pass->set[j];
      const double y = pass->impulse[static_cast<Index>(j)];
      found.take(Findings::sign, y >= 0.0 ? 0.0 : length_, "is pulled by a reflection", i);
      if (y != 0.0)
        found.take(Findings::jump, time_ * std::max(0.0, speeds_[i] - slack),
                   "is reflected but not approached", i);
    }
    push(*pass);
    const Energies after = energies(q, p_, h);
    mismatch +=
        std::min(std::abs(after.given - before.given), std::abs(after.kinetic - before.kinetic));
    before = after;
  }
  // Kinetic energy is what a reflection turns; a share of |E| covers the round-off of a large V.
  const double scale = std::max(before.kinetic, 1e-3 * std::abs(start.given));
  found.take(Findings::energy, length_ * mismatch / std::max(scale, 1e-300),
             "the energy changes in a reflection");
  push_ = p_ - p_plus;
  reactions_.velocity(push_, v_);
  found.take_largest(Findings::jump, v_, "the momentum behind a reflection is another one", time_);
  (void)speeds(p_plus);
}

void ReflectionCheck::check_left(Index i, Findings& found) const {
  found.take(Findings::jump, time_ * std::max(0.0, -speeds_[i] - 2.0 * speed_tolerance_),
             "is approached and not reflected", i);
}

}  // namespace ricochet
