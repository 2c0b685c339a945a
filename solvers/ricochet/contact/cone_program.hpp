#pragma once

#include "ricochet/step_call.hpp"
#include "ricochet/step_problem.hpp"

#include <optional>

namespace ricochet {

/// The cone problem 0 <= z _|_ A z + c >= 0 of a ConeSolver as a quadratic program for a backend,
///
///   min 1/2 |s|^2   subject to   R s + c >= 0,   A = R R^T,
///
/// whose multipliers are z and whose unknowns s = R^T z are unique also where z is not. There is
/// room for `size` members; rows are lengths. Parameters: (R, lower triangle by columns, c, W_ii
/// relative to the largest, 1 for members).
[[nodiscard]] StepProblem cone_problem(Index size, double length);

/// How many contacts it has room for, min(m, 2 n + 16): equal spheres that touch have at most two
/// contacts per coordinate, 16 are for walls and repeated rows.
[[nodiscard]] Index contact_capacity(Index n, Index m);

/// Poses cone problems to a backend: few members in a small program, more in one for all.
class ConeProgram {
 public:
  ConeProgram(const Backend& backend, Index most, double length, double time);

  /// A has a unit diagonal, root_i^2 = W_ii are the mobilities, all of the size of z.
  StepReport find(const Eigen::Ref<const Matrix>& A, const Eigen::Ref<const Vector>& c,
                  const Eigen::Ref<const Vector>& root, Eigen::Ref<Vector> z);

 private:
  struct Call : StepCall {
    using StepCall::StepCall;
    Given R = given("R"), c = given("c"), W = given("W"), on = given("on");
    Sought y = multipliers_of("speeds");
  };
  void write(const Eigen::Ref<const Vector>& c, const Eigen::Ref<const Vector>& root,
             double largest, Call& call) const;

  double time_;
  std::optional<Call> few_, all_;
  Matrix R_;
};

}  // namespace ricochet
