#pragma once

#include "ricochet/step_kernel.hpp"
#include "ricochet/system.hpp"

#include <casadi/core/function.hpp>

namespace ricochet {

/// The equations of a flight between impacts whose order is given, substep by substep: what Phases
/// and flight_function() are made of. Substeps are steps without impacts of a method.
class PhaseEquations {
 public:
  PhaseEquations(const System& s, const StepKernel& without_impacts);

  struct Point {
    Expr q, p;
  };
  struct Substep {
    Expr rows;  ///< = 0
    Expr p;     ///< at its end
  };
  /// Entries of the multipliers of a substep: nu, then xi.
  [[nodiscard]] Index multipliers() const { return multipliers_; }
  /// The substep of size h from a point at the time t to the place q.
  [[nodiscard]] Substep substep(const Point& from, const Expr& t, const Expr& h, const Expr& q,
                                const Expr& multipliers) const;

  /// An impact on one entry of g, whose gap opens with e times the speed with which it closed. zeta
  /// are the impulses of the equalities.
  [[nodiscard]] Substep impact(const Point& before, Index entry, const Expr& e, const Expr& impulse,
                               const Expr& zeta) const;
  /// The restitution of an entry of g.
  [[nodiscard]] Expr restitution(Index entry) const;

 private:
  System system_;
  Index multipliers_;
  casadi::Function step_;  // (x, theta, h, z, t) -> (R, p1)
};

/// The entry of g with this name; throws std::invalid_argument, as `owner`, if there is none.
[[nodiscard]] Index entry_named(const System& s, const std::string& name, const std::string& owner);

}  // namespace ricochet
