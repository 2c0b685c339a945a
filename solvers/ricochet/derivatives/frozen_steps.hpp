#pragma once

#include "ricochet/derivatives/frozen_step.hpp"
#include "ricochet/stepper.hpp"

#include <map>
#include <memory>
#include <string>

namespace ricochet {

/// The equations of all steps of a method, one FrozenStep per sequence. They are written and
/// compiled when a step of that sequence comes first, under the lock of symbols; afterwards there
/// is no symbolic work.
///
/// One object serves one thread. Copies share what was compiled, and what any of them compiles.
/// What is shared holds expressions: destroy the last copy under the lock of symbols.
class FrozenSteps {
 public:
  /// Throws std::invalid_argument if the method states no equations for derivatives.
  FrozenSteps(const Stepper& stepper, FrozenStep::Order highest);
  FrozenSteps(const FrozenSteps& other);
  FrozenSteps(FrozenSteps&&) noexcept = default;
  FrozenSteps& operator=(const FrozenSteps&) = delete;
  FrozenSteps& operator=(FrozenSteps&&) noexcept = default;
  ~FrozenSteps() = default;

  /// Takes steps that reflect at grid points, too; copies made before do not.
  void accept_grid_reflection() { equations_->accept_grid_reflection(); }
  /// The same mechanics with other parameter values.
  void set_parameters(const System& s);
  /// The values of all parameters.
  void set_parameters(const Vector& theta);
  /// The step that was made, with its equations solved to round-off; nothing if it has no
  /// derivative, and why. It holds until another step of the same sequence is taken.
  FrozenStep* take(const Step& from, double h, const Step& to, std::string& why);

  /// Of the step that was taken, see label_of().
  [[nodiscard]] double label() const { return label_; }
  [[nodiscard]] const StepSequence& sequence() const { return sequence_; }
  /// The equations with that label, of a step that some copy took; nothing if there was none, and
  /// for the NaN of a step that failed.
  [[nodiscard]] const StepKernel* kernel(double label) const;
  /// The same in numbers, to be copied; derivatives of the order are compiled at the first call.
  [[nodiscard]] const FrozenStep* frozen(double label, FrozenStep::Order order) const;
  /// Sequences that were compiled so far, by all copies.
  [[nodiscard]] Index made() const;
  [[nodiscard]] Index most_unknowns(Index flights) const;
  [[nodiscard]] bool backwards() const { return equations_->backwards(); }

 private:
  struct Shared;
  struct Mine {
    StepSequence sequence;
    FrozenStep step;
  };

  std::shared_ptr<Shared> shared_;
  std::unique_ptr<StepEquations> equations_;
  std::map<double, Mine> steps_;  // by label
  StepSequence sequence_;
  double label_ = 0.0;
  Vector theta_, z_;
};

}  // namespace ricochet
