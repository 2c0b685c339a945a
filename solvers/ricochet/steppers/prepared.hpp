#pragma once

#include "ricochet/step_solver.hpp"

#include <memory>

namespace ricochet {

/// A prepared step problem with the storage of its calls: sizes never change from call to call, so
/// that a warm stepper allocates nothing. A copy solves independently.
struct Prepared {
  Prepared() = default;
  Prepared(const Backend& backend, const StepProblem& problem) : solver(backend.prepare(problem)) {}
  Prepared(const Prepared& o) : solver(o.solver ? o.solver->clone() : nullptr) {}
  Prepared(Prepared&&) noexcept = default;
  Prepared& operator=(const Prepared&) = delete;
  Prepared& operator=(Prepared&&) noexcept = default;
  ~Prepared() = default;

  std::unique_ptr<StepSolver> solver;
  Vector parameters, guess;
  Solution solution;
};

}  // namespace ricochet
