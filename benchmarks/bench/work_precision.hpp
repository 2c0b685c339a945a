#pragma once

#include "bench/measurement.hpp"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace ricochet::cli {

/// What a method reaches with a step, and what it costs.
struct PrecisionPoint {
  double h = 0.0;        ///< [s]
  double error = 0.0;    ///< mean distance of positions to those of the reference [m]
  double seconds = 0.0;  ///< in the steps
};

struct PrecisionCurve {
  std::string method = {};
  std::vector<PrecisionPoint> points = {};  ///< h, h/2, h/4, h/8; fewer where a run did not end
};

/// Error against cost of the methods on one problem, all against one reference: the problem's own
/// method with a much smaller step. A method that converges to another motion, because it has
/// another law of impact, levels off at the distance of the two; so does every method at the
/// uncertainty of the reference.
struct WorkPrecision {
  BenchCase problem = {};
  std::string reference = {};  ///< "gvi with h / 64"
  double duration = 0.0;       ///< of the motion compared [s]
  /// Distance of the reference to a run with twice its step [m]. Errors below it have no meaning.
  double uncertainty = std::numeric_limits<double>::quiet_NaN();
  std::vector<PrecisionCurve> curves = {};
  std::string message = {};  ///< why there is nothing; else empty
};

/// At most limits.steps steps of the problem's own size, and limits.seconds for each method and for
/// the reference.
[[nodiscard]] WorkPrecision work_precision(const BenchCase& problem,
                                           const std::vector<std::string>& methods,
                                           const std::string& backend, const BenchLimits& limits,
                                           const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
