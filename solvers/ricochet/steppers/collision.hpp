#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/stepper.hpp"

namespace ricochet {

/// Variational collision integrator: impact times are located inside the step, and the discrete
/// energy and the tangential momentum are kept across each impact.
///
///   free step   D2 L_d(q_{k-1}, q_k, h) + D1 L_d(q_k, q_{k+1}, h) = 0          [FMOW03] (46)
///   impact      D2 L_d(q_{i-1}, x, alpha h) ..., x on the boundary             (47), (74)
///   after it    p- + D1 L_d(x, q_i, (1-alpha) h) + sigma d = 0,                (48), (75)-(76)
///               E_d(x, q_i, (1-alpha) h) = E_d(q_{i-1}, x, alpha h)
///
/// with d the impulse that stops the approach. Several impacts in one step follow each other, each
/// with its own time, (78)-(79). Readings: the unknowns are velocities, so that no alpha is too
/// small. The root has sigma > 0 and leaves the contact; the search for it starts at the mirrored
/// momentum, sigma = 2. Impacts nearer than 1e-9 h are one impact, with Moreau's selection in the
/// normal cone, as at corners (section 5). Contacts that are closed and not approached are held
/// until their force would pull.
class Collision final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    SlowImpact slow_impact = SlowImpact::fail;
    int max_events = 200;  ///< limit of impacts in one step; more fail with too_many_events
  };
  explicit Collision(const System& system);
  Collision(const System& system, Options options);

  /// Why it cannot take a system; empty if it can. It takes general Lagrangians and unions.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  Collision(const Collision&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;

  StepperInfo info_;
  Discretization discretization_;
  CollisionEngine engine_;
};

}  // namespace ricochet
