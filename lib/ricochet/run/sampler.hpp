#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/run/sample.hpp"

#include <limits>
#include <utility>

namespace ricochet {

/// Keeps samples of a run and the extremes of every step between them. It reads the numbers of a
/// Monitor and measures nothing itself.
class Sampler {
 public:
  /// For a run of `steps` steps in all.
  Sampler(const SampleOptions& options, long steps);

  /// The start; `measured` has it as its last step.
  void start(const Step& step, const Monitor& measured);
  void take(const Step& step, const Monitor& measured);
  /// The last step of the run, unless it is there already; `measured` has it as its last step.
  void finish(const Step& last, const Monitor& measured);

  /// Hands over what was kept.
  [[nodiscard]] RunSamples hand_over() { return std::move(kept_); }

 private:
  void keep(const Step& step, const Monitor& measured);

  RunSamples kept_ = {};
  bool keeps_impacts_;
  double energy_ = 0.0;  // of the step before [J]
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

}  // namespace ricochet
