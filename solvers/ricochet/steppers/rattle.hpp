#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/position/nearest_admissible.hpp"
#include "ricochet/rattle/rattle_contact.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <optional>
#include <string>

namespace ricochet {

/// Nonsmooth RATTLE [BCEL24]: a baseline of the field. The first stage treats contact on the level
/// of positions, the second on the level of velocities, with w = (q1 - q0)/h:
///
///   p_half = p0 - h/2 gradV(q0) + G(q0) R1 + T(q0) rho1 + F(q0) nu,   q1 = q0 + h M^-1 p_half
///   0 <= R1 _|_ g(q1) >= 0,   rho1 by Coulomb's law for T((q0 + q1)/2)^T w if closed at q0, else 0
///   f(q1) = 0
///   p1 = p_half - h/2 gradV(q1) + G(q1) R2 + T(q1) rho2 + F(q1) xi,   F(q1)^T v1 = 0
///   contacts closed at q1: Coulomb's law for the impulses P = (R1 + R2, rho1 + rho2) and the
///   velocities (G, T)(q1)^T (v1 + e P v0)
///   all others: P = 0
///
/// lambda is R1, mu R2, rho rho1 and pi rho2; R2 may be negative. Positions are admissible at the
/// end of every step.
///
/// Without friction in the system the law is that of the paper, 0 <= R1 + R2 _|_ G(q1)^T v1 +
/// e G(q0)^T v0 >= 0, with a restitution e of each contact. With friction e is shared by contacts
/// that act on each other, see IslandLaw, and 0 where none of them is approached at q0; P v0 is
/// what F(q1) leaves of v0. So there is one field of velocities, and rows of sticking contacts that
/// outnumber the coordinates agree. Where no contact of an island is approached or lands, one that
/// slides with two tangents rubs along its mean slip only, see SlideDirections; so sliding is of
/// order 2 in space.
///
/// Where a contact turns round within the step, its R1 would push the other way at q1, and along
/// G(q0) there may be no admissible position. Then the nearest one is taken, with R1 and nu along
/// G(q1) and F(q1) and without friction in the first stage, see NearestAdmissible. This counts as a
/// fallback.
///
/// The restitution of an impact is limited; this replaces the law of the paper. R1 acts along G(q0)
/// and the impact is judged along G(q1). Where these differ, a restitution near 1 gives energy in
/// proportion to h: under the published law six discs in a box (3 J, 5 s) gain 3, .5, .06 and .03 J
/// at h = 1/60, .004, .001 and .00025 s. So contacts that act on each other have the restitution
/// s e, with the largest s in [0, 1] for which the impulses of the step do not raise the energy,
///
///   I1^T (v0 + v_a)/2 + I2^T (v_c + v1)/2 <= 0,   v_a = v0 + M^-1 I1,   v_c = v1 - M^-1 I2
///   I1 = G(q0) R1 + T(q0) rho1 + F(q0) nu,   I2 = G(q1) R2 + T(q1) rho2 + F(q1) xi
///
/// over their coordinates. Between I1 and I2 the step is one of Verlet's rule, so that without a
/// potential its energy changes by this work alone. Where the work is positive all the same, s is
/// 0: rods that turn raise and lower the energy of Verlet's rule in flight too, by O(h^3) in a
/// step, and by more than here. Only R2 and rho2 differ, so that momentum maps are exact. s is
/// limited only where a contact is approached at q0 or lands; Step::limited names the contacts with
/// s < 1.
///
/// Forces Q(q, w, t) add h/2 Q to the momentum at both ends, with w = (q1 - q0)/h.
///
/// Without contacts the method is Verlet's rule, with equalities RATTLE; both are symplectic.
class Rattle final : public Stepper {
 public:
  struct Options {
    Backend backend = ipopt();
    bool limit = true;  ///< of the restitution; false: the law of the paper, which gives energy
  };
  explicit Rattle(const System& system);
  Rattle(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  Rattle(const Rattle&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  void first_stage(const Step& from, double h, Step& to);
  void first_stage_again(const Step& from, double h, Step& to);
  void second_stage(const Step& from, double h, Step& to);
  void second_stage_again(const Step& from, double h, const StepReport& before, Step& to);
  void first_rough_stage(const Step& from, double h, Step& to);
  void second_rough_stage(const Step& from, double h, Step& to);
  StepReport move(const Step& from, double h, const Vector& p, Step& to);
  void solve_velocity(const Step& from, double h, const Mask& mask, Step& to);
  void choose_near(const Vector& q0, Step& to);
  void choose_closed(const Vector& q1);
  [[nodiscard]] RattleContact::Way way(const Step& from, double h) const {
    return {.from = from, .h = h, .nearest = found_nearest_};
  }

  struct VelocityCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), q1 = given("q1"), h = given("h");
    Given mask = given("mask"), R1 = given("R1"), push = given("push"), theta = given("theta");
    Given t = given("t");
    Sought p1 = sought("p1"), P = sought("P"), xi = sought("xi");
  };

  StepperInfo info_;
  bool direct_, rubs_ = false;  // the backend leaves contacts to their solver; there is friction
  bool found_nearest_ = false;  // in this step
  SmoothContact contact_;
  VelocityCall velocity_;
  std::optional<RattleContact> rough_;  // where there are contacts
  std::optional<NearestAdmissible> nearest_;
  Vector predicted_, p_, push_, no_hint_;
  Multipliers reactions_;
  Mask every_, none_, near_, closed_;
};

}  // namespace ricochet
