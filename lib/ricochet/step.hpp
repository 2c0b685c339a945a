#pragma once

#include "ricochet/state.hpp"
#include "ricochet/step_solver.hpp"

#include <limits>
#include <string>
#include <vector>

namespace ricochet {

/// One impact located inside a step.
struct Impact {
  double t = 0.0;                       ///< time [s]
  double alpha = 0.0;                   ///< fraction of the step, 0 <= alpha <= 1
  Vector q = {};                        ///< position
  Vector p_minus = {}, p_plus = {};     ///< momentum just before and after
  std::vector<Index> constraints = {};  ///< entries of g that were hit
  Vector impulse = {};                  ///< one per entry [N s]
  Vector friction = {};                 ///< one per tangent of these entries, in their order [N s]
  double energy_minus = 0.0, energy_plus = 0.0;  ///< [J]
  Index passes = 0;      ///< entries of Step::reflections that it took, in their order
  bool flagged = false;  ///< resolved by another law than the one asked for, see its options
};

/// One iteration of a generalized reflection at the start of a step.
struct ReflectionPass {
  std::vector<Index> set = {};      ///< V: approaching entries of g
  std::vector<Index> passive = {};  ///< members of V with zero impulse
  Vector impulse = {};              ///< one per member of V [N s]
};

/// Motion without impacts inside a step. It begins at the start of the step, at an impact, or at
/// the end of the flight before, and lasts to the next of these or to the end of the step.
struct FlightRecord {
  double begin = 0.0;              ///< time since the start of the step [s]
  double tau = 0.0;                ///< its length [s]
  Index impact = -1;               ///< the entry of Step::impacts it begins with; -1: none
  Vector q = {}, p = {};           ///< where it begins; p after the impact, if there is one
  Vector w = {};                   ///< its velocity: it ends at q + tau w [m/s]
  Vector p_end = {};               ///< the momentum there, before an impact that may follow
  Multipliers force = {};          ///< lambda, nu, kappa, rho along it; mu, xi, pi where it ends
  std::vector<Index> held = {};    ///< contacts kept closed, entries of g
  std::vector<Index> pinned = {};  ///< tangents whose contact point sticks along it
  std::vector<Index> pinned_end = {};  ///< those whose contact point sticks where it ends
  bool cut = false;  ///< ends where held contacts change, not at an impact or at the step's end
  /// Finishes a step that has had its share of events: it holds what it would cross, with
  /// restitution 0, so that contacts act on it that are open where it begins and closed where it
  /// ends.
  bool finishing = false;
};

/// The sets of contacts in a step: indices of entries of g, ascending.
struct ContactSets {
  std::vector<Index> predicted = {};  ///< A of [KP12] Algorithm 1
  std::vector<Index> smooth = {};     ///< S: closed and tangential at the start
  std::vector<Index> held = {};       ///< members of S still closed at the end
  std::vector<Index> weak = {};       ///< closed at the end with zero impulse
};

/// A contact of a step that returns less than its restitution says.
struct LimitedRestitution {
  Index contact = 0;   ///< an entry of g
  double share = 1.0;  ///< what it has of its restitution, from 0 to 1
};

/// What a method that conserves a shadow energy did in a step, and what it carries on.
struct ShadowRecord {
  /// How the impacts of a step were taken.
  enum class Stage : unsigned char {
    none,     ///< there were none
    grid,     ///< reflected at the start of the step
    located,  ///< reflected where they happen
    landed,   ///< the step ends in contact
  };
  double h = 0.0;  ///< step size of the energies below [s]; 0: the method knows none
  double initial = std::numeric_limits<double>::quiet_NaN();  ///< where the run began [J]
  double energy = std::numeric_limits<double>::quiet_NaN();   ///< at the end of the step [J]
  /// What the last event without a root left, and changes of what rests [J]; the next event repays
  /// it.
  double debt = 0.0;
  /// By how much the event changes the difference between this energy and that of two orders less
  /// [J]: a bound of what it does to the energy that free steps keep.
  double jump = 0.0;
  /// The same for the two energies below; NaN if there is none. It is larger than `jump`, unless h
  /// is too large for the order.
  double jump_before = std::numeric_limits<double>::quiet_NaN();
  int order = 0;          ///< of the closed form; 0: it has virtual steps
  int virtual_steps = 0;  ///< k of S_k; 0: it has a closed form
  Stage stage = Stage::none;
  long without_root = 0;  ///< energy equations of this step that had no root
};

/// Everything one step produced; also the start, and the warm start, of the next one.
struct Step {
  State state = {};
  Multipliers force = {};
  std::vector<Impact> impacts = {};
  std::vector<FlightRecord> flights = {};  ///< of methods that locate impacts, in order of time
  std::vector<ReflectionPass> reflections = {};
  ContactSets contacts = {};
  /// Of methods that limit what impacts return, ascending; all others have their restitution.
  std::vector<LimitedRestitution> limited = {};
  /// The predicted position q^p, which decides which constraints are met; empty if the method
  /// predicts none.
  Vector predicted = {};
  /// E_d = -D3 L_d of the last (sub)step [J], where the method computes it; else NaN. A method
  /// without flights gives H at the end of the step. The start that a Trajectory records has that
  /// of the first step.
  double discrete_energy = std::numeric_limits<double>::quiet_NaN();
  ShadowRecord shadow = {};  ///< of methods that conserve a shadow energy
  StepReport report = {};
};

}  // namespace ricochet
