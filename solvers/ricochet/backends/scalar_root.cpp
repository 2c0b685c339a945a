#include "ricochet/backends/scalar_root.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ricochet {
namespace {

constexpr int scan_points = 256;
constexpr int refine_limit = 100;
constexpr double grazing_slope = 1e-9;  // of length / bracket: the root is not determined below it
constexpr double touch = 1e-12;         // of length: |value| at a minimum that counts as touching

std::string in(double lower, double upper) {
  return " in [" + brief(lower) + ", " + brief(upper) + "]";
}

}  // namespace

ScalarRoot::ScalarRoot(const StepProblem& problem)
    : certifier_(problem), length_(problem.length), max_events_(problem.max_events) {
  const StepProblem p = completed(problem);
  kernel_ = Kernel("root", {p.unknowns, p.parameters},
                   {p.equalities, jacobian(p.equalities.all(), p.unknowns.all())});
  bounds_ = Kernel("bracket", {p.parameters}, {p.lower, p.upper});
}

ScalarRoot::ScalarRoot(const ScalarRoot& o)
    : StepSolver(),
      kernel_(o.kernel_),
      bounds_(o.bounds_),
      certifier_(o.certifier_),
      length_(o.length_),
      max_events_(o.max_events_) {}

std::unique_ptr<StepSolver> ScalarRoot::clone() const {
  return std::unique_ptr<StepSolver>(new ScalarRoot(*this));
}

double ScalarRoot::value(double x) {
  double f = 0.0, df = 0.0;
  kernel_({x, parameters_}, {f, df});
  return f;
}

double ScalarRoot::slope(double x) {
  double f = 0.0, df = 0.0;
  kernel_({x, parameters_}, {f, df});
  return df;
}

StepReport ScalarRoot::bracket(const Vector& parameters, double& low, double& high) {
  parameters_ = parameters;
  double lower = 0.0, upper = 0.0;
  bounds_({parameters_}, {lower, upper});
  double x = lower, f = value(x), least = std::abs(f), at = x;
  int crossings = 0;
  for (int i = 1; i <= scan_points; ++i) {
    const double next = lower + (upper - lower) * i / scan_points, g = value(next);
    if (!std::isfinite(f) || !std::isfinite(g))
      return {.status = StepStatus::not_finite,
              .message = "row 0 at " + brief(std::isfinite(f) ? next : x) + in(lower, upper)};
    if ((f < 0.0) != (g < 0.0) && ++crossings == 1) {
      low = x;
      high = next;
    }
    if (std::abs(g) < least) {
      least = std::abs(g);
      at = next;
    }
    x = next;
    f = g;
  }
  if (crossings > max_events_)
    return {.status = StepStatus::too_many_events,
            .message = std::to_string(crossings) + " changes of sign" + in(lower, upper) +
                       ", at most " + std::to_string(max_events_) + " are allowed"};
  if (crossings > 0) return {.status = StepStatus::converged};
  return nearest_miss(lower, upper, at);
}

/// No sign change: does the smallest value touch zero? Newton on the slope finds the extremum.
StepReport ScalarRoot::nearest_miss(double lower, double upper, double at) {
  const double width = (upper - lower) / scan_points;
  double a = std::max(lower, at - width), b = std::min(upper, at + width);
  for (int i = 0; i < refine_limit && (slope(a) < 0.0) != (slope(b) < 0.0); ++i) {
    const double c = 0.5 * (a + b);
    ((slope(c) < 0.0) == (slope(a) < 0.0) ? a : b) = c;
  }
  const double least = value(a);
  const bool touches = std::abs(least) <= touch * length_;
  return {.status = touches ? StepStatus::grazing : StepStatus::no_admissible_root,
          .message = "no change of sign" + in(lower, upper) + "; the value nearest to 0 is " +
                     brief(least) + ", at " + brief(a)};
}

double ScalarRoot::refine(double low, double high, double x, long& iterations) {
  const bool rising = value(low) < 0.0;
  for (int i = 0; i < refine_limit; ++i) {
    double f = 0.0, df = 0.0;
    kernel_({x, parameters_}, {f, df});
    ++iterations;
    if (f == 0.0) return x;
    ((f < 0.0) == rising ? low : high) = x;
    const double newton = x - f / df;
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (next == x || high - low <= 0.0) return x;
    if (std::abs(f) <= 1e-15 * length_) return next;
    x = next;
  }
  return x;
}

void ScalarRoot::finish(double x, StepReport& report, Solution& solution) {
  solution.z = Vector::Constant(1, x);
  solution.active.clear();
  solution.weak.clear();
  double lower = 0.0, upper = 0.0;
  bounds_({parameters_}, {lower, upper});
  report.certificate = certifier_.certify(solution.z, parameters_);
  const double steepness = std::abs(slope(x)) * (upper - lower);
  if (!(steepness > grazing_slope * length_)) {
    report.status = StepStatus::grazing;
    report.message = "the slope at the root is " + brief(slope(x));
  } else if (!report.certificate.ok()) {
    report.status = StepStatus::certificate_missed;
    report.message = report.certificate.verdict() + ", " + certifier_.culprit();
  } else {
    report.status = StepStatus::converged;
  }
}

StepReport ScalarRoot::solve(const Vector& parameters, const Vector& /*guess*/,
                             const Vector& /*hint*/, Solution& solution) {
  double low = 0.0, high = 0.0;
  StepReport report = bracket(parameters, low, high);
  if (report.ok())
    finish(refine(low, high, 0.5 * (low + high), report.statistics.newton_iterations), report,
           solution);
  return report;
}

}  // namespace ricochet
