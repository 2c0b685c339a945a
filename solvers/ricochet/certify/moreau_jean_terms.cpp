#include "ricochet/certify/moreau_jean_terms.hpp"

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of .length

Expr slope(const System& s, const Expr& q) {
  const Expr at = Expr::sym("q", s.n());
  return substitute(gradient(s.V(at), at), at, q);
}

/// duration * diagonal of A^T M^-1 A.
Expr mobility(const System& s, const Expr& A, double duration) {
  return A.size2() == 0 ? Expr(0, 1) : duration * densify(sum1(A * s.velocity(A)).T());
}

Index rows_of(const System& s) { return static_cast<Index>(s.specification().omega.size()); }

}  // namespace

MoreauJeanTerms::MoreauJeanTerms(const System& s, bool projected)
    : noticeable_(round_off * s.length()),
      table_(s.contacts()),
      dynamics_(2 * s.n()),
      equality_(projected ? s.k() : 0),
      hidden_(s.k() + rows_of(s)),
      gaps_(s.m()),
      other_place_(projected && s.k() > 0 ? s.n() : 0),
      x_(s.n()),
      v0_(s.n()),
      v1_(s.n()),
      p0_(s.n()),
      before_(s.m()),
      slip_before_(table_.tangents()),
      contacts_{
          .normal = gaps_, .slip = slip_before_, .reach = gaps_, .tangent_reach = slip_before_},
      constrained_(s) {
  make_motion(s, projected);
  make_contacts(s);
  set_parameters(s);
}

/// [AB08] with q* = q0 + h w, w = (v0 + v1)/2, and all gradients at x = q0 + h/2 v0. q1 may also be
/// the nearest position to q*, along the gradients at q1.
void MoreauJeanTerms::make_motion(const System& s, bool projected) {
  const Index n = s.n();
  const Expr q0 = Expr::sym("q0", n), p0 = Expr::sym("p0", n), q1 = Expr::sym("q1", n);
  const Expr p1 = Expr::sym("p1", n), t = Expr::sym("t"), h = Expr::sym("h");
  const Expr lambda = Expr::sym("lambda", s.m()), rho = Expr::sym("rho", table_.tangents());
  const Expr nu = Expr::sym("nu", s.k()), xi = Expr::sym("xi", s.k());
  const Expr kappa = Expr::sym("kappa", rows_of(s));
  const Expr v0 = s.velocity(p0), v1 = s.velocity(p1), x = q0 + 0.5 * h * v0;
  const Expr w = 0.5 * (v0 + v1), moved = q0 + h * w, F = s.F(x), rows = s.omega(x);
  Expr pull = -slope(s, q0) - slope(s, moved);
  if (!s.specification().forces.empty()) pull += s.Q(q0, w, t) + s.Q(moved, w, t + h);
  const Expr balance = p1 - p0 - 0.5 * h * pull - mtimes(s.G(x), lambda) - mtimes(s.T(x), rho) -
                       mtimes(F, nu) - mtimes(rows.T(), kappa);
  const Expr place = moved + h * s.velocity(mtimes(F, xi)) - q1;
  const double time = s.specification().time;
  motion_ =
      Kernel("certify_moreau_jean",
             {q0, p0, q1, p1, t, h, lambda, rho, nu, kappa, xi, s.parameter_symbols()},
             {densify(stack({place, h * s.velocity(balance)})), projected ? s.f(q1) : Expr(0, 1),
              densify(time * stack({mtimes(F.T(), v1), mtimes(rows, v1)})), s.g(x), x, v0, v1});
  if (projected && s.k() > 0)
    place_ = Kernel("certify_place", {q0, p0, q1, p1, h, xi, s.parameter_symbols()},
                    {densify(moved + h * s.velocity(mtimes(s.F(q1), xi)) - q1)});
}

void MoreauJeanTerms::make_contacts(const System& s) {
  const Expr x = Expr::sym("x", s.n()), v0 = Expr::sym("v0", s.n()), v1 = Expr::sym("v1", s.n());
  const Expr theta = s.parameter_symbols(), G = s.G(x), T = s.T(x);
  const double time = s.specification().time;
  touch_ =
      Kernel("certify_touch", {x, v0, v1, theta},
             {densify(mtimes(G.T(), v1)), densify(mtimes(T.T(), v1)), densify(mtimes(G.T(), v0)),
              densify(mtimes(T.T(), v0)), mobility(s, G, time), mobility(s, T, time)});
}

void MoreauJeanTerms::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  constrained_.set_parameters(s);
}

void MoreauJeanTerms::evaluate_motion(const Step& from, double h, const Step& to) {
  p0_ = from.state.p;
  const Multipliers& force = to.force;
  motion_({from.state.q, p0_, to.state.q, to.state.p, from.state.t, h, force.lambda, force.rho,
           force.nu, force.kappa, force.xi, theta_},
          {dynamics_, equality_, hidden_, gaps_, x_, v0_, v1_});
  auto misplaced = dynamics_.head(x_.size());
  if (other_place_.size() == 0 || misplaced.lpNorm<Eigen::Infinity>() <= noticeable_) return;
  place_({from.state.q, p0_, to.state.q, to.state.p, h, force.xi, theta_}, {other_place_});
  if (other_place_.lpNorm<Eigen::Infinity>() < misplaced.lpNorm<Eigen::Infinity>())
    misplaced = other_place_;
}

void MoreauJeanTerms::evaluate_contacts(const Step& to, bool bounces) {
  if (bounces && hidden_.size() > 0) constrained_.find(x_, p0_, v0_);
  touch_({x_, v0_, v1_, theta_}, {contacts_.normal, contacts_.slip, before_, slip_before_,
                                  contacts_.reach, contacts_.tangent_reach});
  contacts_.lambda = to.force.lambda;
  contacts_.rho = to.force.rho;
}

void MoreauJeanTerms::add_rebound(Index contact, double e) {
  contacts_.normal[contact] += e * before_[contact];
  const auto [first, last] = table_.tangents_of(contact);
  for (Index j = first; j < last; ++j) contacts_.slip[j] += e * slip_before_[j];
}

}  // namespace ricochet
