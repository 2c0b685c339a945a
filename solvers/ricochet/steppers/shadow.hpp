#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/contact/reflection.hpp"
#include "ricochet/shadow/delassus_components.hpp"
#include "ricochet/shadow/energy_root.hpp"
#include "ricochet/shadow/located_flights.hpp"
#include "ricochet/shadow/shadow_meter.hpp"
#include "ricochet/shadow/shadow_motion.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/recycler.hpp"

namespace ricochet {

/// Where impacts are reflected.
enum class Placement {
  grid,     ///< at the start of the step in which they happen: order 1 through impacts
  located,  ///< where they happen: order 2
};

/// Variational integrator whose impacts conserve the shadow energy E of its free steps, in place of
/// H, which free steps keep to O(h^2) only. Every state that it stores is admissible, g(q) >= 0;
/// momentum maps are exact; E stays in a band about its start whatever the number of impacts, as
/// long as the energy equations of impacts have roots.
///
/// Without a constraint ahead, g(x) >= 0 for D1 L_d(q0, x) + p0 = 0, the step is the free one. It
/// keeps the equalities and the contacts S that rest at q0, see ShadowMotion: so it does in every
/// stage, and E is the energy that such steps keep, see ShadowMeter. Else, with the target
///
///   E' = e - kappa (e - E*),   e = E(q0, p0) - debt,   E* = E where the run began,
///
/// placement `grid` takes the stages A, B, C, the first that succeeds, and `located` B, A, C:
///
///   A  p+ = p0 + sum_c s_c d_c over the components c of the Delassus graph of S and the contacts V
///      that are violated ahead. d_c is the generalized reflection [KP12] (6.6)-(6.9) of c alone,
///      and s_c the larger root of E(q0, p + s d_c) = E', one component after the other. What is
///      violated behind p+ joins V, in up to 10 rounds.
///   B  free flights end where a gap closes, with a reflection there. If the rest of the step is
///      free, s is the larger root of E = E' at its end, even where that leads to another impact
///      before it, else of E(q, p + s d) = E(q, p).
///   C  the step ends in contact: D1 L_d(q0, q1) + p0 + G(q0) lambda = 0 with
///      0 <= lambda _|_ g(q1) >= 0 over all contacts. There the momentum D2 L_d is reflected, with
///      the larger root of E(q1, p1) = E', or what comes nearest.
///
/// The root near s = 0, of the motion through the constraint, is never taken: an equation without
/// another one is counted, and the next stage follows. What an event leaves of E - E' is the debt
/// that the next one repays, and so is the O(h^2) by which E changes where S does without an
/// impact. The anchor kappa bounds the sum of what events do to the energy that free steps keep,
/// O(h^(order+2)) each.
///
/// It is not symplectic through impacts, and gaps between grid points can be negative by O(h^2).
class Shadow final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    Placement placement = Placement::grid;
    int energy_order = 0;   ///< 2, 4, 6 or 8: E is a closed form up to h^order; 0: suitable_shadow
    int virtual_steps = 0;  ///< k > 0: E = S_k instead, of k virtual steps to each side
    double anchor = 0.01;   ///< kappa, 0 to 1
  };
  explicit Shadow(const System& system);
  Shadow(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  /// The energy E that was asked for, or chosen.
  [[nodiscard]] const ShadowKind& kind() const { return meter_.kind(); }

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  using Stage = ShadowRecord::Stage;
  Shadow(const Shadow&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;
  void predict(const Step& from, double h, Step& to);
  void begin(const Step& from, double h, Step& to);
  void resolve(const Step& from, double h, Step& to);
  void finish(const Step& from, double h, Step& to);
  void settle(const Step& from, double h, Step& to);
  [[nodiscard]] double energy(const Vector& q, const Vector& p, const Mask& S, double h);

  // The stages: true if the step is made. A failure that no other stage mends is in to.report.
  bool at_grid(const Step& from, double h, Step& to);
  bool at_impacts(const Step& from, double h, Step& to);
  bool land(const Step& from, double h, Step& to);

  bool reflect_components(const Step& from, double h, Step& to);
  bool find_direction(const Vector& q, double h, const Mask& K, const Vector& p, const Mask& S,
                      Step& to);
  Impact& log_event(const State& at, const Vector& p_plus, double s, double alpha, Step& to);
  void place(double t, const Vector& q, const Vector& p);
  bool strike(State& z, double elapsed, double h, Step& to);
  bool flies_free(const State& z, double s, double h, double rest, Step& to);
  EnergyRoot root_at_end(const State& z, double h, double rest, Step& to);
  void end_with_flight(double elapsed, Index impact, Step& to);
  void turn_at_end(double h, Step& to);
  void log_located(const State& z, double s, double alpha, double h, Step& to);
  /// Behind the direction d_ the same contacts rest.
  [[nodiscard]] bool goes_on() const { return held_.behind == held_.now; }
  [[nodiscard]] double noise(double E) const;
  void drop_events(Step& to);

  StepperInfo info_;
  Placement placement_;
  double anchor_;
  ShadowMotion motion_;
  Reflector reflector_;
  DelassusComponents components_;
  ShadowMeter meter_;
  LocatedFlights flights_;
  std::vector<ReflectionPass> passes_;  // of the reflection under way
  Recycler<ReflectionPass> spare_;
  State at_;  // of the event under way
  struct Violated {
    Mask ahead = {}, met = {}, behind = {};  // by the free step, so far, behind a round
    Mask members = {};                       // of a component, or reached where z is
  } violated_;
  struct Held {  // contacts that rest: at the start, so far, behind the direction d_, at the end
    Mask start = {}, now = {}, behind = {}, end = {};
  } held_;
  Vector predicted_, p_plus_, reflected_, d_, trial_;
  struct Target {  // of the step under way [J]
    ShadowMeter::Values start = {};
    double energy = 0.0;
  } target_;
  bool ended_ = false;  // the step, by the last strike()
};

}  // namespace ricochet
