#include "view/playback.hpp"

#include "draw/planar.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/measures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr double least_half_side = 0.08, margin = 0.06;  // of the picture, see Extent
constexpr size_t most_listed = 24;                       // contacts that a reader surveys
constexpr size_t most_impacts = 2000;                    // marks on a page
// Pages stay below about ten megabytes: frames are fewer where each holds many numbers.
constexpr size_t most_frames = 4000, least_frames = 200, most_numbers = 400000;

/// What a run looks like at a state.
class Viewer {
 public:
  Viewer(const Problem& problem, const std::vector<PlanarBody>& bodies)
      : problem_(problem), measures_(problem.system), marker_(problem.system, bodies) {}

  double energy(const State& state) { return measures_.energy({.state = state}); }

  /// Of every row of g.
  Vector gaps(const State& state) {
    const Vector& entries = measures_.gaps(state);
    const auto& rows = problem_.system.gap_rows();
    Vector gaps(static_cast<Index>(rows.size()));
    for (size_t i = 0; i < rows.size(); ++i)
      gaps[static_cast<Index>(i)] =
          entries.segment(rows[i].first, rows[i].second - rows[i].first).maxCoeff();
    return gaps;
  }

  [[nodiscard]] std::vector<Index> closed(const Vector& gaps) const {
    std::vector<Index> rows;
    for (Index i = 0; i < gaps.size(); ++i)
      if (gaps[i] <= problem_.system.tolerances().gap) rows.push_back(i);
    return rows;
  }

  /// Of rows of g; of a union the piece that counts.
  std::vector<ContactMark> marks(const std::vector<Index>& rows, const State& state) {
    std::vector<ContactMark> all;
    if (rows.empty()) return all;
    marker_.move_to(state.q, state.t);
    const Vector& entries = measures_.gaps(state);
    for (const Index row : rows) {
      const auto [first, last] = problem_.system.gap_rows()[static_cast<size_t>(row)];
      Index piece = 0;
      entries.segment(first, last - first).maxCoeff(&piece);
      const auto more = marker_.marks(first + piece);
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }

 private:
  const Problem& problem_;
  Measures measures_;
  ContactMarker marker_;
};

/// The rows of g by the names that a table of impacts gives to their entries.
std::map<std::string, Index> rows_by_name(const System& system) {
  std::map<std::string, Index> rows;
  for (size_t row = 0; row < system.gap_rows().size(); ++row)
    for (Index i = system.gap_rows()[row].first; i < system.gap_rows()[row].second; ++i)
      rows[in_one_word(system.gap_name(i))] = static_cast<Index>(row);
  return rows;
}

std::vector<std::string> row_names(const System& system) {
  std::vector<std::string> names;
  for (const Constraint& row : system.specification().g) names.push_back(row.name);
  return names;
}

/// The last row that is not after a time.
size_t row_before(const std::vector<State>& states, double t) {
  const auto after = std::upper_bound(states.begin(), states.end(), t,
                                      [](double at, const State& s) { return at < s.t; });
  return after == states.begin() ? 0 : static_cast<size_t>(after - states.begin()) - 1;
}

/// Impacts are shown at the neighbouring row of the trajectory where their contacts are nearer to
/// being closed.
PlayedImpact played(const EventRow& event, const std::map<std::string, Index>& rows,
                    const std::vector<State>& states, Viewer& viewer) {
  PlayedImpact impact{.t = event.t};
  for (size_t i = 0; i < event.constraints.size(); ++i) {
    const auto found = rows.find(event.constraints[i]);
    if (found == rows.end())
      throw std::invalid_argument("the table of impacts names '" + event.constraints[i] +
                                  "', which is no contact of this problem; give --events of the "
                                  "same run");
    impact.rows.push_back(found->second);
    impact.impulse = std::max(impact.impulse, std::abs(event.impulse[i]));
  }
  const size_t row = row_before(states, event.t), next = std::min(row + 1, states.size() - 1);
  const auto distance = [&](const State& state) {
    const Vector gaps = viewer.gaps(state);
    double sum = 0.0;
    for (const Index i : impact.rows) sum += std::abs(gaps[i]);
    return sum;
  };
  const State& nearer =
      distance(states[row]) <= distance(states[next]) ? states[row] : states[next];
  impact.marks = viewer.marks(impact.rows, nearer);
  return impact;
}

/// The rows of g with the smallest gaps, in their order.
std::vector<Index> nearest_rows(const Vector& least) {
  std::vector<Index> rows(static_cast<size_t>(least.size()));
  std::iota(rows.begin(), rows.end(), 0);
  if (rows.size() > most_listed) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](Index a, Index b) { return least[a] < least[b]; });
    rows.resize(most_listed);
    std::sort(rows.begin(), rows.end());
  }
  return rows;
}

/// What the rows of a run show together, gathered in one pass.
struct Survey {
  std::vector<size_t> changes = {};  ///< rows before and after a contact closes or opens
  Vector least = {};                 ///< smallest value of every gap
  Extent extent = {};
};

Survey survey(const Playback& play, const std::vector<State>& states, Viewer& viewer) {
  Survey seen{.least = viewer.gaps(states.front())};
  std::vector<Index> closed_before = viewer.closed(seen.least);
  std::vector<double> reaches;
  for (const PlanarBody& body : play.bodies) reaches.push_back(reach(body, play.problem.system));
  for (size_t i = 0; i < states.size(); ++i) {
    for (size_t b = 0; b < play.bodies.size(); ++b)
      seen.extent.take(play.bodies[b], states[i].q, reaches[b]);
    const Vector gaps = viewer.gaps(states[i]);
    seen.least = seen.least.cwiseMin(gaps);
    std::vector<Index> closed = viewer.closed(gaps);
    if (closed != closed_before) seen.changes.insert(seen.changes.end(), {i - 1, i});
    closed_before = std::move(closed);
  }
  return seen;
}

/// The rows that become frames.
std::set<size_t> chosen_rows(const Playback& play, const std::vector<State>& states,
                             std::vector<size_t> special) {
  const size_t numbers = 3 * play.bodies.size() + play.listed.size() + 2;
  const size_t most = std::clamp(most_numbers / numbers, least_frames, most_frames);
  const std::vector<size_t> regular = evenly(states.size(), most);
  std::set<size_t> rows(regular.begin(), regular.end());
  for (const size_t i : evenly(special.size(), most)) rows.insert(special[i]);
  return rows;
}

Frame frame_of(const State& state, double energy_initial, Viewer& viewer) {
  Frame frame{.state = state,
              .energy_error = viewer.energy(state) - energy_initial,
              .gaps = viewer.gaps(state)};
  frame.closed = viewer.closed(frame.gaps);
  frame.marks = viewer.marks(frame.closed, state);
  return frame;
}

}  // namespace

std::vector<size_t> evenly(size_t count, size_t most) {
  std::vector<size_t> chosen;
  if (count == 0) return chosen;
  const size_t stride = (count + most - 1) / most;
  for (size_t i = 0; i < count; i += stride) chosen.push_back(i);
  if (chosen.back() != count - 1) chosen.push_back(count - 1);
  return chosen;
}

Playback make_playback(const Problem& problem, const std::vector<State>& states,
                       const std::vector<EventRow>& events) {
  Playback play{.problem = problem, .bodies = planar_bodies(problem)};
  Viewer viewer(play.problem, play.bodies);
  Survey seen = survey(play, states, viewer);
  play.box = seen.extent.box(least_half_side, margin);
  play.solids = find_solids(problem, play.box);
  play.contacts = row_names(problem.system);
  play.listed = nearest_rows(seen.least);
  play.energy_initial = viewer.energy(states.front());
  play.rows = states.size();
  play.all_impacts = events.size();
  const auto rows = rows_by_name(problem.system);
  for (const size_t i : evenly(events.size(), most_impacts)) {
    play.impacts.push_back(played(events[i], rows, states, viewer));
    const size_t before = row_before(states, events[i].t);
    seen.changes.insert(seen.changes.end(), {before, std::min(before + 1, states.size() - 1)});
  }
  for (const size_t row : chosen_rows(play, states, seen.changes))
    play.frames.push_back(frame_of(states[row], play.energy_initial, viewer));
  return play;
}

}  // namespace ricochet::cli
