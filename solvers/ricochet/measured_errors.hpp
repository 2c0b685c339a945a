#pragma once

#include "ricochet/advice.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/discretization.hpp"

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace ricochet {

/// The steps of runs that are measured: h / 1, h / 3 and h / 11. No one divides another, so that
/// impacts do not fall at the same place in the steps of all.
constexpr std::array<long, 3> measured_parts = {1, 3, 11};

struct ErrorMeasurement {
  double h = 0.0;    ///< [s]
  long steps = 100;  ///< of size h: later, small errors have grown into other motions
  Discretization discretization = midpoint();
  Backend backend = newton();
  bool unfit = false;  ///< measure methods that can take the system and do not fit, too
  /// Asked before every step and every method; the runs end where it says so, and no other method
  /// is measured.
  std::function<bool()> stop_requested = {};
};

/// A method and how far its positions are from those of the reference.
struct MethodErrors {
  Advice method = {};  ///< with the options that it needs here; `why` says why it does not fit
  /// Mean distance over the run [m], for each of the steps; NaN where a run ended early.
  std::array<double, measured_parts.size()> errors = {};
  /// Distance between its two finest runs [m]; NaN where one ended early.
  double uncertainty = std::numeric_limits<double>::quiet_NaN();
  long impacts = 0;          ///< that it logs with h
  bool same_motion = false;  ///< it converges to the reference, not to another law of impact
  std::string failure = {};  ///< of the coarsest run that ended early

  [[nodiscard]] bool fits() const { return method.why.empty(); }
};

/// Methods that can take a system, measured against one reference: the method whose runs with
/// h / 29 and h / 53 differ least, among those that converge to the motion of the first advice.
struct MeasuredErrors {
  std::string reference = {};  ///< its method; empty: no run with h / 53 reached its end
  double uncertainty = std::numeric_limits<double>::quiet_NaN();  ///< of the reference [m]
  double way = 0.0;                        ///< mean distance of the reference from the start [m]
  std::vector<MethodErrors> methods = {};  ///< in the order of the registry

  /// The reference is certain to a tenth of the way: where it is not, nothing can be said.
  [[nodiscard]] bool tells() const { return uncertainty < 0.1 * way; }
  /// The most that a method logs; 0: the run says nothing of impacts.
  [[nodiscard]] long impacts() const;
  [[nodiscard]] const MethodErrors* find(const std::string& stepper) const;
  /// The method with the least errors among those that fit and make the same motion; nullptr if
  /// there is none.
  [[nodiscard]] const MethodErrors* best() const;
  /// How many times the error of one method is that of another, as a geometric mean over the steps.
  /// What the reference cannot tell counts as equal, and so do errors below 2.5e-4 of the way. It
  /// is infinite for a method with a run that ended early.
  [[nodiscard]] double ratio(const MethodErrors& method, const MethodErrors& other) const;
};

[[nodiscard]] MeasuredErrors measure_errors(const System& system, const State& start,
                                            const ErrorMeasurement& how);

}  // namespace ricochet
