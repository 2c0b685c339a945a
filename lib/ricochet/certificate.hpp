#pragma once

#include "ricochet/step_problem.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// The errors of a step's answer, recomputed from the expressions without any solver, unscaled, as
/// lengths [m]. Every comparison is written so that NaN fails.
struct Certificate {
  double dynamics = 0.0;         ///< max |h M^-1 R|: residual of the equations of motion
  double equality = 0.0;         ///< max |f|
  double complementarity = 0.0;  ///< max |min(W_ii lambda_i, g_i)| over the pairs switched on
  double sign = 0.0;             ///< max violation of inequalities and of bounds
  double tangency = 0.0;         ///< max |G^T M^-1 p|, |F^T M^-1 p|, times .time
  double gap = 0.0;              ///< depth of a penetration that the method excludes
  double friction = 0.0;         ///< impulse outside its friction cone, or not against the slip
  double jump = 0.0;             ///< an impact outside the cone of impulses, or of its law
  double energy = 0.0;           ///< relative energy mismatch of an impact, times .length
  double branch = 0.0;           ///< distance to the predictor / allowed distance; limit 1
  double limit = 0.0;            ///< allowed length, 1e-11 of the system's; 0: nothing judged yet

  [[nodiscard]] double worst() const;  ///< largest length; NaN if any entry is NaN
  [[nodiscard]] bool ok() const;       ///< worst() <= limit; the branch is judged apart
  [[nodiscard]] bool near_branch() const { return branch <= 1.0; }
  /// The entry that decides, as text: "dynamics 3.1e-7 > 1e-11".
  [[nodiscard]] std::string verdict() const;
  /// Worst of both, entry by entry.
  void merge(const Certificate& other);
};

/// Recomputes the certificate of a StepProblem's answer from its rows, each judged by the meaning
/// of its block.
class Certifier {
 public:
  Certifier() = default;
  explicit Certifier(const StepProblem& problem);
  /// For optimality_conditions() whose row_names() are known and whose rows others evaluate.
  Certifier(const StepProblem& conditions, std::shared_ptr<const RowNames> names);

  /// z: the answer; parameters as given to the solver.
  [[nodiscard]] Certificate certify(const Vector& z, const Vector& parameters);
  /// The row with the largest error, as text: "row 2 of 'dynamics' in 'position'". It allocates.
  [[nodiscard]] std::string culprit() const { return culprit(equalities_, a_, b_, on_); }

  // The same for row_values() that others have evaluated, of a problem that is no scalar root.
  [[nodiscard]] Certificate certify(const Vector& equalities, const Vector& a, const Vector& b,
                                    const Vector& on) const;
  [[nodiscard]] std::string culprit(const Vector& equalities, const Vector& a, const Vector& b,
                                    const Vector& on) const;

 private:
  /// Rows of one meaning belong to one entry of the certificate.
  struct Judged {
    double Certificate::*entry;
    Slot rows;
  };
  Kernel values_;
  std::shared_ptr<const RowNames> names_;
  std::vector<Judged> judged_;
  Vector equalities_, bounds_, a_, b_, on_;
  double limit_ = 1e-11;
};

}  // namespace ricochet
