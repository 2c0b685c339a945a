#include "ricochet/certify/reflection_check.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr long before_rest = 1000;  // passes of a lossy reflection that may be more than rest
constexpr double apart = 1e-12;     // of the mobilities: contacts that do not act on each other

}  // namespace

ReflectionCheck::ReflectionCheck(const System& s, const Discretization& d, const Energy& energy,
                                 bool resting)
    : length_(s.length()),
      time_(s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      resting_(resting),
      keeps_H_(energy.name() == Energy::continuous.name()),
      rheonomic_(s.rheonomic()),
      equality_rates_(Vector::Zero(s.k())),
      gap_rates_(Vector::Zero(s.m())),
      moving_(gap_rates_),
      speeds_(Vector::Zero(s.m())),
      p_(s.n()),
      push_(s.n()),
      v_(s.n()) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  const Expr &at = s.q(), theta = s.parameter_symbols();
  terms_ = Kernel("certify_reflection", {at, q, theta},
                  {s.G(at), s.F(at), s.V(q), densify(s.f_rate(at)), densify(s.g_rate(at))}, true);
  G_ = Columns(terms_.sparsity_out(0));
  reactions_ = ReactionSpace(s.masses(), terms_.sparsity_out(1));
  if (!keeps_H_)
    energy_ = Kernel("certify_energy", {q, p, h, theta}, {energy.expression(s, d, q, p, h)});
  set_parameters(s);
}

void ReflectionCheck::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  reactions_.set_masses(s.masses());
  const Matrix values = s.contact_values();
  Restitution& e = restitution_;
  for (Vector* v : {&e.of, &e.least, &e.shared, &e.speeds_before}) v->setZero(s.m());
  for (Index i = 0; i < s.m(); ++i) e.of[i] = values(0, s.contacts().row(i));
  e.lossy = s.m() > 0 && e.of.minCoeff() < 1.0;
  begin();
}

void ReflectionCheck::place(const Vector& at, const Vector& q, double t) {
  if (rheonomic_) theta_[theta_.size() - 1] = t;
  terms_({at, q, theta_}, {G_.values(), reactions_.gradients(), V_, equality_rates_, gap_rates_});
  reactions_.place(equality_rates_);
  if (!rheonomic_) return;
  v_.setZero();
  reactions_.follow(v_);
  moving_ = gap_rates_;
  moving_.noalias() += G_.matrix().transpose() * v_;
}

const Vector& ReflectionCheck::speeds(const Vector& p) {
  push_ = p;
  reactions_.remove_from(push_);
  reactions_.velocity(push_, v_);
  speeds_.noalias() = G_.matrix().transpose() * v_;
  if (rheonomic_) speeds_ += moving_;
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

/// One restitution for the members that act on each other: the least of those approached.
void ReflectionCheck::choose_restitution(const ReflectionPass& pass, bool rests) {
  const auto size = static_cast<Index>(pass.set.size());
  for (Index j = 0; j < size; ++j) {
    const Index i = pass.set[static_cast<size_t>(j)];
    restitution_.speeds_before[j] = speeds_[i];
    restitution_.shared[j] = !resting_ || speeds_[i] < -speed_tolerance_ ? restitution_.of[i] : 1.0;
    if (rests) restitution_.shared[j] = 0.0;
  }
  if (size > 0 &&
      restitution_.shared.head(size).minCoeff() < restitution_.shared.head(size).maxCoeff())
    share_restitution(pass);
  for (Index j = 0; j < size; ++j) {
    double& least = restitution_.least[pass.set[static_cast<size_t>(j)]];
    least = std::min(least, restitution_.shared[j]);
  }
}

void ReflectionCheck::share_restitution(const ReflectionPass& pass) {
  const auto size = static_cast<Index>(pass.set.size());
  const auto G = G_.matrix();
  if (restitution_.D.rows() < size) restitution_.D.resize(size, size);
  for (Index j = 0; j < size; ++j) {
    push_ = G.col(pass.set[static_cast<size_t>(j)]);
    reactions_.remove_from(push_);
    reactions_.velocity(push_, v_);
    for (Index i = 0; i < size; ++i)
      restitution_.D(i, j) = G.col(pass.set[static_cast<size_t>(i)]).dot(v_);
  }
  for (Index round = 0; round < size; ++round)
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j)
        if (std::abs(restitution_.D(i, j)) >
            apart * std::sqrt(restitution_.D(i, i) * restitution_.D(j, j)))
          restitution_.shared[i] = std::min(restitution_.shared[i], restitution_.shared[j]);
}

/// What the kinetic energy changes by in a pass, 1/2 sum (1 - e) y n.v.
double ReflectionCheck::loss(const ReflectionPass& pass) {
  double sum = 0.0;
  for (Index j = 0; j < pass.impulse.size(); ++j)
    sum += 0.5 * (1.0 - restitution_.shared[j]) * pass.impulse[j] * restitution_.speeds_before[j];
  return sum;
}

/// What contacts that move by themselves give [J].
double ReflectionCheck::work_of_walls(const ReflectionPass& pass) const {
  double work = 0.0;
  for (size_t j = 0; j < pass.set.size(); ++j)
    work -= pass.impulse[static_cast<Index>(j)] * moving_[pass.set[j]];
  return work;
}

/// 0 <= y _|_ n.v+ + e n.v- >= 0 behind a pass.
void ReflectionCheck::check_rebound(const ReflectionPass& pass, Findings& found) {
  (void)speeds(p_);
  for (size_t j = 0; j < pass.set.size(); ++j) {
    const auto member = static_cast<Index>(j);
    const double rebound =
        speeds_[pass.set[j]] + restitution_.shared[member] * restitution_.speeds_before[member];
    found.take(Findings::jump,
               time_ * (pass.impulse[member] != 0.0 ? std::abs(rebound) : std::max(0.0, -rebound)),
               "does not rebound by its restitution", pass.set[j]);
  }
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
    const bool rests = restitution_.lossy && pass - first >= before_rest;
    if (restitution_.lossy) choose_restitution(*pass, rests);
    for (size_t j = 0; j < pass->set.size(); ++j) {
      const Index i = pass->set[j];
      const double y = pass->impulse[static_cast<Index>(j)];
      found.take(Findings::sign, y >= 0.0 ? 0.0 : length_, "is pulled by a reflection", i);
      if (y != 0.0 && !rests)
        found.take(Findings::jump, time_ * std::max(0.0, speeds_[i] - slack),
                   "is reflected but not approached", i);
    }
    push(*pass);
    const Energies after = energies(q, p_, h);
    const double lost =
        (restitution_.lossy ? loss(*pass) : 0.0) + (rheonomic_ ? work_of_walls(*pass) : 0.0);
    mismatch += std::min(std::abs(after.given - before.given - lost),
                         std::abs(after.kinetic - before.kinetic - lost));
    before = after;
    if (restitution_.lossy) check_rebound(*pass, found);
  }
  // Kinetic energy is what a reflection turns; a share of |E| covers the round-off of a large V.
  const double kinetic =
      restitution_.lossy || rheonomic_ ? std::max(before.kinetic, start.kinetic) : before.kinetic;
  const double scale = std::max(kinetic, 1e-3 * std::abs(start.given));
  found.take(Findings::energy, length_ * mismatch / std::max(scale, 1e-300),
             "the energy changes in a reflection");
  push_ = p_ - p_plus;
  reactions_.velocity(push_, v_);
  found.take_largest(Findings::jump, v_, "the momentum behind a reflection is another one", time_);
  (void)speeds(p_plus);
}

void ReflectionCheck::check_scaled(const Impact& impact, double h, const ReflectionPass* first,
                                   const ReflectionPass* last, Findings& found) {
  total_.setZero(speeds_.size());
  for (const ReflectionPass* pass = first; pass != last; ++pass)
    for (size_t j = 0; j < pass->set.size(); ++j)
      total_[pass->set[j]] += pass->impulse[static_cast<Index>(j)];
  const double s = impact.impulse.sum() / total_.sum();
  found.take(Findings::sign, s > 0.0 ? 0.0 : length_, "an impact pulls");
  for (size_t j = 0; j < impact.constraints.size(); ++j) {
    const Index i = impact.constraints[j];
    const double y = impact.impulse[static_cast<Index>(j)];
    found.take(Findings::jump, time_ * coupling(i, i) * std::abs(y - s * total_[i]),
               "has another share of its reflection than the others", i);
    total_[i] = 0.0;
  }
  found.take_largest(Findings::jump, total_, "an impact leaves a contact of its reflection out");
  reflected_ = impact.p_minus + (impact.p_plus - impact.p_minus) / s;
  check(impact.q, h, impact.p_minus, reflected_, first, last, found);
  for (const Index i : impact.constraints) check_left(i, found);
}

double ReflectionCheck::coupling(Index i, Index j) {
  push_ = G_.matrix().col(j);
  reactions_.remove_from(push_);
  reactions_.velocity(push_, v_);
  return G_.matrix().col(i).dot(v_);
}

double ReflectionCheck::kinetic_energy(const Vector& p) {
  reactions_.velocity(p, v_);
  return 0.5 * p.dot(v_);
}

void ReflectionCheck::check_left(Index i, Findings& found) const {
  found.take(Findings::jump, time_ * std::max(0.0, -speeds_[i] - 2.0 * speed_tolerance_),
             "is approached and not reflected", i);
}

}  // namespace ricochet
