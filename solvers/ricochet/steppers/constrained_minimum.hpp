#pragma once

#include "ricochet/step_solver.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <vector>

namespace ricochet {

/// A step posed as a minimisation, [KP12] (B.12): q1 = argmin { e(q) : g(w(q)) >= 0, f(w(q)) = 0 }
/// with w(q) = q or the midpoint. Unknowns q; the multipliers y >= 0 and nu of
///
///   grad e(q) = G y + F nu      (gradients of the constraints with respect to q)
///
/// come out in the units of grad e. The minimum without constraints is tried first: where it is
/// admissible it is the step, so that motion away from constraints is the base method bit for bit.
class ConstrainedMinimum {
 public:
  /// e: the objective [kg m^2]; at: w(q); q and the parameters are symbols.
  ConstrainedMinimum(const System& s, const Backend& backend, const std::string& name,
                     const Expr& q, const Expr& parameters, const Expr& e, const Expr& at);
  ConstrainedMinimum(const ConstrainedMinimum& other);
  ConstrainedMinimum& operator=(const ConstrainedMinimum&) = delete;
  ~ConstrainedMinimum() = default;

  /// Searches from `guess`; found() and the sets are valid afterwards if the report is ok.
  StepReport solve(const Vector& parameters, const Vector& guess);

  [[nodiscard]] const Vector& q() const { return q_; }
  [[nodiscard]] const Vector& y() const { return y_; }    ///< m, zero where open
  [[nodiscard]] const Vector& nu() const { return nu_; }  ///< k

  // Per entry of g: violated by the free minimum; closed, and closed with y = 0, at the minimum.
  [[nodiscard]] const std::vector<Index>& predicted() const { return predicted_; }
  [[nodiscard]] const std::vector<Index>& closed() const { return closed_; }
  [[nodiscard]] const std::vector<Index>& weak() const { return weak_; }

 private:
  Index n_, m_, k_;
  double gap_tolerance_;
  Kernel gaps_;
  std::unique_ptr<StepSolver> free_, constrained_;
  Vector q_, y_, nu_, g_, guess_, no_hint_;
  std::vector<Index> predicted_, closed_, weak_;
  Solution solution_;
};

}  // namespace ricochet
