#pragma once

#include "ricochet/step_solver.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// Handles of blocks, found by name once: of parameters, and of unknowns or multipliers.
struct Given : Slot {};
struct Sought : Slot {};

/// One prepared step problem with the numbers of its call. A parameter keeps its value until it is
/// set again. A copy solves independently and builds nothing symbolic; no call allocates.
///
/// A method derives from it and names its handles:
///
///   struct FreeCall : StepCall {
///     using StepCall::StepCall;
///     Given q0 = given("q0"), p0 = given("p0"), h = given("h");
///     Sought q1 = sought("q1");
///   };
class StepCall {
 public:
  StepCall() = default;
  StepCall(const Backend& backend, const StepProblem& problem);
  StepCall(const StepCall& other);
  StepCall(StepCall&&) noexcept = default;
  StepCall& operator=(const StepCall&) = delete;
  StepCall& operator=(StepCall&&) noexcept = default;
  ~StepCall() = default;

  /// Handles; they throw std::invalid_argument if there is no block of that name.
  [[nodiscard]] Given given(const std::string& name) const;
  [[nodiscard]] Sought sought(const std::string& name) const;
  /// Of a minimisation: the multipliers of a block of inequalities or equalities.
  [[nodiscard]] Sought multipliers_of(const std::string& name) const;

  /// Sets a block of parameters.
  void set(Given block, In value);
  /// Its numbers, to be written in place.
  [[nodiscard]] auto at(Given block) { return parameters_.segment(block.offset, block.size); }
  [[nodiscard]] const Vector& parameters() const { return parameters_; }
  /// The guess: first all zero, then block by block.
  void start_at_zero() { guess_.setZero(); }
  void start(Sought block, In value);
  [[nodiscard]] auto guess_at(Sought block) { return guess_.segment(block.offset, block.size); }
  /// A whole guess.
  void start(const Vector& guess) { guess_ = guess; }

  /// hint: see StepSolver.
  StepReport solve(const Vector& hint);
  StepReport solve();

  /// The answer of the last solve that was ok.
  [[nodiscard]] auto operator[](Sought block) const {
    return solution_.z.segment(block.offset, block.size);
  }
  [[nodiscard]] const Solution& solution() const { return solution_; }

 private:
  struct Columns {
    Layout parameters, unknowns, multipliers;
  };
  std::shared_ptr<const Columns> columns_;
  std::unique_ptr<StepSolver> solver_;
  Vector parameters_, guess_, no_hint_;
  Solution solution_;
};

}  // namespace ricochet
