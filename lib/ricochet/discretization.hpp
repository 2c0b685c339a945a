#pragma once

#include "ricochet/system.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet {

/// One point of a quadrature rule: L_d = h sum_j weight_j L(q0 + at_j h v, v), v = (q1 - q0)/h.
struct Node {
  double weight = 1.0;
  double at = 0.5;  ///< 0: start of the step, 1: its end
};

/// Turns a System into a discrete Lagrangian L_d(q0, q1, h), with declared order and symmetry.
///
/// A user's own rule is one expression:
///
///   Discretization mine("mine", 2, true, [](const System& s, Expr q0, Expr q1, Expr h) {
///     return h * s.later(0.5 * h).L(0.5 * (q0 + q1), (q1 - q0) / h); });
///
/// s is the system where the step starts: `later` matters to rheonomic systems only.
class Discretization {
 public:
  using Rule = std::function<Expr(const System&, const Expr& q0, const Expr& q1, const Expr& h)>;

  Discretization(std::string name, int order, bool symmetric, Rule Ld);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] bool symmetric() const { return symmetric_; }  ///< self-adjoint

  // Symbolic; all derivatives by CasADi.
  [[nodiscard]] Expr Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const;
  [[nodiscard]] Expr D1Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const;
  [[nodiscard]] Expr D2Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const;
  /// Energy of the step, E_d = -D3 L_d = -dL_d/dh [J].
  [[nodiscard]] Expr Ed(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const;
  /// d2L_d / dq0 dq1 (rows: q0).
  [[nodiscard]] Expr D2D1Ld(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const;

  // The same for the step with constant velocity v, q1 = q0 + h v. Nothing is divided by h where
  // the rule declares its nodes, so that steps of any size, 0 included, keep their digits.
  /// L_d(q0, q0 + h v, h) / h.
  [[nodiscard]] Expr mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const;
  [[nodiscard]] Expr D1Ld_mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const;
  [[nodiscard]] Expr D2Ld_mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const;
  [[nodiscard]] Expr Ed_mean(const System& s, const Expr& q0, const Expr& v, const Expr& h) const;

  /// The quadrature behind the rule; empty where it declares none. Averages of other quantities,
  /// such as forces and nonholonomic rows, use the same points.
  Discretization& with_nodes(std::vector<Node> nodes);
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// Where nonholonomic rows are evaluated: at the nodes. A rule that is run backwards uses the
  /// nodes counted from its own start, [RC25] Delta^{d-}.
  [[nodiscard]] const std::vector<Node>& row_nodes() const { return row_nodes_; }
  /// The rule run backwards, L_d*(a, b, h) = L_d(b, a, h): its steps map -p to -p in reverse.
  [[nodiscard]] Discretization adjoint() const;
  /// 1, or -1 for a rule run backwards: velocities and times of forces have this sign.
  [[nodiscard]] double direction() const { return direction_; }

  /// A scalar P with dP/dq1 = -D1 L_d, which makes the position update a minimisation; an empty
  /// Expr where the rule declares none. Verified when used: see potential().
  Discretization& with_potential(Rule potential);
  [[nodiscard]] Expr potential(const System& s, const Expr& q0, const Expr& q1,
                               const Expr& h) const;

  /// Second-order numerical Hamiltonian H~(q, p, h) of this rule, which its map conserves to
  /// O(h^4); empty where the rule declares none.
  using Hamiltonian =
      std::function<Expr(const System&, const Expr& q, const Expr& p, const Expr& h)>;
  Discretization& with_numerical_hamiltonian(Hamiltonian H);
  [[nodiscard]] Expr numerical_hamiltonian(const System& s, const Expr& q, const Expr& p,
                                           const Expr& h) const;

  /// Shadow energies of higher orders, conserved to O(h^(order + 2)), see shadow_forms.hpp; empty
  /// where the rule declares none.
  using ShadowForm =
      std::function<Expr(const System&, const Expr& q, const Expr& p, const Expr& h, int order)>;
  Discretization& with_shadow(ShadowForm E);
  [[nodiscard]] bool has_shadow() const { return static_cast<bool>(shadow_); }
  [[nodiscard]] Expr shadow(const System& s, const Expr& q, const Expr& p, const Expr& h,
                            int order) const;

 private:
  std::string name_;
  int order_;
  bool symmetric_;
  Rule Ld_, potential_;
  std::vector<Node> nodes_, row_nodes_;
  double direction_ = 1.0;  // -1: velocities enter L with the other sign
  Hamiltonian hamiltonian_;
  ShadowForm shadow_;
};

Discretization midpoint();                ///< [KP12] (8.2): h L((q0+q1)/2, (q1-q0)/h); order 2
Discretization verlet();                  ///< [KP12] (8.3), [FMOW03] (71): trapezoidal; order 2
Discretization left_point();              ///< [RC25] 4.3: h L(q0, (q1-q0)/h); order 1
Discretization gamma_rule(double gamma);  ///< [FMOW03] (57): h L(gamma q0 + (1-gamma) q1, .)

}  // namespace ricochet
