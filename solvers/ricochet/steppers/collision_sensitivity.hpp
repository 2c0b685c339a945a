#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"
#include "ricochet/trajectory.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// One flight of a step of the collision integrator: from the start of the step or an impact to
/// the next impact or the end of the step.
struct PathFlight {
  Vector q = {}, p = {};    ///< at its start, p before the impact
  double energy = 0.0;      ///< E_d that an impact at its start keeps [J]
  double rest = 0.0;        ///< time from its start to the end of the step [s]
  Index struck = -1;        ///< entry of g hit at its start; -1: none
  Index hits = -1;          ///< entry of g hit at its end; -1: it lasts to the end of the step
  Vector w = {};            ///< its velocity: it ends at q + tau w
  double impulse = 0.0;     ///< of the impact at its start, along the gradient [N s]
  double tau = 0.0;         ///< its duration [s]
  Vector q1 = {}, p1 = {};  ///< at its end, p before the next impact
};

/// A derivative, or why there is none.
struct Sensitivity {
  std::string why_not = {};  ///< empty: there is one
  Matrix D = {};             ///< d(q, p) / d(q0, p0, h, parameters): 2n rows

  [[nodiscard]] bool ok() const { return why_not.empty(); }
};

/// Derivatives of steps of the stepper `collision` by implicit differentiation.
///
/// The decisions of a step, that is the order in which constraints were hit, are read from the
/// Step. Its equations are written again, as one square system per flight,
///
///   p + D1 L_d(q, x, tau) + lambda grad g_a(q) = 0,  x = q + tau w            [FMOW03] (46), (76)
///   E_d(q, x, tau) = E                           of a flight that begins with an impact on a, (75)
///   g_b(x) = 0                                         of one that ends with an impact on b, (74)
///
/// in (w, lambda, tau). The end of a flight (x, D2 L_d, E_d) and the time that is left are the
/// start of the next one, so that impact times depend on the start of the step. A stored step has
/// to satisfy these equations to 1e-11. Steps with held contacts, simultaneous impacts or flagged
/// impacts are refused with the reason.
class CollisionSensitivity {
 public:
  /// Takes what the stepper takes, without equalities; throws std::invalid_argument otherwise.
  CollisionSensitivity(const System& s, const Discretization& d);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// The flights of a step with their unknowns. Returns the reason if it has none, else nothing.
  [[nodiscard]] std::string unfold(const Step& from, double h, const Step& to,
                                   std::vector<PathFlight>& flights);
  /// Of one step.
  [[nodiscard]] Sensitivity of_step(const Step& from, double h, const Step& to);
  /// Of the last state of a run, all of whose steps are recorded.
  [[nodiscard]] Sensitivity of_run(const Trajectory& run);

 private:
  struct Equations {  // of flights that begin, or not, and end, or not, with an impact
    Kernel values;    // residual, its derivative by the unknowns, end
    Kernel rates;     // derivatives of residual and end by the unknowns and by the inputs
    std::unique_ptr<DenseSolver> linear;
    Index unknowns = 0;
  };
  [[nodiscard]] Equations& equations(const PathFlight& flight);
  [[nodiscard]] std::string why_no_flights(const Step& to) const;
  void gather(const PathFlight& flight);
  void guess(const Vector& p_plus, PathFlight& flight);
  [[nodiscard]] double solve(PathFlight& flight);
  [[nodiscard]] bool carry(const PathFlight& flight, Matrix& S);

  Index n_, inputs_;
  double length_;
  ContactTable contacts_;
  std::array<Equations, 4> equations_;
  Kernel launch_;
  Vector theta_, from_, onto_, inputs_now_, z_, residual_, end_, ones_, column_;
  Matrix Rz_, Ru_, Yz_, Yu_;
};

}  // namespace ricochet
