#include "ricochet/backends/automatic.hpp"

#include "ricochet/backends/compiled_problem.hpp"

#include <memory>
#include <utility>

namespace ricochet {
namespace {

class AutomaticSolver final : public StepSolver {
 public:
  AutomaticSolver(std::unique_ptr<StepSolver> first, std::unique_ptr<StepSolver> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override {
    StepReport report = first_->solve(parameters, guess, hint, solution);
    if (report.ok()) return report;
    StepReport second = second_->solve(parameters, guess, hint, solution);
    second.statistics.add(report.statistics);
    ++second.statistics.fallbacks;
    return second;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::make_unique<AutomaticSolver>(first_->clone(), second_->clone());
  }

 private:
  std::unique_ptr<StepSolver> first_, second_;
};

}  // namespace

Backend automatic(const IpoptOptions& options) {
  return {"automatic",
          [options](const StepProblem& problem) -> std::unique_ptr<StepSolver> {
            const CompiledProblem compiled(problem);
            return std::make_unique<AutomaticSolver>(newton_solver(compiled),
                                                     ipopt_solver(compiled, options));
          },
          {},
          true};
}

}  // namespace ricochet
