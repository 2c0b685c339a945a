#pragma once

#include "ricochet/step_problem.hpp"
#include "ricochet/step_solver.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Random position updates with a known answer.
///
/// The step problem of one shape is  h M^-1 (-grad e(x) + G lambda + F nu) = 0,  f(x) = 0,
/// 0 <= lambda _|_ g(x) >= 0  with G and F frozen at q0, so its Jacobian is not symmetric. The data
/// are parameters. An instance is made backwards: x, lambda and nu are chosen, then the offsets of
/// g and f and the centre of the potential that make them the answer. The guess is the minimiser
/// of e, as in a time step; curvature is mild, so the answer is the solution nearest to it.
namespace ricochet::manufactured {

constexpr double h = 0.05;  ///< step of all instances [s]

struct Shape {
  std::string name = {};
  Index n = 1, m = 0, k = 0;
  Index most_tight = 0;        ///< most pairs with g = 0; above n the vertex is overfull
  bool twins = false;          ///< the second half of the pairs repeats the first
  Index repeated = 0;          ///< how many of the last rows of f repeat the first ones
  bool with_potential = true;  ///< false: backends see a system, no convex programs

  /// More tight rows than positions; the surfaces are flat then, else the answer is not unique.
  [[nodiscard]] bool overfull() const { return most_tight + k > n; }
  /// The gradients of tight pairs and of f are independent: lambda and nu are unique.
  [[nodiscard]] bool unique_impulses() const { return !twins && repeated == 0 && !overfull(); }
};

/// The shapes under test, from one bead to n = 50 with m = 100.
[[nodiscard]] const std::vector<Shape>& shapes();

enum class Flaw {
  none,
  not_finite,  ///< the potential is NaN at the guess
  infeasible,  ///< x0 >= 1 and x0 <= -1, straight or curved; needs m >= 2
};

struct Instance {
  Vector parameters = {};
  Vector guess = {};  ///< free position, no impulses
  Vector z = {};      ///< the answer (x, lambda, nu); lambda is one of many if twins
  std::vector<unsigned char> active = {}, weak = {};  ///< g = 0; lambda = g = 0
};

/// One step problem for all instances of a shape.
class Family {
 public:
  explicit Family(const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] const StepProblem& problem() const { return problem_; }
  [[nodiscard]] Instance instance(std::uint64_t seed, Flaw flaw = Flaw::none);

  /// Why a report is wrong about an instance: a false success, a wrong name of failure or set.
  /// Empty if it is right. An honest failure to find the answer is not wrong.
  [[nodiscard]] std::string mistake(const Instance& instance, Flaw flaw, const StepReport& report,
                                    const Solution& solution);
  /// Why two certified answers are not the same; empty if they are.
  [[nodiscard]] std::string difference(const Instance& instance, const Solution& one,
                                       const Solution& other);

 private:
  Shape shape_;
  StepProblem problem_;
  Kernel push_;  // h M^-1 (G lambda + F nu) [m]
};

}  // namespace ricochet::manufactured
