#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/contact/energy_ledger.hpp"
#include "ricochet/contact/pass_restitution.hpp"
#include "ricochet/contact/reflection_log.hpp"
#include "ricochet/contact/reflection_pass.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/system.hpp"

#include <algorithm>
#include <optional>
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
///   V <- approaching members of K;  while V is not empty:
///     p <- p + N_V y, the pass of PassSolver;  V <- approaching members of K
///
/// N are the gradients projected to the cotangent space of the equalities, see ContactOperator.
///
/// With restitution below 1 (E = H) a pass loses what the law says, see PassRestitution and
/// PassSolver. An impact in which contacts lost more than their own restitution says is flagged.
/// Passes between many touching contacts may go on without end, slower and slower: from the 1001st
/// on, all contacts that took part come to rest together, which is flagged too.
///
/// Speeds are relative to what moves by itself. It works in a pass: H changes by this work.
///
/// A pass for an energy other than H may have to conserve H instead; the report counts a fallback.
/// The certificate judges each pass by the energy it conserves, and the end by its speeds; the
/// tangential momentum is kept by construction, p+ - p- is a combination of the columns of N.
class Reflector {
 public:
  Reflector(const System& s, const Discretization& d, const Energy& energy, Reflection model,
            const Backend& backend);

  void set_parameters(const System& s);
  /// When the next reflections happen [s], of a rheonomic system.
  void set_time(double t);

  /// For a step that reflects nothing.
  void skip() {
    restitution_.begin();
    flagged_ = false;
  }
  /// Reflects p over the set K with gradients at `at` and energies at q; passes are logged. The
  /// certificate holds the jump conditions.
  StepReport reflect(const Vector& q, const Vector& at, double h, const Mask& K, Vector& p,
                     std::vector<ReflectionPass>& log);

  /// Appends the reflection that took `before` to p_plus as one event, alpha = 0 of a step h.
  Impact& log_impact(const std::vector<ReflectionPass>& log, const State& before,
                     const Vector& p_plus, double h, std::vector<Impact>& impacts);

  /// Empties a log of earlier reflections and keeps its storage for the next one.
  void recycle(std::vector<ReflectionPass>& log) { log_.recycle(log); }
  void recycle(std::vector<Impact>& impacts) { log_.recycle(impacts); }

  [[nodiscard]] const PassRestitution& restitution() const { return restitution_; }

  /// Energy E(q, p) for a step h.
  [[nodiscard]] double energy(const Vector& q, const Vector& p, double h);

 private:
  [[nodiscard]] bool all_rest(const Vector& at, const Vector& p);
  template <class Speed>
  [[nodiscard]] bool rests(const Speed& speed) const {
    return std::all_of(members_.begin(), members_.end(),
                       [&](Index i) { return speed(i) >= -speed_tolerance_; });
  }
  void begin(const Vector& at);
  bool approaching(const Vector& p);
  bool may_go_on(long passes, StepReport& report);
  void refuse_squeezed(StepReport& report) const;
  void refuse_blocked(Index member, StepReport& report) const;
  void choose_restitution(size_t passes);
  void follow(const Vector& at);
  void account_losses();
  void pass(const Vector& q, double h, Vector& p, StepReport& report);
  void certify(const Vector& q, double h, const Vector& p, StepReport& report);
  [[nodiscard]] double kinetic_energy(const Vector& p);
  [[nodiscard]] Index members() const { return static_cast<Index>(members_.size()); }
  [[nodiscard]] std::string names(const Mask& set) const;

  ContactTable contacts_;
  double length_, time_, speed_tolerance_;
  Reflection model_;
  Kernel energy_;
  Vector theta_;
  struct Approach {  // whether any contact approaches, without the operator
    std::optional<Kernel> terms = {};
    Vector speeds = {}, missed = {};  // of all contacts; of what constraints ask
  } approach_;
  ContactOperator operator_;
  PassRestitution restitution_;
  PassSolver pass_;
  ReflectionLog log_;
  EnergyLedger ledger_;
  // The members of K, and per member: in V, in any V so far, its normal speed.
  std::vector<Index> members_;
  Mask V_, involved_;
  Vector speeds_, before_, velocity_;
  struct Drive {  // of a rheonomic system
    bool any = false;
    Kernel rates = {};                  // dg/dt, df/dt
    Vector gaps = {}, equalities = {};  // their values
    Vector velocity = {}, speeds = {};  // the least that follows the equalities; per member
  } drive_;
  double kinetic_scale_ = 0.0;  // of a lossy reflection [J]: what it may leave is no measure
  bool flagged_ = false;        // another law than the one asked for
};

}  // namespace ricochet
