#pragma once

#include "ricochet/backends/crossover.hpp"
#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace ricochet {

/// A step problem with the rows that every backend evaluates. They are compiled once: the solvers
/// prepared from it share them.
struct CompiledProblem {
  explicit CompiledProblem(StepProblem given) : problem(std::move(given)) {
    if (problem.kind != Kind::scalar_root) crossover.emplace(problem);
  }
  StepProblem problem;
  std::optional<Crossover> crossover = {};  ///< none for a scalar root
};

[[nodiscard]] std::unique_ptr<StepSolver> newton_solver(const CompiledProblem& compiled);
[[nodiscard]] std::unique_ptr<StepSolver> ipopt_solver(const CompiledProblem& compiled,
                                                       const IpoptOptions& options);

}  // namespace ricochet
