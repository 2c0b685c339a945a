#pragma once

#include "ricochet/step.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/system.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// A step posed as a minimisation, [KP12] (B.12): q1 = argmin { e(q) : g(w(q)) >= 0, f(w(q)) = 0 }
/// with w(q) = q or the midpoint. Unknowns q; the multipliers y >= 0 and nu of
///
///   grad e(q) = G y + F nu      (gradients of the constraints with respect to q)
///
/// have the units of grad e. The minimum without constraints is tried first. Where it is admissible
/// it is the step, so that motion away from constraints is that of the base method bit for bit.
class ConstrainedMinimum {
 public:
  /// e: the objective [kg m^2]; at: w(q); q and the parameters are symbols.
  ConstrainedMinimum(const System& s, const Backend& backend, const std::string& name,
                     const Expr& q, const Column& parameters, const Expr& e, const Expr& at);

  /// Handle of a block of parameters, and its value for the solves that follow.
  [[nodiscard]] Given given(const std::string& name) const { return free_.given(name); }
  void set(Given block, In value);
  /// Searches from `guess`. The members below are valid afterwards if the report is ok.
  StepReport solve(const Vector& guess);

  [[nodiscard]] const Vector& q() const { return q_; }
  [[nodiscard]] const Vector& y() const { return y_; }    ///< m, zero where open
  [[nodiscard]] const Vector& nu() const { return nu_; }  ///< k

  /// Entries of g: `predicted` are violated by the free minimum, `held` closed at the minimum,
  /// `weak` closed there with y = 0.
  void write(ContactSets& sets) const;

 private:
  struct FreeCall : StepCall {
    using StepCall::StepCall;
    Sought q = sought("q");
  };
  struct ConstrainedCall : StepCall {
    using StepCall::StepCall;
    Sought q = sought("q"), y = multipliers_of("gaps"), nu = multipliers_of("equalities");
  };

  Index m_, k_;
  double gap_tolerance_;
  Kernel gaps_;
  FreeCall free_;
  std::optional<ConstrainedCall> constrained_;
  Vector q_, y_, nu_, g_;
  std::vector<Index> predicted_, closed_, weak_;
};

}  // namespace ricochet
