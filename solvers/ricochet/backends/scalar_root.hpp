#pragma once

#include "ricochet/step_solver.hpp"

namespace ricochet {

/// The first sign change of one equation in its bracket: a scan isolates it, safeguarded Newton
/// refines it. Its failures are: no sign change (no_admissible_root), a touch without crossing
/// (grazing), too many sign changes (too_many_events).
class ScalarRoot final : public StepSolver {
 public:
  explicit ScalarRoot(const StepProblem& problem);

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override;
  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override;

  /// The bracket of the first sign change, by the scan; other statuses, with a message, as above.
  StepReport bracket(const Vector& parameters, double& low, double& high);
  /// Newton from x with bisection as safeguard inside [low, high]; counts its iterations.
  double refine(double low, double high, double x, long& iterations);
  /// Certificate of x, and grazing if the slope vanishes there.
  void finish(double x, StepReport& report, Solution& solution);

 private:
  ScalarRoot(const ScalarRoot& other);
  StepReport nearest_miss(double lower, double upper, double at);
  double value(double x);
  double slope(double x);

  Kernel kernel_, bounds_;
  Certifier certifier_;
  Vector parameters_;
  double length_;
  int max_events_;
};

}  // namespace ricochet
