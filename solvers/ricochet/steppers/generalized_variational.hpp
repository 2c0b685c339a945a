#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/contact/reflection.hpp"
#include "ricochet/position/room.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/gradients.hpp"
#include "ricochet/steppers/recycler.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <optional>

namespace ricochet {

/// How the position q^p is predicted; it decides which constraints will be met.
enum class Predictor {
  free,       ///< [KP12] (8.1) read literally: without the forces of the equalities
  bilateral,  ///< with f(q^p) = 0
};

/// Generalized variational integrator: impacts, simultaneous impacts, lasting contact, equalities.
///
/// [KP12] Algorithm 1, with the bilateral updates (7.7)-(7.9):
///
///   A  = { i : g_i(q^p) <= 0 } u { j : g_j(q0) = 0 },   D1 L_d(q0, q^p) + p0 = 0   (6.3), (8.1)
///   p+ = R(q0, p0, A, E)                                                           (7.2)
///   S  = { i : grad g_i^T M^-1 p+ = 0 and g_i(q0) = 0 }                            (7.1)
///   D1 L_d(q0, q1) + p+ + G_S(q0) lambda + F(q0) nu = 0,                           (7.3), (7.8)
///   0 <= lambda _|_ g_S(q1) >= 0,   f(q1) = 0                                      (7.4), (7.8)
///   p1 = D2 L_d(q0, q1) + G_S(q1) mu + F(q1) xi,                                   (7.5), (7.9)
///   G_S(q1)^T M^-1 p1 = 0,   F(q1)^T M^-1 p1 = 0                                   (7.6), (7.9)
///
/// Readings: zero tests use the system's tolerances. G_S(q1) in (7.5)-(7.6) keeps the members of S
/// that are still closed at q1; with all of S a separating contact would stick for one step.
/// Constraints outside S may be violated at q1: they enter the next A. A is not recomputed after
/// the reflection, so a penetration up to |v| h can last for one step. Where walls that move leave
/// no admissible position near q1, the step fails as infeasible, see Room.
///
/// With restitution below 1 the passes of a reflection lose energy, see Reflector. Bounces then
/// accumulate, and the last ones are shorter than a step. Such a bounce ends where it is: a member
/// of A that would be deeper inside at the end of the step than at its start, or inside at all if
/// it was not, lands if its restitution is below 1, its own or one that it shared in this step. It
/// takes part in (7.3)-(7.6) as the members of S do, 0 <= lambda _|_ g(q1) >= 0 and n.v1 = 0, and
/// is one of them in the next step. So a contact rests after its last bounce of v < a h / 2, where
/// a is the acceleration that presses it.
///
/// Forces Q(q, v, t) add F- to D1 L_d and F+ to D2 L_d, see SmoothContact; reflections do not see
/// them. The order of the rule stays, symplecticity and momentum maps do not.
class GeneralizedVariational final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    Reflection reflection = Reflection::generalized;
    Energy energy = Energy::continuous;
    Predictor predictor = Predictor::free;
    bool strict = false;                     ///< predicted means g_i(q^p) < 0 instead of <= 0
    Gradients gradients = Gradients::start;  ///< in the reflection: start, or predictor
  };
  explicit GeneralizedVariational(const System& system);
  GeneralizedVariational(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  GeneralizedVariational(const GeneralizedVariational&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void clear_events(Step& to) override;
  void step(const Step& from, double h, Step& to) override;
  void predict(const Step& from, double h, Step& to);
  void collect_predicted(double h);
  void reflect(const Step& from, double h, Step& to);
  void collect_smooth(const Vector& q);
  void update_position(const Step& from, double h, Step& to);
  bool lands(const Vector& q1, double h);
  void update_momentum(const Vector& q0, double h, Step& to);
  void look_for_room(double t, double h, Step& to);

  StepperInfo info_;
  Discretization discretization_;
  Predictor predictor_;
  bool strict_;
  Gradients gradients_;
  Energy energy_;
  SmoothContact contact_;
  Reflector reflector_;
  std::optional<Room> room_;  // where walls may close in on each other
  Vector gaps0_, predicted_, p_plus_, free_;
  Mask A_, S_;
  Mask pushing_;  // S and those that land
  Mask held_, weak_;
};

}  // namespace ricochet
