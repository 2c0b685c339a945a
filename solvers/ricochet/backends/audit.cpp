#include "ricochet/backends/audit.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/text.hpp"

#include <memory>
#include <string>
#include <utility>

namespace ricochet {
namespace {

constexpr double agreement = 1e-9;  // of the length

class AuditSolver final : public StepSolver {
 public:
  AuditSolver(std::unique_ptr<StepSolver> first, std::unique_ptr<StepSolver> second,
              Index positions, double length)
      : first_(std::move(first)),
        second_(std::move(second)),
        positions_(positions),
        length_(length) {}

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
    return std::make_unique<AuditSolver>(first_->clone(), second_->clone(), positions_, length_);
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
        return "pair " + std::to_string(i) + " is active in one answer only";
    const double distance = (solution.z - other_.z).head(positions_).norm();
    if (distance <= agreement * length_) return {};
    return "the positions differ by " + brief(distance) + " m";
  }

  std::unique_ptr<StepSolver> first_, second_;
  Index positions_;
  double length_;
  Solution other_;
};

/// Leading unknowns that are unique: positions where there are some, else the unknowns themselves.
Index unique_unknowns(const StepProblem& problem) {
  return problem.primal > 0 ? problem.primal : problem.unknown_count();
}

}  // namespace

Backend audit_of(const Backend& first, const Backend& second) {
  return {"audit", [first, second](const StepProblem& problem) -> std::unique_ptr<StepSolver> {
            return std::make_unique<AuditSolver>(first.prepare(problem), second.prepare(problem),
                                                 unique_unknowns(problem), problem.length);
          }};
}

Backend audit(const IpoptOptions& options) { return audit_of(ipopt(options), newton()); }

}  // namespace ricochet
