#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/independent_rows.hpp"

namespace ricochet {

/// Which of the two discrete equations of [RC25] Theorem 3.1.
enum class Form {
  plus,   ///< forward in time
  minus,  ///< backward in time: maps the state at t to the one at t - h
};

/// Variational collision integrator for systems with nonholonomic rows omega(q) v = 0:
///
///   p_k + D1 L_d(q_k, q_{k+1}, h) = -omega(q_k)^T kappa,   p_{k+1} = D2 L_d(q_k, q_{k+1}, h)
///   omega at the rule's own point times (q_{k+1} - q_k)/h = 0
///
/// and at an impact the same with x on the boundary, the impulse sigma d and the discrete energy
/// kept, [RC25] Theorem 3.1 and Algorithm 1. Reading: p~ = i_S^* D2 L_d, so that pi_S drops out;
/// multipliers act along omega at the start of a flight. The momentum is known only up to multiples
/// of omega, so that H(q, p) has no meaning: the energy of a run is E_d. (-) is the same algorithm
/// with the adjoint rule on (q, -p); with rows it is O(h) away from the inverse of (+).
///
/// Forces Q(q, v, t) add F- to D1 L_d and F+ to D2 L_d, [F03] 2.5; an impact keeps the discrete
/// energy with the work of forces before and behind it. In (-) they act backwards too.
///
/// From a given momentum the method has the order of its rule. A momentum made from velocities
/// (`--v0`), p_0 = -D1 L_d(q_0, q_0 + h v_0, h), depends on h: such a start is of first order with
/// any rule, also midpoint.
///
/// A step fails as singular if its rows are linearly dependent where it starts: the directions in
/// which the momentum may change are then no longer those that the rows forbid to velocities.
class NonholonomicCollision final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    Form form = Form::plus;
    SlowImpact slow_impact = SlowImpact::fail;
    int max_events = 200;  ///< impacts in one step; more fail with too_many_events
  };
  explicit NonholonomicCollision(const System& system);
  NonholonomicCollision(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  NonholonomicCollision(const NonholonomicCollision&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;

  StepperInfo info_;
  Form form_;
  Discretization rule_;
  CollisionEngine engine_;
  Step turned_;
  IndependentRows rows_;
};

}  // namespace ricochet
