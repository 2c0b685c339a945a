#pragma once

#include "draw/chart.hpp"
#include "program/record/problem_run.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::cli {

// Runs as curves and diagrams: what most figures share.

[[nodiscard]] Curve over_time(const ProblemRun& run, const std::string& title, size_t style,
                              const std::function<double(const Sample&)>& of);
[[nodiscard]] Curve path(const ProblemRun& run, size_t body, const std::string& title,
                         size_t style);
/// A single mark.
[[nodiscard]] Curve mark(double x, double y, const std::string& title, size_t style);
/// A circle.
[[nodiscard]] Curve circle(double x, double y, double radius, const std::string& title,
                           size_t style);
/// Energy of every sample, or, if the run is thinned, the band of the steps between them [J]. What
/// changes by round-off only is drawn level; momenta, too.
[[nodiscard]] Curve energy_curve(const ProblemRun& run, const std::string& title, size_t style);
[[nodiscard]] Curve momentum_curve(const ProblemRun& run, Index map, const std::string& title,
                                   size_t style);

[[nodiscard]] Diagram energy_diagram(const std::string& title, std::vector<Curve> curves);
[[nodiscard]] Diagram plane_diagram(const std::string& title, const Box& box,
                                    std::vector<Curve> curves);

/// A style of its own for each of a dozen lines of one diagram.
[[nodiscard]] size_t style_in_turn(size_t i);

/// Slope of log y over log x, least squares.
[[nodiscard]] double fitted_order(const std::vector<double>& x, const std::vector<double>& y);
/// Largest absolute value of a gap over every step [m].
[[nodiscard]] double largest_gap(const ProblemRun& run, Index gap);

}  // namespace ricochet::cli
