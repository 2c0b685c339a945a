#pragma once

#include "ricochet/contact/coulomb/unit_problem.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/step_problem.hpp"

#include <optional>

namespace ricochet {

/// The convex program of Acary and Cadoux for a backend: with the slips s = |w_T| known,
///
///   min 1/2 y^T A y + (c + mu s e_N)^T y   subject to   mu y_N + tip >= sqrt(|y_T|^2 + tip^2).
///
/// The tip of the cone |y_T| <= mu y_N is rounded, so that the row has a gradient where a contact
/// opens. Impulses are in units of contacts and of the largest free velocity. Room is for `size`
/// contacts of so many tangents. Parameters: (A, lower triangle by columns, with a compliance; c;
/// mu; s).
[[nodiscard]] StepProblem coulomb_program(Index size, Index tangents);

/// Poses Coulomb problems to a backend: few contacts in a small program, more in one for all.
class CoulombProgram {
 public:
  CoulombProgram(const Backend& backend, Index most, Index tangents);

  /// False if the problem has more contacts, or more tangents, than there is room for.
  [[nodiscard]] bool takes(const UnitProblem& problem) const;
  /// One outer iteration: y of the slips that belong to the y given.
  StepReport improve(const UnitProblem& problem, double compliance, ColumnRef y);

 private:
  struct Call : StepCall {
    using StepCall::StepCall;
    Given A = given("A"), c = given("c"), friction = given("friction"), slip = given("slip");
    Sought y = sought("y");
  };
  void write(const UnitProblem& problem, double compliance, ConstColumnRef y, Call& call);

  Index tangents_;
  std::optional<Call> few_, all_;
  Buffer w_;
  std::vector<Index> place_;  // of the rows of the problem in the program
};

}  // namespace ricochet
