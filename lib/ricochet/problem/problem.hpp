#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/problem/boundary_value.hpp"
#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet {

/// Corners of a closed polygon, 2 x N [m], for whatever parameter values a system has.
using Outline = std::function<Matrix(const System&)>;

/// A body in the plane and its coordinates, so that pictures can draw it.
struct PlanarBody {
  std::string name = {};
  Index x = -1, y = -1;  ///< indices into q; y = -1: a body on a line
  Index theta = -1;      ///< -1: it does not turn
  Outline outline = {};  ///< its shape in its own axes, about (x, y); empty: a point

  /// The outline of the body where q puts it, 2 x N; without an outline the place itself.
  [[nodiscard]] Matrix shape(const System& system, const Vector& q) const;
};

/// A straight wall: outlines stay on its side normal . x >= offset [m].
struct Wall {
  double normal_x = 0.0, normal_y = 1.0;  ///< of unit length, into the admissible side
  double offset = 0.0;
};

/// A System with everything needed to run it and to judge the run.
struct Problem {
  System system;
  State initial = {};
  double h = 0.0;                              ///< step [s]
  double duration = 0.0;                       ///< [s]
  std::string stepper = "discrete-smooth";     ///< its own method, by registry name
  Discretization discretization = midpoint();  ///< its own discrete Lagrangian
  std::string source = {};                     ///< what the paper states and what is chosen by us
  std::string summary = {};                    ///< one line
  /// What users of another engine saw, with the thread; empty elsewhere.
  std::string reported = {};
  std::vector<PlanarBody> bodies = {};
  std::vector<Wall> walls = {};  ///< what the outlines of bodies meet
  /// The start and the walls for other parameter values, where they depend on them; else empty.
  std::function<State(const System&)> start_for = {};
  std::function<std::vector<Wall>(const System&)> walls_for = {};
  /// Velocities at the start, if the problem gives them and p follows from them; else empty.
  Vector v0 = {};
  /// Motions with a prescribed end that can be asked for, see shooting.hpp; the first is the
  /// default.
  std::vector<BoundaryValue> boundary_values = {};

  /// The start of a system of this problem, with whatever parameter values it has.
  [[nodiscard]] State start(const System& changed) const;
  /// The same for a run with another rule or step size; p depends on them where v0 is given.
  [[nodiscard]] State start(const System& changed, const Discretization& rule, double step) const;
  [[nodiscard]] long steps() const;  ///< duration / h, rounded
};

/// Momenta of a motion that begins with velocities v: dL/dv(q, v), which is M v of a separable
/// system. A Lagrangian with nonholonomic rows begins with the discrete momentum of its first step,
/// -D1 L_d(q, q + h v, h), [RC25] Algorithm 1: it depends on the rule and on h.
[[nodiscard]] Vector momenta_of(const System& system, const Discretization& rule, const Vector& q,
                                const Vector& v, double h);
/// The same as an expression.
[[nodiscard]] Expr momenta_of(const System& system, const Discretization& rule, const Expr& q,
                              const Expr& v, const Expr& h);

}  // namespace ricochet
