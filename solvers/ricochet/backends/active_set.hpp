#pragma once

#include "ricochet/backends/step_rows.hpp"
#include "ricochet/linear/compiled_elimination.hpp"
#include "ricochet/linear/square_solver.hpp"

#include <optional>
#include <vector>

namespace ricochet {

using ActiveFlags = std::vector<unsigned char>;  ///< one per pair

/// A step problem for an active set: rows equalities = 0 and, per pair, b = 0 (active) or a = 0.
///
/// It is the core that all backends share. `settle` is Newton's method for a fixed active set,
/// always started at the guess, so that the answer is a function of guess, parameters and set
/// alone, bit for bit, no matter which backend found the set.
class ActiveSet : public StepRows {
 public:
  explicit ActiveSet(const StepProblem& conditions);

  /// Newton for a fixed set from `guess`; z() holds the result.
  StepStatus settle(const Vector& guess, const ActiveFlags& active, SolverStatistics& statistics);
  /// The first step of settle() alone: z = guess - J^-1 rows. False if it is not finite.
  [[nodiscard]] bool linearize(const Vector& guess, const ActiveFlags& active, Vector& z,
                               SolverStatistics& statistics);
  [[nodiscard]] const Vector& z() const { return z_; }
  [[nodiscard]] double residual() const { return residual_; }
  /// True if the last settle() was given this very vector.
  [[nodiscard]] bool began_at(const Vector& guess) const { return start_ == &guess; }
  /// False if settle() ended where it began.
  [[nodiscard]] bool moved() const { return moved_; }
  /// Length of the first Newton step of the positions: the linear estimate of the branch test.
  [[nodiscard]] double first_step() const { return first_step_; }
  /// Length of a change of the positions, in their natural sizes.
  template <class Change>
  [[nodiscard]] double distance(const Change& dz) const {
    return dz.segment(positions_.offset, positions_.size)
        .cwiseQuotient(sizes().segment(positions_.offset, positions_.size))
        .norm();
  }

  /// Flips every pair whose sign is wrong at the values: active with a < 0, inactive with b < 0.
  /// With `only_first` just the one of least index. Returns how many were flipped.
  int revise(ActiveFlags& active, bool only_first) const;

 private:
  ActiveSet(const StepProblem& conditions, const RowDerivatives& derivatives);
  void choose_partners(const StepProblem& conditions);
  [[nodiscard]] double collect(const ActiveFlags& active);
  [[nodiscard]] bool factor(const ActiveFlags& active);
  void step();
  void return_to_best();
  [[nodiscard]] bool evaluate_after_step();
  /// Natural sizes of the unknowns, as they were when the Jacobian was last factored.
  [[nodiscard]] const Vector& sizes() const {
    return written_out_ ? few_->column_scale() : scale();
  }

  Slot positions_ = {};
  std::vector<Partner> partners_;  // of the equalities, of the pairs
  double tolerance_;               // of signs
  const Vector* start_ = nullptr;
  Vector z_, best_, dz_, row_values_;
  Vector pair_rows_, flags_;  // of the set: values, and 1 where a pair is active
  bool moved_ = false;
  bool at_best_ = false;  // z_ is the best point so far
  /// Of small systems: every factorisation begins with it.
  std::optional<CompiledElimination> few_;
  bool written_out_ = false;  // the last one was its
  SquareSolver linear_;
  double residual_ = 0.0, first_step_ = 0.0;
};

}  // namespace ricochet
