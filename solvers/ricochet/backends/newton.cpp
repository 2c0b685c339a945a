#include "ricochet/backends/newton.hpp"

#include "ricochet/backends/compiled_problem.hpp"
#include "ricochet/backends/globalize.hpp"
#include "ricochet/backends/scalar_root.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace ricochet {
namespace {

class NewtonSolver final : public StepSolver {
 public:
  explicit NewtonSolver(const CompiledProblem& compiled)
      : crossover_(*compiled.crossover),
        when_infeasible_(compiled.problem.when_infeasible),
        active_(static_cast<size_t>(crossover_.rows().pairs())) {}

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& /*hint*/,
                   Solution& solution) override {
    StepReport report;
    crossover_.set_parameters(parameters);
    report.status = crossover_.first_set(guess, active_);
    if (report.ok()) report.status = crossover_.search(guess, active_, report.statistics);
    if (!report.ok() && report.status != StepStatus::not_finite)
      report.status = globalize(crossover_, guess, active_, report.statistics);
    if (report.ok())
      crossover_.finish(guess, active_, report, solution);
    else if (report.status == StepStatus::not_finite)
      report.message = crossover_.rows().culprit();
    else if (report.status == StepStatus::infeasible)
      report.status = when_infeasible_;
    if (!report.ok() && report.message.empty()) report.message = crossover_.rows().remainder();
    return report;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::unique_ptr<StepSolver>(new NewtonSolver(*this));
  }

 private:
  NewtonSolver(const NewtonSolver& other)
      : StepSolver(),
        crossover_(other.crossover_),
        when_infeasible_(other.when_infeasible_),
        active_(other.active_) {}

  Crossover crossover_;
  StepStatus when_infeasible_;
  ActiveFlags active_;
};

}  // namespace

std::unique_ptr<StepSolver> newton_solver(const CompiledProblem& compiled) {
  if (!compiled.crossover) return std::make_unique<ScalarRoot>(compiled.problem);
  return std::make_unique<NewtonSolver>(compiled);
}

Backend newton() {
  return {
      "newton", [](const StepProblem& p) { return newton_solver(CompiledProblem(p)); }, {}, true};
}

}  // namespace ricochet
