#pragma once

#include "ricochet/derivatives/phase_equations.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/state.hpp"
#include "ricochet/system.hpp"
#include "ricochet/trajectory.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// What decides the impulse of an impact on one contact.
enum class ImpactRule {
  energy,      ///< E_d of the flight behind it is that of the flight before, [FMOW03] (75)
  restitution  ///< the gap opens with e times the speed with which it closed
};

/// Optimal control through impacts: a path whose impacts are given in order, as a nonlinear program
/// with one phase per flight. The duration of every flight is a variable, so that no impact has to
/// fall on a grid. Everything is an expression: solvers get exact first and second derivatives.
///
///   Phases path = phases(ball, guess, {"floor", "floor"}, {.time = 2.0});
///   path.require(path.end_q() - target);                  // any constraint = 0
///   const casadi::Function solver =
///       casadi::nlpsol("solver", "ipopt", path.nlp(dot(path.start_p(), path.start_p())));
///   const casadi::DMDict found = solver(path.arguments());
///   const PathCheck check = path.check(found.at("x"));    // simulates the answer
///
/// A flight of duration T makes `substeps` steps of size T / substeps, with the equations of
/// located_kernel(), and ends where the gap of its contact is 0, with an impact of the rule. See
/// flight_function() for one flight alone.
struct PhaseOptions {
  Discretization discretization = verlet();
  ImpactRule rule = ImpactRule::restitution;
  Index substeps = 8;  ///< of every flight
  double time = 1.0;   ///< of the first guess [s]
  /// Keeps gaps >= 0 at all points. Where flights cannot leave the room anyway, solvers take fewer
  /// iterations without; check() tells.
  bool keep_gaps = true;
};

/// How the simulation of an answer differs from it.
struct PathCheck {
  std::string why_not = {};                ///< empty: the run reached the end of the path
  std::vector<std::string> sequence = {};  ///< contacts that the run hits
  bool same_sequence = false;
  double distance = 0.0;      ///< of the ends, in coordinates [m]
  double smallest_gap = 0.0;  ///< of the run [m]
};

class Phases {
 public:
  /// `guess` is the start around which the solver searches. It is simulated: if it hits the
  /// contacts in this order within `.time`, its path is the first guess, else a uniform motion.
  /// Throws std::invalid_argument for contacts that there are not, and for systems that have no
  /// such equations.
  Phases(const System& s, const State& guess, std::vector<std::string> sequence,
         const PhaseOptions& options);

  /// States (q, p) at all points, durations, impulses.
  [[nodiscard]] const Expr& variables() const { return variables_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }  ///< of variables
  [[nodiscard]] Expr theta() const { return system_.parameter_symbols(); }
  [[nodiscard]] const Expr& durations() const { return durations_; }  ///< of the flights [s]
  [[nodiscard]] Expr time() const { return sum1(durations_); }
  [[nodiscard]] Expr start_q() const { return points_.front().q; }
  [[nodiscard]] Expr start_p() const { return points_.front().p; }
  [[nodiscard]] Expr end_q() const { return points_.back().q; }
  [[nodiscard]] Expr end_p() const { return points_.back().p; }

  /// Adds constraints rows = 0, or lower <= rows <= upper.
  void require(const Expr& rows) { require(rows, 0.0, 0.0); }
  void require(const Expr& rows, double lower, double upper);
  /// Fixes a variable by its name to the value of the guess or another one.
  void fix(const std::string& variable);
  void fix(const std::string& variable, double value);

  /// x, p, f and g for casadi::nlpsol.
  [[nodiscard]] casadi::SXDict nlp(const Expr& objective) const;
  /// Bounds, the first guess, and the values of the parameters.
  [[nodiscard]] casadi::DMDict arguments() const;

  /// Simulates from the start that a solver found, with steps of the size of the shortest substep.
  [[nodiscard]] PathCheck check(const casadi::DM& solution) const;

 private:
  using Point = PhaseEquations::Point;
  Expr add(const std::string& name, const Vector& guess, double lower);
  void fly(size_t flight);
  void strike(Index entry);
  Point step(const Point& from, const Expr& h, const State& guess);
  void simulate_guess();
  [[nodiscard]] Trajectory run(const State& start, double time, long steps) const;
  [[nodiscard]] State guessed(size_t flight, double share) const;
  [[nodiscard]] size_t place(const std::string& variable) const;

  System system_;
  PhaseOptions options_;
  PhaseEquations equations_;
  std::vector<std::string> sequence_;
  std::vector<Index> entries_;
  State guess_;
  Trajectory guess_run_;
  std::vector<double> guess_times_;  // where its flights begin, and the last one ends
  Expr variables_ = Expr(0, 1), rows_ = Expr(0, 1), durations_ = Expr(0, 1), clock_ = 0.0;
  std::vector<std::string> names_;
  std::vector<double> first_, lower_, upper_, rows_lower_, rows_upper_;
  std::vector<Point> points_;
};

/// Short for the constructor.
[[nodiscard]] Phases phases(const System& s, const State& guess, std::vector<std::string> sequence,
                            const PhaseOptions& options = {});

}  // namespace ricochet
