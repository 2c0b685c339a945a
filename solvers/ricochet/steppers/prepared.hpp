#pragma once

#include "ricochet/step_solver.hpp"

#include <memory>

namespace ricochet {

/// A prepared step problem with the storage of its calls. The storage has its sizes from the
/// beginning, so that the first call allocates as little as the last. A copy solves independently.
struct Prepared {
  Prepared() = default;
  Prepared(const Backend& backend, const StepProblem& problem)
      : solver(backend.prepare(problem)), parameters(problem.parameters.size()) {
    const bool program = problem.kind == Kind::convex_qp || problem.kind == Kind::nlp;
    const Index rows = problem.equalities.size(), limits = problem.inequalities.size();
    guess.resize(problem.unknown_count() + (program ? rows + limits : 0));  // with multipliers
    solution.z = guess;
    solution.active.resize(static_cast<size_t>(program ? limits : problem.pair_count()));
    solution.weak = solution.active;
  }
  Prepared(const Prepared& o)
      : solver(o.solver ? o.solver->clone() : nullptr),
        parameters(o.parameters),
        guess(o.guess),
        solution(o.solution) {}
  Prepared(Prepared&&) noexcept = default;
  Prepared& operator=(const Prepared&) = delete;
  Prepared& operator=(Prepared&&) noexcept = default;
  ~Prepared() = default;

  std::unique_ptr<StepSolver> solver;
  Vector parameters, guess;
  Solution solution;
};

}  // namespace ricochet
