#include "ricochet/backends/ipopt_root.hpp"

#include "ricochet/backends/nlp.hpp"
#include "ricochet/backends/scalar_root.hpp"

namespace ricochet {
namespace {

class IpoptRoot final : public StepSolver {
 public:
  IpoptRoot(const StepProblem& problem, const IpoptOptions& options)
      : root_(std::make_unique<ScalarRoot>(problem)), program_(direct_nlp(problem), options) {}

  StepReport solve(const Vector& parameters, const Vector& /*guess*/, const Vector& /*hint*/,
                   Solution& solution) override {
    double low = 0.0, high = 0.0;
    StepReport report = root_->bracket(parameters, low, high);
    if (!report.ok()) return report;
    Vector x = Vector::Constant(1, 0.5 * (low + high)), y = Vector::Zero(1);
    program_.set_bounds(low, high);
    const IpoptEnd end = program_.solve(parameters, x, y, false);
    ++report.statistics.ipopt_solves;
    report.statistics.ipopt_iterations += program_.iterations();
    const bool found = end == IpoptEnd::solved && x[0] >= low && x[0] <= high;
    const double start = found ? x[0] : 0.5 * (low + high);
    root_->finish(root_->refine(low, high, start, report.statistics.newton_iterations), report,
                  solution);
    return report;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::unique_ptr<StepSolver>(new IpoptRoot(*this));
  }

 private:
  IpoptRoot(const IpoptRoot& o)
      : StepSolver(),
        root_(static_cast<ScalarRoot*>(o.root_->clone().release())),
        program_(o.program_) {}

  std::unique_ptr<ScalarRoot> root_;
  IpoptProgram program_;
};

}  // namespace

std::unique_ptr<StepSolver> ipopt_root(const StepProblem& problem, const IpoptOptions& options) {
  return std::make_unique<IpoptRoot>(problem, options);
}

}  // namespace ricochet
