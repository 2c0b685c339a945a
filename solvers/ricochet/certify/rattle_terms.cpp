#include "ricochet/certify/rattle_terms.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr double misplaced = 1e-12;  // of .length: worth another reading

Expr slope(const System& s, const Expr& q) {
  const Expr at = Expr::sym("q", s.n());
  return substitute(gradient(s.V(at), at), at, q);
}

/// duration * diagonal of A^T M^-1 A.
Expr mobility(const System& s, const Expr& A, const Expr& duration) {
  return A.size2() == 0 ? Expr(0, 1) : duration * densify(sum1(A * s.velocity(A)).T());
}

}  // namespace

RattleTerms::RattleTerms(const System& s)
    : n_(s.n()),
      m_(s.m()),
      k_(s.k()),
      noticeable_(misplaced * s.length()),
      table_(s.contacts()),
      theta_(s.parameter_values()),
      rows_(2 * n_ + 2 * k_ + 2 * m_),
      other_rows_(rows_.size()),
      no_nu_(Vector::Zero(k_)),
      p_start_(n_),
      p_end_(n_),
      before_(m_),
      normal_back_(m_),
      slip_back_(table_.tangents()),
      work_(n_),
      moved_(n_) {
  for (CoulombTerms* stage : {&first_, &second_}) {
    for (Vector* v : {&stage->lambda, &stage->normal, &stage->reach}) v->setZero(m_);
    for (Vector* v : {&stage->rho, &stage->slip, &stage->tangent_reach})
      v->setZero(table_.tangents());
  }
  second_.duration = s.specification().time;
  make_motion(s);
  make_contacts(s);
  make_work(s);
  set_parameters(s);
}

void RattleTerms::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  reactions_.set_masses(s.masses());
}

/// Both halves of Verlet's rule, from p_start = p0 + G(q0) R1 + T(q0) rho1 to p_end = p1 - G(q1) R2
/// - T(q1) rho2.
void RattleTerms::make_motion(const System& s) {
  const Expr q0 = Expr::sym("q0", n_), q1 = Expr::sym("q1", n_), p1 = Expr::sym("p1", n_);
  const Expr p_start = Expr::sym("p_start", n_), p_end = Expr::sym("p_end", n_);
  const Expr t = Expr::sym("t"), h = Expr::sym("h"), w = (q1 - q0) / h;
  const Expr nu = Expr::sym("nu", k_), xi = Expr::sym("xi", k_), F1 = s.F(q1);
  Expr pull0 = -slope(s, q0), pull1 = -slope(s, q1);
  if (!s.specification().forces.empty()) {
    pull0 += s.Q(q0, w, t);
    pull1 += s.Q(q1, w, t + h);
  }
  const Expr start = mtimes(s.M(), w) - p_start - 0.5 * h * pull0 - mtimes(s.F(q0), nu);
  const Expr end = p_end - mtimes(s.M(), w) - 0.5 * h * pull1 - mtimes(F1, xi);
  const double time = s.specification().time;
  motion_ =
      Kernel("certify_rattle", {q0, p_start, q1, p_end, p1, t, h, nu, xi, s.parameter_symbols()},
             {densify(stack({h * s.velocity(start), h * s.velocity(end), s.f(q1),
                             time * mtimes(F1.T(), s.velocity(p1)), s.g(q0), s.g(q1)}))});
}

void RattleTerms::make_contacts(const System& s) {
  const Expr q0 = Expr::sym("q0", n_), p0 = Expr::sym("p0", n_), h = Expr::sym("h");
  const Expr q1 = Expr::sym("q1", n_), p1 = Expr::sym("p1", n_), theta = s.parameter_symbols();
  const Expr R1 = Expr::sym("R1", m_), rho1 = Expr::sym("rho1", table_.tangents());
  const Expr R2 = Expr::sym("R2", m_), rho2 = Expr::sym("rho2", table_.tangents());
  const Expr G0 = s.G(q0), G1 = s.G(q1), T0 = s.T(q0), T1 = s.T(q1);
  impulses_ =
      Kernel("certify_impulses", {q0, p0, q1, p1, R1, rho1, R2, rho2, theta},
             {p0 + mtimes(G0, R1) + mtimes(T0, rho1), p1 - mtimes(G1, R2) - mtimes(T1, rho2)});
  const Expr nu = Expr::sym("nu", k_);
  impulses_at_end_ = Kernel("certify_nearest", {p0, q1, R1, nu, theta},
                            {p0 + mtimes(G1, R1) + mtimes(s.F(q1), nu)});
  const Expr v0 = s.velocity(p0), v1 = s.velocity(p1), w = (q1 - q0) / h;
  const double time = s.specification().time;
  touch_ = Kernel(
      "certify_touch", {q0, p0, q1, p1, h, theta},
      {densify(mtimes(G0.T(), v0)), s.g(q1) / h, densify(mtimes(s.T(0.5 * (q0 + q1)).T(), w)),
       mobility(s, G0, h), mobility(s, T0, h), densify(mtimes(G1.T(), v1)),
       densify(mtimes(T1.T(), v1)), mobility(s, G1, time), mobility(s, T1, time)});
  constraints_ = Kernel("certify_constraints", {q1, theta}, {s.F(q1)}, true);
  reactions_ = ReactionSpace(s.masses(), constraints_.sparsity_out(0));
  const Expr v = Expr::sym("v", n_);
  rebound_ = Kernel("certify_rebound", {q1, v, theta},
                    {densify(mtimes(G1.T(), v)), densify(mtimes(T1.T(), v))});
}

/// Impulses I1 that begin with v0 do the work I1^T (v0 + M^-1 I1 / 2), and I2 that end with v1 the
/// work I2^T (v1 - M^-1 I2 / 2).
void RattleTerms::make_work(const System& s) {
  const Expr q0 = Expr::sym("q0", n_), q1 = Expr::sym("q1", n_), p0 = Expr::sym("p0", n_);
  const Expr p1 = Expr::sym("p1", n_), nearest = Expr::sym("nearest"),
             theta = s.parameter_symbols();
  const Expr R1 = Expr::sym("R1", m_), rho1 = Expr::sym("rho1", table_.tangents());
  const Expr R2 = Expr::sym("R2", m_), rho2 = Expr::sym("rho2", table_.tangents());
  const Expr nu = Expr::sym("nu", k_), xi = Expr::sym("xi", k_), v1 = s.velocity(p1);
  const Expr G1 = s.G(q1), T1 = s.T(q1), F1 = s.F(q1);
  const Expr along_start = mtimes(s.G(q0), R1) + mtimes(s.T(q0), rho1) + mtimes(s.F(q0), nu);
  const Expr along_end = mtimes(G1, R1) + mtimes(F1, nu);
  const Expr first = along_start + nearest * (along_end - along_start);
  const Expr second = mtimes(G1, R2) + mtimes(T1, rho2) + mtimes(F1, xi);
  const Expr work1 = first * (s.velocity(p0) + 0.5 * s.velocity(first));
  const Expr work2 = second * (v1 - 0.5 * s.velocity(second));
  works_ =
      Kernel("certify_work", {q0, p0, q1, p1, nearest, R1, rho1, nu, R2, rho2, xi, theta},
             {densify(work1 + work2), densify(fabs(work1) + fabs(work2) + 0.5 * fabs(p1 * v1))});
}

void RattleTerms::evaluate_motion(const Step& from, double h, const Step& to) {
  const auto& [t, q0, p0] = from.state;
  const Multipliers& force = to.force;
  const bool acts = force.lambda.any() || force.mu.any() || force.rho.any() || force.pi.any();
  if (acts)
    impulses_({q0, p0, to.state.q, to.state.p, force.lambda, force.rho, force.mu, force.pi, theta_},
              {p_start_, p_end_});
  motion_({q0, acts ? p_start_ : p0, to.state.q, acts ? p_end_ : to.state.p, to.state.p, t, h,
           force.nu, force.xi, theta_},
          {rows_});
  nearest_ = false;
  if (m_ > 0 && !(rows_.head(n_).lpNorm<Eigen::Infinity>() <= noticeable_))
    try_nearest(from, h, to);
}

void RattleTerms::try_nearest(const Step& from, double h, const Step& to) {
  const Multipliers& force = to.force;
  const auto& [t, q0, p0] = from.state;
  const auto& [t1, q1, p1] = to.state;
  impulses_({q0, p0, q1, p1, force.lambda, force.rho, force.mu, force.pi, theta_},
            {p_start_, p_end_});
  impulses_at_end_({p0, q1, force.lambda, force.nu, theta_}, {p_start_});
  motion_({q0, p_start_, q1, p_end_, p1, t, h, no_nu_, force.xi, theta_}, {other_rows_});
  nearest_ =
      other_rows_.head(n_).lpNorm<Eigen::Infinity>() < rows_.head(n_).lpNorm<Eigen::Infinity>();
  if (nearest_) rows_.swap(other_rows_);
}

void RattleTerms::evaluate_contacts(const Step& from, double h, const Step& to) {
  first_.duration = h;
  touch_({from.state.q, from.state.p, to.state.q, to.state.p, h, theta_},
         {before_, first_.normal, first_.slip, first_.reach, first_.tangent_reach, second_.normal,
          second_.slip, second_.reach, second_.tangent_reach});
  first_.lambda = to.force.lambda;
  first_.rho = to.force.rho;
  second_.lambda = to.force.lambda + to.force.mu;
  second_.rho = to.force.rho + to.force.pi;
}

void RattleTerms::place_rebound(const Step& from, const Step& to) {
  p_start_ = from.state.p;
  if (k_ > 0) {
    constraints_({to.state.q, theta_}, {reactions_.gradients()});
    reactions_.place();
    reactions_.remove_from(p_start_);
  }
  reactions_.velocity(p_start_, p_end_);
  rebound_({to.state.q, p_end_, theta_}, {normal_back_, slip_back_});
}

void RattleTerms::add_placed_rebound(Index contact, double e) {
  second_.normal[contact] += e * normal_back_[contact];
  const auto [first, last] = table_.tangents_of(contact);
  for (Index j = first; j < last; ++j) second_.slip[j] += e * slip_back_[j];
}

void RattleTerms::evaluate_work(const Step& from, const Step& to) {
  const Multipliers& force = to.force;
  works_({from.state.q, from.state.p, to.state.q, to.state.p, nearest_ ? 1.0 : 0.0, force.lambda,
          force.rho, force.nu, force.mu, force.pi, force.xi, theta_},
         {work_, moved_});
}

double RattleTerms::mean_slip(Index contact) const {
  const auto [first, last] = table_.tangents_of(contact);
  return first_.slip.segment(first, last - first).norm();
}

double RattleTerms::direct(Index contact) {
  const auto [first, last] = table_.tangents_of(contact);
  const Index size = last - first;
  const double slip = mean_slip(contact);
  auto ends = second_.slip.segment(first, size);
  const auto way = first_.slip.segment(first, size), rub = second_.rho.segment(first, size);
  ends = (ends.dot(way) / (slip * slip)) * way.eval();
  return (rub - (rub.dot(way) / (slip * slip)) * way).norm();
}

}  // namespace ricochet
