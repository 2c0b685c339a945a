#include "ricochet/backends/audit.hpp"

#include "ricochet/backends/compiled_problem.hpp"
#include "ricochet/text/text.hpp"

#include <memory>
#include <string>
#include <utility>

namespace ricochet {
namespace {

constexpr double agreement = 1e-9;  // of the length

class AuditSolver final : public StepSolver {
 public:
  AuditSolver(std::unique_ptr<StepSolver> first, std::unique_ptr<StepSolver> second, Slot positions,
              double length, RowNames names)
      : first_(std::move(first)),
        second_(std::move(second)),
        positions_(positions),
        length_(length),
        names_(std::move(names)) {}

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override {
    StepReport report = first_->solve(parameters, guess, hint, solution);
    const StepReport other = second_->solve(parameters, guess, hint, other_);
    report.statistics.add(other.statistics);
    const std::string difference = compare(report, other, solution);
    if (!difference.empty()) {
      report.status = StepStatus::backends_disagree;
      report.message = difference;
    }
    return report;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::make_unique<AuditSolver>(first_->clone(), second_->clone(), positions_, length_,
                                         names_);
  }

 private:
  [[nodiscard]] std::string compare(const StepReport& a, const StepReport& b,
                                    const Solution& solution) const {
    if (a.ok() != b.ok())
      return "one backend ended with " + to_string(a.status) + ", the other with " +
             to_string(b.status);
    if (!a.ok()) return {};
    for (size_t i = 0; i < solution.active.size(); ++i)
      if (solution.active[i] != other_.active[i] && !solution.weak[i] && !other_.weak[i])
        return names_.pair(static_cast<Index>(i)) + " is active in one answer only";
    const double distance =
        (solution.z - other_.z).segment(positions_.offset, positions_.size).norm();
    if (distance <= agreement * length_) return {};
    return "the positions differ by " + brief(distance) + " m";
  }

  std::unique_ptr<StepSolver> first_, second_;
  Slot positions_;
  double length_;
  RowNames names_;
  Solution other_;
};

/// The unknowns that are unique: positions where there are some, else those of the problem.
Slot unique_unknowns(const StepProblem& problem) {
  const Slot positions = problem.positions();
  return positions.size > 0 ? positions : Slot{.offset = 0, .size = problem.unknown_count()};
}

RowNames names_of(const StepProblem& problem) {
  RowNames names = row_names(problem);
  if (problem.minimises()) names.pairs = problem.inequalities.layout();
  return names;
}

std::unique_ptr<StepSolver> audited(const StepProblem& problem, std::unique_ptr<StepSolver> first,
                                    std::unique_ptr<StepSolver> second) {
  return std::make_unique<AuditSolver>(std::move(first), std::move(second),
                                       unique_unknowns(problem), problem.length, names_of(problem));
}

}  // namespace

Backend audit_of(const Backend& first, const Backend& second) {
  return {"audit", [first, second](const StepProblem& problem) {
            return audited(problem, first.prepare(problem), second.prepare(problem));
          }};
}

Backend audit(const IpoptOptions& options) {
  return {"audit", [options](const StepProblem& problem) {
            const CompiledProblem compiled(problem);
            return audited(problem, ipopt_solver(compiled, options), newton_solver(compiled));
          }};
}

}  // namespace ricochet
