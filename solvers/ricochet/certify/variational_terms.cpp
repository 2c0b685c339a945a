#include "ricochet/certify/variational_terms.hpp"

#include "ricochet/certify/impulse_of_forces.hpp"

namespace ricochet {
namespace {

using Claims = VariationalClaims;

/// duration * diagonal of A^T M^-1 A: the length by which an impulse of 1 N s along a column moves.
Expr mobility(const System& s, const Expr& A, const Expr& duration) {
  if (A.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(A * s.velocity(A)).T());
}

}  // namespace

VariationalTerms::VariationalTerms(const System& system, const Discretization& d,
                                   const Claims& claims)
    : n_(system.n()),
      m_(system.m()),
      k_(system.k()),
      hidden_(claims.end == Claims::End::none ? 0 : k_),
      time_(system.specification().time),
      rows_(Vector::Zero(2 * n_ + k_ + hidden_)),
      gaps0_(Vector::Zero(m_)),
      gaps1_(gaps0_),
      predicted_off_(n_),
      predicted_f_(claims.bilateral_predictor ? k_ : 0),
      ahead_(gaps0_),
      start_{.speed = gaps0_, .push = gaps0_, .p = Vector(n_)},
      end_(start_),
      rebound_(Vector::Zero(claims.end == Claims::End::restitution ? m_ : 0)) {
  const Expr q0 = Expr::sym("q0", n_), h = Expr::sym("h");
  const Expr& q1 = system.q();
  const Expr p_start = Expr::sym("p_start", n_), p_end = Expr::sym("p_end", n_);
  const Expr p1 = Expr::sym("p1", n_), nu = Expr::sym("nu", k_), xi = Expr::sym("xi", k_);
  const Expr t0 = Expr::sym("t0"), theta = system.parameter_symbols();
  const System s = system.at(t0), then = s.later(h);

  const Expr F1 = then.F(q1), w = (q1 - q0) / h;
  const Expr before = impulse_of_forces(s, d, q0, w, t0, h, false);
  const Expr after = impulse_of_forces(s, d, q0, w, t0, h, true);
  const Expr start = p_start + d.D1Ld(s, q0, q1, h) + before + mtimes(s.F(q0), nu);  // (7.8)
  const Expr end = p_end - d.D2Ld(s, q0, q1, h) - after - mtimes(F1, xi);            // (7.9)
  std::vector<Expr> rows = {h * s.velocity(start), h * s.velocity(end), then.f(q1)};
  if (hidden_ > 0) rows.push_back(time_ * (mtimes(F1.T(), s.velocity(p1)) + then.f_rate(q1)));
  std::vector<Expr> motion = {t0, q0, p_start, q1, p_end, h, theta};
  if (k_ > 0) motion.insert(motion.end(), {p1, nu, xi});
  motion_ = Kernel("certify_motion", motion, {densify(stack(rows)), s.g(q0), then.g(q1)});

  set_contacts(system);
  if (claims.predicts) set_prediction(system, d, claims.bilateral_predictor);
  set_parameters(system);
}

/// One kernel serves both ends: the rows of all contacts, written once.
void VariationalTerms::set_contacts(const System& system) {
  const Expr t = Expr::sym("t"), p = Expr::sym("p", n_);
  const Expr& q = system.q();
  const Expr impulse = Expr::sym("impulse", m_), push = Expr::sym("push", m_);
  const Expr sign = Expr::sym("sign"), duration = Expr::sym("duration");
  const Expr theta = system.parameter_symbols();
  const System s = system.at(t);
  const Expr G = s.G(q), speed = mtimes(G.T(), s.velocity(p)) + s.g_rate(q);
  contacts_ =
      Kernel("certify_contacts", {t, q, p, impulse, push, sign, duration, theta},
             {speed, mobility(s, G, duration) * push, p + sign * densify(mtimes(G, impulse))});
  if (rebound_.size() == 0) return;
  const Expr e = s.contact_parameters()(0, casadi::Slice()).T();
  struck_ = Kernel("certify_struck", {t, q, p, theta}, {e * speed});
}

/// The predictor of a step is free, (8.1), or has f(q^p) = 0 by reactions F(q0) nu as in (7.8).
void VariationalTerms::set_prediction(const System& system, const Discretization& d,
                                      bool bilateral) {
  const Expr q0 = Expr::sym("q0", n_), p0 = Expr::sym("p0", n_);
  const Expr& ahead = system.q();
  const Expr h = Expr::sym("h"), t0 = Expr::sym("t0");
  const System s = system.at(t0), then = s.later(h);
  const Expr momentum =
      p0 + d.D1Ld(s, q0, ahead, h) + impulse_of_forces(s, d, q0, (ahead - q0) / h, t0, h, false);
  std::vector<Expr> out = {densify(bilateral ? momentum : h * s.velocity(momentum)),
                           densify(then.g(ahead))};
  if (bilateral) out.insert(out.end(), {densify(then.f(ahead)), s.F(q0)});
  prediction_ =
      Kernel("certify_prediction", {t0, q0, p0, ahead, h, s.parameter_symbols()}, out, true);
  if (bilateral) reactions_ = ReactionSpace(system.masses(), prediction_.sparsity_out(3));
}

void VariationalTerms::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (predicted_f_.size() > 0) reactions_.set_masses(s.masses());
}

void VariationalTerms::evaluate_contacts(const Step& from, double h, const Step& to,
                                         const Vector& p_plus, const Vector& p1) {
  const auto& [t0, q0, p0] = from.state;
  const Vector &q1 = to.state.q, &lambda = to.force.lambda, &mu = to.force.mu;
  contacts_({t0, q0, p_plus, lambda, lambda, 1.0, h, theta_},
            {start_.speed, start_.push, start_.p});
  const bool strikes = rebound_.size() > 0;
  if (strikes) rebound_ = lambda + mu;
  contacts_({t0 + h, q1, p1, mu, strikes ? rebound_ : mu, -1.0, time_, theta_},
            {end_.speed, end_.push, end_.p});
  if (!strikes) return;
  struck_({t0, q0, p0, theta_}, {rebound_});
  rebound_ += end_.speed;
}

void VariationalTerms::skip_contacts() {
  for (Vector* v : {&start_.speed, &start_.push, &end_.speed, &end_.push, &rebound_}) v->setZero();
}

void VariationalTerms::evaluate_motion(const Step& from, double h, const Step& to,
                                       const Vector& p_start, const Vector& p_end) {
  const auto& [t0, q0, p0] = from.state;
  const auto& [t1, q1, p1] = to.state;
  if (k_ == 0)
    motion_({t0, q0, p_start, q1, p_end, h, theta_}, {rows_, gaps0_, gaps1_});
  else
    motion_({t0, q0, p_start, q1, p_end, h, theta_, p1, to.force.nu, to.force.xi},
            {rows_, gaps0_, gaps1_});
}

void VariationalTerms::evaluate_prediction(const Step& from, double h, const Step& to) {
  const auto& [t, q0, p0] = from.state;
  if (predicted_f_.size() == 0)
    return prediction_({t, q0, p0, to.predicted, h, theta_}, {predicted_off_, ahead_});
  prediction_({t, q0, p0, to.predicted, h, theta_},
              {predicted_off_, ahead_, predicted_f_, reactions_.gradients()});
  remove_reactions(h);
}

/// The Step does not hold the impulses of the predictor: what no impulse along F(q0) explains.
void VariationalTerms::remove_reactions(double h) {
  reactions_.place();
  reactions_.remove_from(predicted_off_);
  reactions_.velocity(predicted_off_, start_.p);
  predicted_off_ = h * start_.p;
}

}  // namespace ricochet
