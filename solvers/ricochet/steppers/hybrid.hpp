#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/contact/reflection.hpp"
#include "ricochet/flight/crossing_search.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/recycler.hpp"

namespace ricochet {

/// Collision integrator of the hybrid kind, [KP12] 1.3.2 and 6.1.1: free steps are interrupted
/// where a gap closes, the momentum is reflected there, and the rest of the step is a free step
/// of its own length. Its positions are of order 2 through impacts, those of gvi of order 1: on a
/// tilted elastic box it is a hundred times nearer. With varying step sizes its energy can drift
/// ([KP12] for the pogo stick), but need not (the oscillator).
///
/// Every event of a step is located, by the square system
///
///   p + D1 L_d(q, x, tau) + F nu = 0,   f(x) = 0,   g_i(x) = 0
///
/// in (x, nu, tau): the first crossing of a gap that was open. A reflection takes the contacts
/// closed there; with `energy = numerical` its h is the nominal step. A contact that is closed and
/// not approached is no event. So nothing holds a body that is pressed onto a constraint: it leaves
/// the admissible set and is reflected where the step ends. The contact sets of a step list the
/// contacts reached as predicted and no contact as held.
///
/// Forces Q(q, v, t) add F- to D1 L_d and the momentum F+ to D2 L_d, flight by flight.
class Hybrid final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    Reflection reflection = Reflection::generalized;
    Energy energy = Energy::continuous;  ///< what a reflection conserves
    int max_events = 200;                ///< limit per step; more fail with too_many_events
  };
  explicit Hybrid(const System& system);
  Hybrid(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  Hybrid(const Hybrid&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;
  void reflect(const Step& from, double h, double elapsed, Step& to);
  bool fly_on(double rest, double& elapsed, Step& to);
  void refuse_more_events(Step& to) const;
  void place(double t);
  void record(double elapsed, const FlightPoint& point, Step& to);

  StepperInfo info_;
  Discretization discretization_;
  Energy energy_;
  int max_events_;
  Flight flight_;
  CrossingSearch search_;
  Reflector reflector_;
  Launch launch_;
  FlightPoint end_, hit_;
  State before_;  // the reflection under way
  Vector q_, p_, landed_;
  Mask reached_, met_;  // closed here; closed somewhere in the step
  std::vector<ReflectionPass> passes_;
  bool begins_with_impact_ = false;  // the next flight
  Recycler<FlightRecord> flights_;
};

}  // namespace ricochet
