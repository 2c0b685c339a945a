#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/step_equations.hpp"
#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

/// The equations of steps without impacts, of discrete-smooth and gvi: one flight that holds the
/// contacts which stay closed, with the velocity w = (q1 - q0) / h, see located_kernel().
///
/// A reflection at a grid point is refused, unless it is accepted: its time does not move with the
/// start, so that the derivative of the step does not converge to that of the motion. Its passes
/// come before the flight, see read_reflection().
class SmoothEquations final : public StepEquations {
 public:
  /// Throws std::invalid_argument for systems whose steps are not of this kind. name: of the
  /// method.
  /// no_reflection: why reflections have no equations, if they have none.
  SmoothEquations(const System& s, Discretization d, std::string name,
                  std::string no_reflection = {});

  void set_parameters(const System& s) override;
  void accept_grid_reflection() override { accepts_ = true; }
  [[nodiscard]] std::string read(const Step& from, double h, const Step& to,
                                 StepSequence& decided) override;
  void unknowns(const Step& from, double h, const Step& to, const StepSequence& decided,
                Vector& z) const override;
  [[nodiscard]] StepKernel kernel(const StepSequence& decided) const override;
  [[nodiscard]] Index most_unknowns(Index flights) const override;
  [[nodiscard]] std::unique_ptr<StepEquations> clone() const override;

 private:
  SmoothEquations(const SmoothEquations&) = default;
  std::string reflection(const Step& from, const Step& to, StepSequence& decided);

  System system_;
  Discretization discretization_;
  std::string name_, no_reflection_;
  bool accepts_ = false;  // reflections at grid points
  Matrix law_;            // 2 x rows of g: restitution, friction
  ContactOperator operator_;
};

}  // namespace ricochet
