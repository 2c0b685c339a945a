#include "ricochet/discretization.hpp"

#include "ricochet/shadow/shadow_forms.hpp"
#include "ricochet/text/text.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

using Derivative =
    std::function<Expr(const Expr& Ld, const Expr& q0, const Expr& q1, const Expr& h)>;

/// Differentiates with respect to fresh symbols, then substitutes the arguments, so that any
/// expressions may be given for q0, q1 and h.
Expr derived(const Discretization::Rule& rule, const System& s, const Expr& q0, const Expr& q1,
             const Expr& h, const Derivative& derivative) {
  const Expr a = Expr::sym("q0", s.n()), b = Expr::sym("q1", s.n()), step = Expr::sym("h");
  const Expr d = derivative(rule(s, a, b, step), a, b, step);
  return substitute(std::vector<Expr>{d}, std::vector<Expr>{a, b, step},
                    std::vector<Expr>{q0, q1, h})
      .at(0);
}

/// h L((1-w) q0 + w q1, (q1-q0)/h): one quadrature point.
Discretization::Rule one_point(double w) {
  return [w](const System& s, const Expr& q0, const Expr& q1, const Expr& h) -> Expr {
    return h * s.later(w * h).L((1.0 - w) * q0 + w * q1, (q1 - q0) / h);
  };
}

Expr kinetic_part(const System& s, const Expr& q0, const Expr& q1, const Expr& h) {
  return bilin(s.M(), q1 - q0, q1 - q0) / (2.0 * h);
}

/// P = 1/2 (q1-q0)^T M (q1-q0)/h + h (1-w)/w V((1-w) q0 + w q1), for w > 0; for w = 0 the
/// potential force h V'(q0) is constant in q1.
Discretization::Rule one_point_potential(double w) {
  return [w](const System& s, const Expr& q0, const Expr& q1, const Expr& h) -> Expr {
    if (!s.separable()) return {};
    const Expr kinetic = kinetic_part(s, q0, q1, h);
    if (w > 0.0) return kinetic + h * (1.0 - w) / w * s.later(w * h).V((1.0 - w) * q0 + w * q1);
    const Expr at = Expr::sym("q", s.n());
    return kinetic + h * dot(substitute(gradient(s.V(at), at), at, q0), q1);
  };
}

/// V' and V'' at q by CasADi, and H.
struct Terms {
  Expr v, dV, ddV, H;
};

Terms terms(const System& s, const Expr& q, const Expr& p) {
  if (!s.separable())
    throw std::invalid_argument("System '" + s.name() +
                                "': numerical Hamiltonians need a separable system (.M and .V)");
  const Expr at = Expr::sym("q", s.n());
  const Expr dV = gradient(s.V(at), at);
  const Expr ddV = jacobian(dV, at);
  return {s.velocity(p), substitute(dV, at, q), substitute(ddV, at, q), s.H(q, p)};
}

}  // namespace

Discretization::Discretization(std::string name, int order, bool symmetric, Rule Ld)
    : name_(std::move(name)), order_(order), symmetric_(symmetric), Ld_(std::move(Ld)) {
  if (name_.empty() || order_ < 1 || !Ld_)
    throw std::invalid_argument("Discretization '" + name_ +
                                "': needs a name, an order >= 1 and a rule L_d(s, q0, q1, h)");
}

Expr Discretization::Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
  return Ld_(s, q0, q1, h);
}

Expr Discretization::D1Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
  return derived(Ld_, s, q0, q1, h, [](const Expr& Ld, const Expr& a, const Expr&, const Expr&) {
    return gradient(Ld, a);
  });
}

Expr Discretization::D2Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
  return derived(Ld_, s, q0, q1, h, [](const Expr& Ld, const Expr&, const Expr& b, const Expr&) {
    return gradient(Ld, b);
  });
}

Expr Discretization::Ed(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
  return derived(Ld_, s, q0, q1, h, [](const Expr& Ld, const Expr&, const Expr&, const Expr& step) {
    return -gradient(Ld, step);
  });
}

Expr Discretization::D2D1Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
  return derived(Ld_, s, q0, q1, h, [](const Expr& Ld, const Expr& a, const Expr& b, const Expr&) {
    return jacobian(gradient(Ld, a), b);
  });
}

Discretization& Discretization::with_nodes(std::vector<Node> nodes) {
  nodes_ = row_nodes_ = std::move(nodes);
  return *this;
}

Discretization Discretization::adjoint() const {
  const Rule forward = Ld_;
  Discretization rule(name_ + " backwards", order_, symmetric_,
                      [forward](const System& s, const Expr& a, const Expr& b,
                                const Expr& h) -> Expr { return forward(s, b, a, h); });
  for (const Node& node : nodes_) rule.nodes_.push_back({node.weight, 1.0 - node.at});
  rule.row_nodes_ = row_nodes_;
  rule.direction_ = -direction_;
  return rule;
}

Expr Discretization::mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const {
  if (nodes_.empty()) return Ld_(s, q0, q0 + h * v, h) / h;
  Expr sum = 0.0;
  for (const auto& [weight, at] : nodes_)
    sum += weight * s.later(at * h).L(q0 + at * h * v, direction_ * v);
  return sum;
}

namespace {

Discretization::Rule mean_of(const Discretization& d) {
  return [&d](const System& s, const Expr& q0, const Expr& v, const Expr& h) -> Expr {
    return d.mean(s, q0, v, h);
  };
}

}  // namespace

// With L_d(q0, q1, h) = h mean(q0, (q1-q0)/h, h) the chain rule gives the three slot derivatives.

Expr Discretization::D1Ld_mean(const System& s, const Expr& q0, const Expr& v,
                               const Expr& h) const {
  return derived(mean_of(*this), s, q0, v, h,
                 [](const Expr& mean, const Expr& q, const Expr& w, const Expr& step) -> Expr {
                   return step * gradient(mean, q) - gradient(mean, w);
                 });
}

Expr Discretization::D2Ld_mean(const System& s, const Expr& q0, const Expr& v,
                               const Expr& h) const {
  return derived(mean_of(*this), s, q0, v, h,
                 [](const Expr& mean, const Expr&, const Expr& w, const Expr&) -> Expr {
                   return gradient(mean, w);
                 });
}

Expr Discretization::Ed_mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const {
  return derived(mean_of(*this), s, q0, v, h,
                 [](const Expr& mean, const Expr&, const Expr& w, const Expr& step) -> Expr {
                   return dot(gradient(mean, w), w) - mean - step * gradient(mean, step);
                 });
}

Discretization& Discretization::with_potential(Rule potential) {
  potential_ = std::move(potential);
  return *this;
}

Expr Discretization::potential(const System& s, const Expr& q0, const Expr& q1,
                               const Expr& h) const {
  return potential_ ? potential_(s, q0, q1, h) : Expr{};
}

Discretization& Discretization::with_numerical_hamiltonian(Hamiltonian H) {
  hamiltonian_ = std::move(H);
  return *this;
}

Expr Discretization::numerical_hamiltonian(const System& s, const Expr& q, const Expr& p,
                                           const Expr& h) const {
  return hamiltonian_ ? hamiltonian_(s, q, p, h) : Expr{};
}

Discretization& Discretization::with_shadow(ShadowForm E) {
  shadow_ = std::move(E);
  return *this;
}

Expr Discretization::shadow(const System& s, const Expr& q, const Expr& p, const Expr& h,
                            int order) const {
  return shadow_ ? shadow_(s, q, p, h, order) : Expr{};
}

Discretization midpoint() {
  Discretization rule("midpoint", 2, true, one_point(0.5));
  rule.with_nodes({{1.0, 0.5}});
  rule.with_potential(one_point_potential(0.5));
  // H - h^2/24 [ v^T V'' v + V'^T M^-1 V' ]: the modified Hamiltonian of [KP12] (8.2) to O(h^4)
  rule.with_numerical_hamiltonian([](const System& s, const Expr& q, const Expr& p, const Expr& h) {
    const auto [v, dV, ddV, H] = terms(s, q, p);
    return Expr(H - h * h / 24.0 * (bilin(ddV, v, v) + dot(dV, s.velocity(dV))));
  });
  rule.with_shadow(shadow_of_midpoint);
  return rule;
}

Discretization verlet() {
  Discretization rule("verlet", 2, true,
                      [](const System& s, const Expr& q0, const Expr& q1, const Expr& h) {
                        const Expr v = (q1 - q0) / h;
                        return Expr(0.5 * h * (s.L(q0, v) + s.later(h).L(q1, v)));
                      });
  rule.with_nodes({{0.5, 0.0}, {0.5, 1.0}});
  rule.with_potential([](const System& s, const Expr& q0, const Expr& q1, const Expr& h) -> Expr {
    if (!s.separable()) return {};
    const Expr at = Expr::sym("q", s.n());
    return kinetic_part(s, q0, q1, h) +
           0.5 * h * dot(substitute(gradient(s.V(at), at), at, q0), q1);
  });
  // H + h^2 [ 1/12 v^T V'' v - 1/24 V'^T M^-1 V' ]: the modified Hamiltonian of [KP12] (8.3)
  rule.with_numerical_hamiltonian([](const System& s, const Expr& q, const Expr& p, const Expr& h) {
    const auto [v, dV, ddV, H] = terms(s, q, p);
    return Expr(H + h * h * (bilin(ddV, v, v) / 12.0 - dot(dV, s.velocity(dV)) / 24.0));
  });
  rule.with_shadow(shadow_of_verlet);
  return rule;
}

Discretization left_point() {
  Discretization rule("left", 1, false, one_point(0.0));
  rule.with_nodes({{1.0, 0.0}});
  rule.with_potential(one_point_potential(0.0));
  return rule;
}

Discretization gamma_rule(double gamma) {
  if (!(gamma >= 0.0 && gamma <= 1.0))
    throw std::invalid_argument("gamma_rule: gamma must be in [0, 1], not " + brief(gamma));
  const bool centred = gamma == 0.5;
  Discretization rule("gamma:" + brief(gamma), centred ? 2 : 1, centred, one_point(1.0 - gamma));
  rule.with_nodes({{1.0, 1.0 - gamma}});
  rule.with_potential(one_point_potential(1.0 - gamma));
  return rule;
}

}  // namespace ricochet
