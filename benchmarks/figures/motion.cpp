#include "figures/motion.hpp"

#include "draw/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

/// The first sample that is not before a time; the last one after the end.
const Sample& sample_at(const ProblemRun& run, double t) {
  const auto at = std::find_if(run.samples.begin(), run.samples.end(),
                               [&](const Sample& s) { return s.state.t >= t - 1e-9; });
  return at == run.samples.end() ? run.samples.back() : *at;
}

/// The path of a body until a time.
Curve path_until(const ProblemRun& run, size_t body, double t) {
  Curve curve = path(run, body, "", 7);
  const auto shown =
      static_cast<size_t>(std::count_if(run.samples.begin(), run.samples.end(),
                                        [&](const Sample& s) { return s.state.t <= t + 1e-9; }));
  curve.x.resize(shown);
  curve.y.resize(shown);
  return curve;
}

Diagram diagram_at(const ProblemRun& run, const Box& box, double t) {
  Diagram diagram = plane_diagram(run.label, box, {});
  for (size_t i = 0; i < run.problem.bodies.size(); ++i) {
    diagram.curves.push_back(outlines(run, i, {sample_at(run, t)}, "", i + 1));
    diagram.curves.push_back(path_until(run, i, t));
  }
  diagram.boundary = run.problem;
  return diagram;
}

}  // namespace

std::vector<Sample> snapshots(const ProblemRun& run, double interval, double until) {
  std::vector<Sample> taken;
  const double end = std::min(until, run.end_time()) + 1e-9;
  for (int i = 0; i * interval <= end; ++i) taken.push_back(sample_at(run, i * interval));
  return taken;
}

Curve outlines(const ProblemRun& run, size_t body, const std::vector<Sample>& at,
               const std::string& title, size_t style) {
  Curve curve{.title = title, .look = Look::outlines, .style = style};
  for (const Sample& s : at) {
    const Matrix corners = run.problem.bodies.at(body).shape(run.problem.system, s.state.q);
    for (Index i = 0; i <= corners.cols(); ++i) {
      curve.x.push_back(corners(0, i % corners.cols()));
      curve.y.push_back(corners(1, i % corners.cols()));
    }
    curve.x.push_back(std::nan(""));
    curve.y.push_back(std::nan(""));
  }
  return curve;
}

Curve time_labels(const ProblemRun& run, size_t body, const std::vector<Sample>& at, double dx,
                  double dy) {
  const PlanarBody& b = run.problem.bodies.at(body);
  Curve curve{.look = Look::labels};
  for (const Sample& s : at) {
    curve.x.push_back(s.state.q[b.x] + dx);
    curve.y.push_back(s.state.q[b.y] + dy);
    curve.texts.push_back(fmt::format("{:.3g} s", s.state.t));
  }
  return curve;
}

Animation motion(const std::vector<const ProblemRun*>& runs, const Scene& scene) {
  Animation animation{.interval = scene.interval};
  for (int i = 0; i * scene.interval <= scene.until + 1e-9; ++i) {
    const double t = i * scene.interval;
    Chart frame{.title = fmt::format("{}, t = {:.2f} s", scene.title, t),
                .columns = scene.columns,
                .width = scene.width,
                .height = scene.height};
    for (size_t j = 0; j < runs.size(); ++j)
      frame.diagrams.push_back(diagram_at(*runs[j], scene.boxes.at(j), t));
    animation.frames.push_back(std::move(frame));
  }
  return animation;
}

}  // namespace ricochet::cli
