#pragma once

#include "ricochet/io/read_events.hpp"
#include "view/contact_marks.hpp"
#include "view/solids.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A row of the trajectory as the page shows it.
struct Frame {
  State state = {};
  double energy_error = 0.0;       ///< E - E_0 [J]; NaN: not known
  Vector gaps = {};                ///< of all rows of g [m]; a union counts by its largest piece
  std::vector<Index> closed = {};  ///< rows of g
  std::vector<ContactMark> marks = {};  ///< of the closed ones
};

/// An impact inside or at the end of a step.
struct PlayedImpact {
  double t = 0.0;                ///< [s]
  std::vector<Index> rows = {};  ///< of g
  double impulse = 0.0;          ///< the largest one [N s]
  std::vector<ContactMark> marks = {};
};

/// Everything a page needs to play a run.
struct Playback {
  Problem problem;
  std::vector<PlanarBody> bodies = {};
  Box box = {};
  Solids solids = {};
  double energy_initial = 0.0;             ///< [J]; NaN: not known
  std::vector<std::string> contacts = {};  ///< names of the rows of g
  std::vector<Index> listed = {};          ///< rows that are listed: those that come nearest
  std::vector<Frame> frames = {};
  std::vector<PlayedImpact> impacts = {};
  size_t rows = 0, all_impacts = 0;  ///< before thinning
  bool impacts_known = false;
};

/// Long runs are thinned evenly; the first and the last row stay, and so do those beside impacts
/// and where a contact opens or closes, as far as they are fewer than the others.
[[nodiscard]] Playback make_playback(const Problem& problem, const std::vector<State>& states,
                                     const std::vector<EventRow>& events);

/// Every k-th of `count` things for the least k that leaves at most `most`, and the last one.
[[nodiscard]] std::vector<size_t> evenly(size_t count, size_t most);

}  // namespace ricochet::cli
