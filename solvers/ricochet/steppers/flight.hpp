#pragma once

#include "ricochet/backends/dense_solver.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <vector>

namespace ricochet {

/// The free step of size tau as a square system in the velocity w, so that no size is too small:
/// unknowns (w, nu), parameters (q, p, tau, theta),
///   p + D1 L_d(q, q + tau w, tau) + F(q) nu = 0,   f(q + tau w) = 0.
[[nodiscard]] StepProblem flight_problem(const System& s, const Discretization& d);

/// The same with tau unknown and the gap selected by weights zero: unknowns (w, nu, tau),
/// parameters (q, p, weights, theta).
[[nodiscard]] StepProblem hit_problem(const System& s, const Discretization& d);

/// The momentum at the end with F^T M^-1 p1 = 0: unknowns (p1, xi), parameters (D2 L_d, q1, theta).
[[nodiscard]] StepProblem landing_problem(const System& s);

/// A point of a flight: everything at the time tau after its start.
struct FlightPoint {
  double tau = 0.0;  ///< [s]
  Vector w = {};     ///< (q - q_start) / tau [m/s]
  Vector nu = {};    ///< impulses of the equalities [N s]
  Vector q = {};
  Vector gaps = {}, slopes = {};  ///< g and dg/dtau along the family of steps
  Vector top_speeds = {};         ///< bounds of |dg/dtau| for motion as fast in any direction
};

/// Unconstrained (but for equalities) steps of any size, and the first gap that one closes.
class Flight {
 public:
  Flight(const System& s, const Discretization& d, const Backend& backend);
  Flight(const Flight& other);
  Flight& operator=(const Flight&) = delete;
  ~Flight() = default;

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// The point at tau >= 0 of the flight that starts at (q, p).
  StepReport fly(const Vector& q, const Vector& p, double tau, FlightPoint& point);
  /// The momentum at a point: D2 L_d + F xi.
  StepReport land(const Vector& q, const FlightPoint& point, Vector& p1, Vector& xi);

  /// Sets 1 for the entries of g that are closed or violated at q, g_i <= the tolerance, else 0.
  void reached_at(const Vector& q, Vector& reached);

  /// The first gap that is positive and becomes negative before `end`, whose point is known; gaps
  /// that are closed or violated at the start count once they have opened. Dips in between are
  /// found. Returns the entry of g and its exact point, or -1.
  Index first_crossing(const Vector& q, const Vector& p, const FlightPoint& end, FlightPoint& hit,
                       StepReport& report);

 private:
  struct Bracket {
    double low = 0.0, high = 0.0;  ///< the gap is positive at low and negative at high
    [[nodiscard]] bool found() const { return high > low; }
  };
  bool probe(double tau, FlightPoint& point);
  void measure(const Vector& q, FlightPoint& point);
  [[nodiscard]] bool may_cross(Index i, const FlightPoint& end) const;
  bool fill_grid(const FlightPoint& end);
  Bracket first_bracket(Index i);
  double turning_point(Index i, double low, double high, bool dip);
  bool narrow(Index i, Bracket& b, double width);
  bool refine(Index i, Bracket b, FlightPoint& hit);

  Index n_, m_, k_;
  double gap_tolerance_;
  double gap_noise_;  // [m]: a smaller gap has no sign, its crossing no exact time
  Kernel launch_, rates_, gaps_, momentum_;
  std::unique_ptr<StepSolver> free_, hit_, landing_;
  DenseSolver linear_;
  Vector theta_, parameters_, guess_, no_hint_, ones_, rhs_, rate_, weights_, D2Ld_;
  Vector from_q_, from_p_;  // start of the flight that is searched
  Matrix jacobian_, gradients_;
  std::vector<FlightPoint> grid_;
  FlightPoint probe_;
  StepReport search_;  // first failure of a search, and its statistics
  Solution solution_;
};

}  // namespace ricochet
