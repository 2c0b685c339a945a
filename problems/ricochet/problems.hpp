#pragma once

#include "ricochet/problem/problem.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ricochet {

/// A structural parameter: changing it rebuilds the problem (number of bodies, a wall or not).
struct StructuralParameter {
  std::string name;
  int value = 0;  ///< default
  int least = 0, most = 0;
  std::string meaning = {};
};

using Structure = std::map<std::string, int>;

struct ProblemEntry {
  std::string name;
  std::function<Problem(const Structure&)> build;  ///< all structural parameters are present
  std::vector<StructuralParameter> structure = {};

  /// Builds with the given structural parameters over the defaults; refuses unknown names and
  /// values out of range.
  [[nodiscard]] Problem make(const Structure& changes = {}) const;
};

/// The one list of problems.
[[nodiscard]] const std::vector<ProblemEntry>& all_problems();
[[nodiscard]] std::vector<std::string> problem_names();
/// Throws std::invalid_argument with the nearest name if there is none.
[[nodiscard]] const ProblemEntry& find_problem(const std::string& name);

namespace problems {

[[nodiscard]] Problem ball_chain(int n, int moving);   ///< touching balls on a line
[[nodiscard]] Problem bar_pair(int n, bool massless);  ///< [F03] 3.4.4: two elastic bars
[[nodiscard]] Problem bar_wall(int n, bool massless);  ///< [F03] 3.4.4: an elastic bar
[[nodiscard]] Problem billiard_table();                ///< a particle on an L-shaped table
[[nodiscard]] Problem bowl();                          ///< [KP12] fig 1.2a: sliding in a parabola
[[nodiscard]] Problem box_toss();                      ///< a box in space on a rough floor
[[nodiscard]] Problem corner_tip();                    ///< [FMOW03] fig 6: an exterior corner
[[nodiscard]] Problem cradle(int n, int pulled);       ///< [KP12] 8.1.1: Newton's cradle
[[nodiscard]] Problem crest();                         ///< [KP12] fig 1.2c: leaving a disc smoothly
[[nodiscard]] Problem disc_billiard();                 ///< a particle in a well and a disc
[[nodiscard]] Problem disc_box(int n, int seed);       ///< discs fly in a box
[[nodiscard]] Problem disc_chaotic();                  ///< a chaotic particle in a disc
[[nodiscard]] Problem disc_gas(int n);                 ///< elastic discs in a box, reported
[[nodiscard]] Problem dominoes(int n);                 ///< a row of blocks topples
[[nodiscard]] Problem double_pendulum_walls();         ///< rods and walls
[[nodiscard]] Problem driven_sleigh();                 ///< a blade, a drive and two walls
[[nodiscard]] Problem elastic_ball();                  ///< dropped on a floor, reported
[[nodiscard]] Problem ellipse();                       ///< [RC25] 4.2: a tumbling ellipse
[[nodiscard]] Problem elliptic_billiard();             ///< force-free inside an ellipse
[[nodiscard]] Problem fallen_chain(int n);             ///< rods on a rough floor
[[nodiscard]] Problem falling_rod();                   ///< its foot sticks and slips
[[nodiscard]] Problem high_drop();                     ///< from 10 m, reported
[[nodiscard]] Problem hopper();                        ///< a driven leg with a periodic orbit
[[nodiscard]] Problem impact_oscillator();             ///< driven against a wall
[[nodiscard]] Problem kissing_balls(int n);            ///< a cradle on a table, reported
[[nodiscard]] Problem lennard_jones(int n);            ///< [KP12] 8.1.2: a chain molecule
[[nodiscard]] Problem normal_impact();                 ///< [KP12] fig 1.2b: hitting a circle
[[nodiscard]] Problem oscillator();                    ///< [KP12] 8.0.1: two discs in wells
[[nodiscard]] Problem particle_1d();                   ///< [KP12] 1.3.1: a dropped ball
[[nodiscard]] Problem particle_floor(bool wall);       ///< [FMOW03] 4.2: a bouncing particle
[[nodiscard]] Problem pendulum_cylinder();             ///< [RC25] 4.3: nonholonomic
[[nodiscard]] Problem pogo();                          ///< [KP12] 6.1.1: two masses on a spring
[[nodiscard]] Problem pogo_hardening();                ///< the same with a quartic spring
[[nodiscard]] Problem shaking_table();                 ///< a ball on a table that moves
[[nodiscard]] Problem shooting_disc();                 ///< [VCI-S] 1: thrown to come back
[[nodiscard]] Problem shooting_ellipse();              ///< [VCI-S] 1: the same, turning
[[nodiscard]] Problem spring_sphere();                 ///< [KP12] 5.2: two particles in a circle
[[nodiscard]] Problem spring_sphere_mixed();           ///< [KP12] 8.1: one bounces, one slides
[[nodiscard]] Problem squeezed_ball();                 ///< in a shaft without room
[[nodiscard]] Problem stacked_discs(int n);            ///< redundant contacts under load
[[nodiscard]] Problem star();                          ///< [FMOW03] 4.3: a tumbling star
[[nodiscard]] Problem tangential_approach();           ///< [KP12] fig 1.2d: force-free onto y = x^3
[[nodiscard]] Problem three_balls_corner();            ///< six contacts in one impact
[[nodiscard]] Problem two_balls_wall();                ///< three impacts at once, reported
[[nodiscard]] Problem two_discs();                     ///< two chaotic particles, independent
[[nodiscard]] Problem wedge();                         ///< [VCI-S] 2: laws of impact

}  // namespace problems
}  // namespace ricochet
