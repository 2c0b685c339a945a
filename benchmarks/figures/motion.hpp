#pragma once

#include "draw/chart.hpp"
#include "program/record/problem_run.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

// Bodies drawn as they lie along a run.

/// The samples at multiples of `interval` until a time [s]; a run that ended before gives fewer.
[[nodiscard]] std::vector<Sample> snapshots(const ProblemRun& run, double interval, double until);

/// Outlines of a body, one per sample.
[[nodiscard]] Curve outlines(const ProblemRun& run, size_t body, const std::vector<Sample>& at,
                             const std::string& title, size_t style);
/// Times of the samples in seconds, dx and dy [m] from the body's place.
[[nodiscard]] Curve time_labels(const ProblemRun& run, size_t body, const std::vector<Sample>& at,
                                double dx, double dy);

/// How a motion is shown.
struct Scene {
  std::string title = {};
  std::vector<Box> boxes = {};    ///< the part of the plane shown, one for each run
  double interval = 0.05;         ///< between frames, of the motion and of the show [s]
  double until = 0.0;             ///< [s]
  size_t columns = 1;             ///< of runs side by side
  int width = 480, height = 360;  ///< [pixels]
};

/// All bodies of the runs, each run in a diagram, with the path so far.
[[nodiscard]] Animation motion(const std::vector<const ProblemRun*>& runs, const Scene& scene);

}  // namespace ricochet::cli
