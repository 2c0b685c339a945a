#include "ricochet/step_solver.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {

void SolverStatistics::add(const SolverStatistics& o) {
  ipopt_solves += o.ipopt_solves;
  ipopt_iterations += o.ipopt_iterations;
  newton_iterations += o.newton_iterations;
  factorizations += o.factorizations;
  set_changes += o.set_changes;
  fallbacks += o.fallbacks;
  enumerations += o.enumerations;
}

void StepReport::reset() {
  status = StepStatus::not_run;
  message.clear();
  certificate = {};
  certified = false;
  statistics = {};
}

void StepReport::merge(const StepReport& part) {
  if (status == StepStatus::not_run || ok()) {
    status = part.status;
    if (!message.empty() || !part.message.empty()) message = part.message;
  }
  if (part.certificate.limit != 0.0)
    certificate.merge(part.certificate);  // it has judged something
  statistics.add(part.statistics);
}

Backend::Backend(std::string name, Prepare prepare, WhyNot why_not, bool direct)
    : name_(std::move(name)),
      prepare_(std::move(prepare)),
      why_not_(std::move(why_not)),
      direct_(direct) {}

std::unique_ptr<StepSolver> Backend::prepare(const StepProblem& problem) const {
  if (const std::string reason = why_not(problem); !reason.empty())
    throw std::invalid_argument("Backend '" + name_ + "' cannot take step problem '" +
                                problem.name + "': " + reason);
  return prepare_(problem);
}

std::string Backend::why_not(const StepProblem& problem) const {
  return why_not_ ? why_not_(problem) : std::string{};
}

}  // namespace ricochet
