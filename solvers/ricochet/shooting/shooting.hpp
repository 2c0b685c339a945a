#pragma once

#include "ricochet/problem/problem.hpp"
#include "ricochet/shooting/path_program.hpp"
#include "ricochet/shooting/shot_status.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/trajectory.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// An attempt from one guess. Residual, violation and sequence are measured on the simulated path.
struct Shot {
  ShotStatus status = ShotStatus::no_convergence;
  std::string message = {};                ///< what exactly, on failure
  Vector start = {};                       ///< velocities and duration
  std::vector<std::string> sequence = {};  ///< constraints in the order of impacts
  double residual = 0.0;                   ///< largest end condition
  double path_violation = 0.0;             ///< depth of the worst penetration [m]
  long iterations = 0;                     ///< of the program over the path and of the corrections
  int rounds = 0;                          ///< programs solved: impacts may move to other steps
  Trajectory path = {};

  [[nodiscard]] bool ok() const { return status == ShotStatus::converged; }
};

struct ShootingOptions {
  Discretization discretization = verlet();
  Backend backend = ipopt();  ///< of the steps of the simulation
  long steps = 0;             ///< of the path; 0: those of the problem
  double tolerance = 1e-12;   ///< largest end condition of a solution [m, rad, m/s]
};

struct SearchOptions {
  long starts = 1;  ///< guesses: the one of the boundary value, then random ones from its ranges
  std::uint64_t seed = 1;
  std::optional<std::vector<std::string>> sequence = {};  ///< only paths with these impacts
  std::function<void(const Shot&)> on_shot = {};          ///< called after every attempt
  std::function<bool()> stop_requested = {};
};

struct ShootingResult {
  ShotStatus status = ShotStatus::no_convergence;  ///< converged if there is a solution
  std::string message = {};                        ///< why there is none
  std::vector<Shot> solutions = {};                ///< distinct, in the order they were found
  std::map<ShotStatus, long> ends = {};            ///< how many attempts ended how

  [[nodiscard]] bool ok() const { return status == ShotStatus::converged; }
};

/// Boundary value problems through impacts: the data of the start from which a path of the stepper
/// `collision` meets conditions at its end, [VCI-S] example 1.
///
/// The end is a smooth function of the start only as long as the sequence of impacts stays the
/// same. So a guess is simulated to learn its sequence. With this sequence fixed, IPOPT solves the
/// whole path as one nonlinear program (PathProgram). Its start is simulated again, and where
/// impacts have moved to other steps the program is solved anew. Newton's method with the
/// simulation in the loop removes the rest of the error. The simulation alone decides whether the
/// end is met. Program and derivatives are made of the equations that the stepper states for its
/// steps (FrozenSteps).
class Shooting {
 public:
  /// Throws std::invalid_argument for a system, a boundary value or a start that it cannot take,
  /// and for an end inside an obstacle.
  Shooting(const Problem& problem, BoundaryValue b, ShootingOptions options);
  Shooting(const Problem& problem, BoundaryValue b);

  /// An attempt from one guess: velocities and duration. Known data keep the value given here.
  [[nodiscard]] Shot from(const Vector& guess,
                          const std::optional<std::vector<std::string>>& sequence = {},
                          const std::function<bool()>& stop_requested = {});
  /// Attempts from several guesses; the same seed gives the same guesses on every machine.
  [[nodiscard]] ShootingResult search(const SearchOptions& options);
  /// The guess of the boundary value.
  [[nodiscard]] Vector guess() const;
  [[nodiscard]] long steps() const { return steps_; }

 private:
  bool simulate(Shot& shot);
  bool take(Shot& shot);
  bool solve(Shot& shot);
  void follow(Shot& shot, bool fixed, const std::function<bool()>& stop_requested);
  void correct(Shot& shot);
  void judge(Shot& shot);
  [[nodiscard]] bool differentiate(Matrix& D);
  [[nodiscard]] bool correction(const Shot& shot, Vector& change);
  void measure_end(Shot& shot);
  void refuse_end_in_obstacle(const Vector& q0) const;
  void refuse_unknown_names(const std::optional<std::vector<std::string>>& sequence) const;

  System system_;
  BoundaryValue b_;
  Discretization rule_;
  long steps_;
  double tolerance_;
  State initial_;
  Collision stepper_;
  FrozenSteps frozen_;
  Kernel begin_, end_;
  std::vector<PathStep> path_;  // simulated last
  Vector rows_, ahead_;
  Matrix end_rates_;
  std::optional<PathProgram> program_;
};

}  // namespace ricochet
