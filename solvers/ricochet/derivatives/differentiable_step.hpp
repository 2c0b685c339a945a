#pragma once

#include "ricochet/stepper.hpp"

#include <casadi/core/function.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// Steps of a method as a function of CasADi with exact derivatives of any order, through located
/// impacts too.
///
///   DifferentiableStep step(*stepper, {.parameters = {"gravity"}, .most_impacts = 2});
///   casadi::Function F = step.function();
///
/// Inputs: x = (q, p) at the start, theta: the values of `.parameters`, h [s]. Outputs:
///
///   end               (q, p) after the step
///   impact_times      since its start [s], one per possible impact; where there is none, that of
///   the
///                     end: h, or -h of steps that go back
///   label             what the step decided, see label_of(): impacts in their order, and contacts
///                     that are held, stick or slide. F is smooth where it does not change
///   transversality    least speed with which a gap closed [m/s]; infinite without impacts. The
///                     derivative grows as its inverse: a grazing impact has none
///   log10_growth      of the largest entry of d end / d x
///   z, delta          what the step solved for; the label and the time: derivatives need them
///
/// A step that fails, or has more impacts than `.most_impacts`, gives NaN; failure() says why. With
/// contacts that rest where the step begins, derivatives hold along directions in which they stay:
/// g = 0, n.v = 0 and the equalities with their rates, see RunSensitivity::tangents(). The
/// derivatives are those of the discrete step. With a law of the momentum (forced-collision with
/// newton) they converge to the sensitivities of the motion at order 2 in h, with one that keeps
/// E_d (collision) at order 1.
///
/// By a restitution of 1 the derivative is 0 under a law that keeps the energy then (the default
/// one, elastic, beta, reflections of gvi): the step has no restitution there. That is not the
/// one-sided derivative of less than 1; take newton, or a restitution below 1.
///
/// The object owns the function: CasADi refuses to evaluate it afterwards. The function may be
/// evaluated by several threads. CasADi writes it to a file without complaint, but cannot read it
/// back: store the system and make it again. Equations of a sequence are written when a step of it
/// comes first; evaluation takes lock_symbolics() then, and needs no lock otherwise.
class DifferentiableStep {
 public:
  struct Options {
    std::vector<std::string> parameters = {};  ///< the others keep the values of the stepper
    Index most_impacts = 2;                    ///< in one step
    double t = 0.0;                            ///< where steps begin, for forces Q(q, v, t) [s]
    /// Steps of gvi that reflect at grid points, too. Their derivatives do not converge to the
    /// motion's; reflects_at_grid(label) tells them.
    bool accept_grid_reflection = false;
  };
  /// Throws std::invalid_argument for a method without equations for derivatives, a parameter that
  /// there is not, and a negative number of impacts.
  explicit DifferentiableStep(const Stepper& stepper) : DifferentiableStep(stepper, Options()) {}
  DifferentiableStep(const Stepper& stepper, const Options& options);
  DifferentiableStep(DifferentiableStep&&) noexcept;
  DifferentiableStep& operator=(DifferentiableStep&&) noexcept;
  ~DifferentiableStep();

  [[nodiscard]] const casadi::Function& function() const;
  /// Why the last step that gave NaN did so; empty if none has.
  [[nodiscard]] std::string failure() const;
  /// Whether something else holds the function, a graph for instance.
  [[nodiscard]] bool in_use() const;

 private:
  class Callback;
  std::unique_ptr<Callback> callback_;
};

}  // namespace ricochet
