#include "ricochet/shooting/shot_status.hpp"

namespace ricochet {
namespace {

struct Entry {
  ShotStatus status;
  const char* name;
  const char* explanation;
};

// One row per status, the only place where its texts are written.
constexpr Entry table[] = {
    {ShotStatus::converged, "converged", "The simulated path meets the end conditions."},
    {ShotStatus::simulation_failed, "simulation_failed",
     "A path on the way could not be simulated. Give another guess, more steps, or more starts."},
    {ShotStatus::not_single_impacts, "not_single_impacts",
     "A path on the way has a contact that lasts, or impacts that are simultaneous or flagged; the "
     "end is no smooth function of the start there. Give another guess."},
    {ShotStatus::other_sequence, "other_sequence",
     "The guess does not have the sequence of impacts asked for. Give a guess that has it."},
    {ShotStatus::unreachable, "unreachable",
     "Near the guess no path with this sequence of impacts meets the end conditions. Change the "
     "target, or give guesses with other sequences (more starts)."},
    {ShotStatus::no_convergence, "no_convergence",
     "The program over the path did not converge. Give a nearer guess, or more starts."},
    {ShotStatus::sequence_does_not_occur, "sequence_does_not_occur",
     "The impacts supposed are not those of a simulation. Give other guesses (more starts), "
     "another "
     "sequence, or change the target."},
    {ShotStatus::step_border, "step_border",
     "An impact would fall on the border of two steps, where the end of the path jumps over the "
     "target. Change the number of steps, or the target slightly."},
    {ShotStatus::wrong_side, "wrong_side",
     "The end is met in the direction opposite to the one asked for. Give another guess, or more "
     "starts."},
    {ShotStatus::interrupted, "interrupted", "The search was stopped on request."},
};

const Entry& entry(ShotStatus status) {
  for (const Entry& e : table)
    if (e.status == status) return e;
  return table[0];
}

}  // namespace

std::string to_string(ShotStatus status) { return entry(status).name; }

std::string explain(ShotStatus status) { return entry(status).explanation; }

const std::vector<ShotStatus>& all_shot_statuses() {
  static const std::vector<ShotStatus> statuses = [] {
    std::vector<ShotStatus> list;
    for (const Entry& e : table) list.push_back(e.status);
    return list;
  }();
  return statuses;
}

}  // namespace ricochet
