#pragma once

#include "ricochet/certificate.hpp"
#include "ricochet/status.hpp"
#include "ricochet/step_problem.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// What the solvers did, summed over the step problems of a step.
struct SolverStatistics {
  long ipopt_solves = 0;
  long ipopt_iterations = 0;
  long newton_iterations = 0;
  long factorizations = 0;
  long set_changes = 0;   ///< revisions of an active set
  long fallbacks = 0;     ///< times a second formulation or backend was needed
  long enumerations = 0;  ///< active sets tried by enumeration of ambiguous pairs

  void add(const SolverStatistics& other);
};

/// How a step, or one step problem, ended. A failure is data, never an exception.
struct StepReport {
  StepStatus status = StepStatus::not_run;
  std::string message = {};  ///< what exactly, on failure; empty otherwise
  Certificate certificate = {};
  bool certified = false;  ///< the whole step was judged by a StepCertifier, see stepper.hpp
  SolverStatistics statistics = {};

  [[nodiscard]] bool ok() const { return status == StepStatus::converged; }
  /// As a new one; the message keeps its storage.
  void reset();
  /// Joins the report of a further part of the same step: worst certificate, first failure.
  void merge(const StepReport& part);
};

/// The answer to a step problem: exact, with its active set.
struct Solution {
  Vector z = {};                           ///< unknowns, see StepProblem
  std::vector<unsigned char> active = {};  ///< per pair: b = 0 was enforced
  std::vector<unsigned char> weak = {};    ///< per pair: a = b = 0, kept as active
};

/// Solves one prepared StepProblem for given numbers. It carries work memory, no history: the
/// answer depends on the arguments only. One solver serves one thread.
class StepSolver {
 public:
  StepSolver() = default;
  StepSolver(const StepSolver&) = delete;
  StepSolver& operator=(const StepSolver&) = delete;
  virtual ~StepSolver() = default;

  /// guess: where the search starts, N entries; the wanted solution is the one nearest to it. hint:
  /// the multipliers of an earlier step (as many as there are pairs) or empty; it may save time and
  /// does not change the answer.
  virtual StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                           Solution& solution) = 0;
  /// An independent solver of the same problem; nothing is built symbolically.
  [[nodiscard]] virtual std::unique_ptr<StepSolver> clone() const = 0;
};

/// Makes a StepSolver from a StepProblem. A backend is a value; a function (`ipopt()`) or the
/// registry gives it.
class Backend {
 public:
  using Prepare = std::function<std::unique_ptr<StepSolver>(const StepProblem&)>;
  using WhyNot = std::function<std::string(const StepProblem&)>;

  /// direct: see direct().
  Backend(std::string name, Prepare prepare, WhyNot why_not = {}, bool direct = false);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// True if parts of a step that have a solver of their own, such as the impulses of contacts that
  /// are met together, use that one and are not posed to the backend as a StepProblem.
  [[nodiscard]] bool direct() const { return direct_; }
  /// Differentiates and compiles once; throws std::invalid_argument with why_not() if it cannot.
  [[nodiscard]] std::unique_ptr<StepSolver> prepare(const StepProblem& problem) const;
  /// Why this backend cannot take the problem; empty if it can.
  [[nodiscard]] std::string why_not(const StepProblem& problem) const;

 private:
  std::string name_;
  Prepare prepare_;
  WhyNot why_not_;
  bool direct_;
};

}  // namespace ricochet
