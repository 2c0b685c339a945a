#include "binding.hpp"
#include "draw/planar.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/problem/problem.hpp"
#include "run_object.hpp"
#include "view/page.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

/// A body that Python describes; an empty outline is a point.
PlanarBody make_body(std::string name, Index x, Index y, Index theta, const Matrix& outline) {
  PlanarBody body{.name = std::move(name), .x = x, .y = y, .theta = theta};
  if (outline.size() > 0) body.outline = [outline](const System&) { return outline; };
  return body;
}

std::vector<State> states_of(const RunData& data) {
  std::vector<State> states;
  const auto n = static_cast<Index>(data.q.columns);
  for (size_t i = 0; i < data.t.size(); ++i)
    states.push_back({.t = data.t[i],
                      .q = Eigen::Map<const Vector>(&data.q.numbers[i * data.q.columns], n),
                      .p = Eigen::Map<const Vector>(&data.p.numbers[i * data.p.columns], n)});
  return states;
}

std::vector<EventRow> events_of(const ImpactTable& impacts) {
  std::vector<EventRow> events;
  for (size_t i = 0; i < impacts.t.size(); ++i) {
    EventRow row{.t = impacts.t[i]};
    for (size_t k = impacts.first[i]; k < impacts.first[i + 1]; ++k) {
      row.constraints.push_back(in_one_word(impacts.contacts[k]));
      row.impulse.push_back(impacts.impulses[k]);
    }
    events.push_back(std::move(row));
  }
  return events;
}

/// The problem that is played: start, bodies and walls, for the parameter values of the run.
Problem played(const RunData& data, const State& start, const std::optional<Problem>& problem,
               const std::vector<PlanarBody>& bodies) {
  Problem shown = problem ? *problem : Problem{.system = data.system};
  shown.system = data.system;
  shown.initial = start;
  if (problem && problem->walls_for) shown.walls = problem->walls_for(shown.system);
  if (!bodies.empty()) shown.bodies = bodies;
  for (const PlanarBody& body : shown.bodies)
    for (const Index i : {body.x, body.y, body.theta})
      if (i >= shown.system.n())
        throw std::invalid_argument("Body '" + body.name + "': coordinate " + std::to_string(i) +
                                    " does not exist; system '" + shown.system.name() + "' has " +
                                    std::to_string(shown.system.n()));
  if (cli::planar_bodies(shown).empty())
    throw std::invalid_argument("System '" + shown.system.name() +
                                "' has no body that moves in the plane; give bodies={'name': "
                                "Body(x, y)} with indices into q");
  return shown;
}

std::string player_page(const Run& run, const std::optional<Problem>& problem,
                        const std::vector<PlanarBody>& bodies, const std::string& title,
                        const std::vector<std::pair<std::string, std::string>>& facts) {
  const RunData& data = *run.data;
  const std::vector<State> states = states_of(data);
  cli::Playback play = cli::make_playback(played(data, states.front(), problem, bodies), states,
                                          events_of(data.impacts));
  play.impacts_known = true;
  cli::PageText text{.title = title, .facts = facts};
  if (play.frames.size() < play.rows)
    text.notes.push_back(std::to_string(play.frames.size()) + " of the " +
                         std::to_string(play.rows) + " records are shown.");
  return cli::player_page(play, text);
}

}  // namespace

void bind_player(nb::module_& m) {
  nb::class_<PlanarBody>(m, "PlanarBody", "A body in the plane; see ricochet.Body.")
      .def(
          "__init__",
          [](PlanarBody* made, std::string name, Index x, Index y, Index theta,
             const Matrix& outline) {
            new (made) PlanarBody(make_body(std::move(name), x, y, theta, outline));
          },
          nb::arg("name"), nb::arg("x"), nb::arg("y"), nb::arg("theta"), nb::arg("outline"));
  m.def("player_page", &player_page, nb::arg("run"), nb::arg("problem").none(), nb::arg("bodies"),
        nb::arg("title"), nb::arg("facts"), "A page that plays the run, without other files.");
}

}  // namespace ricochet::python
