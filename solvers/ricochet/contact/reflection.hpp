#pragma once

#include "ricochet/contact/reflection_problems.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/step.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/steppers/prepared.hpp"
#include "ricochet/steppers/recycler.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

#include <Eigen/Cholesky>

#include <string>
#include <vector>

namespace ricochet {

/// Which impact model maps p- to p+.
enum class Reflection {
  generalized,  ///< [KP12] Algorithm 2: reflect the approaching contacts until none approaches
  moreau,       ///< [KP12] Algorithm 3: approaching and resting contacts at once
};

/// The discrete generalized reflection [KP12] (6.6)-(6.9): p+ = p- + N_K lambda, lambda >= 0,
/// E(q, p+) = E(q, p-) and N_K^T M^-1 p+ >= 0, up to the tolerance on speeds.
///
/// N are the gradients G projected to the cotangent space of the equalities, [KP12] (7.7) read as
/// N = (I - F (F^T M^-1 F)^+ F^T M^-1) G: unprojected ones lose energy silently.
///
/// Energies other than H: a pass uses A = d2E/dp2. If A is not positive definite, or the impulse it
/// gives is zero or leaves a member of V approaching, that pass uses M^-1 and H instead, and the
/// report counts a fallback. The certificate judges each pass by the energy it conserves; the
/// tangential momentum is kept by construction, p+ - p- is a combination of the columns of N.
class Reflector {
 public:
  Reflector(const System& s, const Discretization& d, const Energy& energy, Reflection model,
            const Backend& backend);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// Reflects p over the set K with gradients at `at` and energies at q; passes are logged. The
  /// certificate holds the jump conditions.
  StepReport reflect(const Vector& q, const Vector& at, double h, const Mask& K, Vector& p,
                     std::vector<ReflectionPass>& log);

  /// Appends the reflection that took `before` to p_plus as one event, alpha = 0 of a step h.
  Impact& log_impact(const std::vector<ReflectionPass>& log, const State& before,
                     const Vector& p_plus, double h, std::vector<Impact>& impacts);

  /// Empties a log of earlier reflections and keeps its storage for the next one.
  void recycle(std::vector<ReflectionPass>& log) { passes_.collect(log); }
  void recycle(std::vector<Impact>& impacts) { impacts_.collect(impacts); }

  /// Energy E(q, p) for a step h.
  [[nodiscard]] double energy(const Vector& q, const Vector& p, double h);

 private:
  bool approaching(const Vector& p);
  void project_gradients(const Vector& at);
  [[nodiscard]] Index members() const { return static_cast<Index>(members_.size()); }
  StepStatus pass(const Vector& q, double h, Vector& p, StepReport& report, bool& kinetic);
  StepStatus quadratic_pass(const Matrix& A, double factor, const Vector& p, StepReport& report);
  StepStatus general_pass(const Vector& q, double h, const Vector& p, StepReport& report);
  [[nodiscard]] bool acceptable(const Vector& p);
  void record(std::vector<ReflectionPass>& log);
  bool squeezed(StepReport& report);
  [[nodiscard]] std::string names_of(const Mask& set) const;

  ContactTable contacts_;
  Index n_, m_, k_, slots_;
  double length_, time_, speed_tolerance_;
  Reflection model_;
  bool continuous_, quadratic_;
  Kernel gradients_, curvature_, energy_;
  Prepared pass_, general_, interior_;
  DenseSolver equality_;
  Eigen::LLT<Matrix> cholesky_;
  Vector theta_, speeds_, dp_, y_, p_plus_, velocity_, no_hint_, ones_k_, column_, reduced_, total_;
  // The members of K, each in a slot of its own, the slots of those in V, and of all V so far.
  std::vector<Index> members_;
  Mask V_, involved_;
  KernelMatrix G_;
  Vector mobility_;
  Matrix Minv_, A_, F_, N_, NtMinv_, NtA_, FtMinv_, FMF_, interior_rows_;
  Recycler<ReflectionPass> passes_;
  Recycler<Impact> impacts_;
};

}  // namespace ricochet
