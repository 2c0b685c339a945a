#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/contact/laws/laws.hpp"
#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/independent_rows.hpp"

#include <optional>

namespace ricochet {

/// The collision integrator with forces Q(q, v, t) and lossy, frictional impacts.
///
///   p0 + D1 L_d(q0, q1, h) + F- = 0,   p1 = D2 L_d(q0, q1, h) + F+        [F03] 2.5
///
/// with F-, F+ the virtual work of Q at the points of the discretization. Equalities, nonholonomic
/// rows and contacts may move by themselves, see System::rheonomic(). Impacts are located as in
/// `collision`; a law decides what an impact does, see Law. All laws except `elastic` and `beta`
/// act on the momenta at the impact, and the rest of the step is an ordinary forced step. The
/// energy that a law takes, f_pow, is energy_plus - energy_minus of the impact's log; its impulses
/// are there too.
///
/// A law refuses a system with numbers that it would ignore: restitution is for `beta`, `newton`,
/// `coulomb` and `moreau`, friction for `coulomb` and `moreau`.
///
/// Impacts with e < 1 accumulate. So a contact comes to rest if it would leave with less normal
/// energy than `rest_energy` times that of the speed length/time of the system, whatever the
/// masses, or from `max_events` events in a step on. The impact is then flagged, unless e = 0.
/// After as many events more, or where no other flight leads on, the step is finished by flights
/// that hold what they would cross, see CollisionEngine. Contacts that rest stick, slide or open by
/// Coulomb's law, with their friction under the laws that know it (see RestingContacts); after
/// `plastic` they are pinned while their force pushes. A contact that is left and met again within
/// a thousandth of a step rests, too.
class ForcedCollision final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    std::optional<Law> law = {};  ///< default: elastic for e = 1 and mu = 0, else moreau
    SlowImpact slow_impact = SlowImpact::fail;  ///< for elastic; under beta with e < 1 it rests
    int max_events = 200;                       ///< impacts in one step before contacts rest
    double rest_energy = 2e-6;                  ///< of 1/2 (length/time)^2 / mobility, see above
  };
  explicit ForcedCollision(const System& system);
  ForcedCollision(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  ForcedCollision(const ForcedCollision&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;

  StepperInfo info_;
  Discretization discretization_;
  std::optional<Law> law_;
  CollisionEngine engine_;
  IndependentRows rows_;
};

}  // namespace ricochet
