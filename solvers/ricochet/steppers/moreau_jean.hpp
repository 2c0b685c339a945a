#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/position/chord_projection.hpp"
#include "ricochet/position/nearest_position.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/moreau_jean_contact.hpp"

#include <optional>

namespace ricochet {

/// Moreau-Jean time stepping with theta = 1/2, Coulomb's law and restitution: a baseline of the
/// field, [AB08]. All contacts of a step are one problem of velocities, with v = M^-1 p and w =
/// (v0 + v1)/2:
///
///   x = q0 + h/2 v0,   C = { i : g_i(x) <= tol_g },   q* = q0 + h w
///   p1 = p0 - h/2 (gradV(q0) + gradV(q*)) + h/2 (Q(q0, w, t0) + Q(q*, w, t1))
///           + G lambda + T rho + F nu + omega^T kappa
///   F^T v1 = 0,   omega v1 = 0
///   K* \ni u + mu |u_T| e_N  _|_  (lambda, rho) \in K,   u = (G, T)^T (v1 + e P v0),   i in C
///   q1 = q* + h M^-1 F xi,   f(q1) = 0
///
/// with all gradients at the forecast x and tol_g the tolerance of gaps: what rests on a floor does
/// not fall by round-off. Coulomb's law is that of CoulombProblem. P takes off v0 what equalities
/// and rows forbid at x. Contacts that act on each other share one restitution e, the least of
/// those that are approached, see IslandLaw. Penetration drifts: gaps are constrained on the level
/// of velocities only. Equalities would drift, too, without the projection xi. Where a body
/// folds or is stretched so much within a step that no position on the equalities lies along F(x),
/// q1 is the nearest one, along F(q1).
///
/// Without contact, equalities and nonholonomic rows the method is of order 2. Velocities obey the
/// gradients of equalities and rows at x, not at q1: with them it is of order 1, the energy too.
/// With rows a step reports H(q1, p1) as its energy. Contact energy: u_T.rho <= 0 and u_N lambda =
/// 0, which with constant forces bounds the work of a contact by (1 - e)/2 r.(G, T)^T v0: what acts
/// on a contact that opens may give O(h^2).
class MoreauJean final : public Stepper {
 public:
  struct Options {
    Backend backend = ipopt();
    bool projection = true;  ///< f(q1) = 0; without it xi = 0, [AB08] as it stands
  };
  explicit MoreauJean(const System& system);
  MoreauJean(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  MoreauJean(const MoreauJean&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  void predict(const Step& from, double h, Step& to);
  void touch(const Step& from, double h, Step& to);
  void move(const Step& from, double h, Step& to);
  void project(double h, Step& to);
  StepReport project_along_gradients(double h, Step& to);

  struct MotionCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), t = given("t"), h = given("h");
    Given push = given("push"), theta = given("theta");
    Sought q1 = sought("q1"), nu = sought("nu"), kappa = sought("kappa");
  };
  struct PositionCall : StepCall {
    using StepCall::StepCall;
    Given q = given("q"), x = given("x"), h = given("h"), theta = given("theta");
    Sought xi = sought("xi");
  };

  StepperInfo info_;
  bool direct_;  // the backend leaves contacts to their own solver
  bool large_;   // one system of the whole motion would be dense: it is solved by islands, too
  Kernel forecast_, momentum_, mean_momentum_, shift_;
  std::optional<Kernel> energy_;  // with nonholonomic rows: it is not measured from outside
  MotionCall motion_;
  std::optional<PositionCall> position_;
  std::optional<ChordProjection> chord_;  // where there are many equalities
  std::optional<NearestPosition> nearest_;
  MoreauJeanContact contact_;
  Vector x_, v0_, gaps_, end_;
};

}  // namespace ricochet
