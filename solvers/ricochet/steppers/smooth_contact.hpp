#pragma once

#include "ricochet/step.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/steppers/smooth_problems.hpp"

#include <optional>
#include <vector>

namespace ricochet {

/// Flags, one per entry of g, as numbers so that they can be parameters: 1.0 or 0.0.
using Mask = Vector;

/// The three updates of a step with smooth contact, solved and certified: what the discrete-smooth
/// and the generalized variational integrator share. It allocates nothing once warm.
///
/// Forces Q(q, v, t) enter as their impulses F- and F+ on the two ends of the step, [F03] 2.5:
/// D1 L_d + F- stands where the equations have D1 L_d, D2 L_d + F+ where they have D2 L_d.
class SmoothContact {
 public:
  /// The system must be plain: not_plain().
  SmoothContact(const System& s, const Discretization& d, const Backend& backend);

  void set_parameters(const System& s);
  /// The steps to come begin at this time [s]; it matters to forces and to rheonomic systems.
  void begin_at(double t);

  /// x with D1 L_d(q, x, h) + p = 0, (8.1): explicit where D1 L_d is linear in x with a constant
  /// diagonal matrix, as in the Verlet and left point rules and for linear potentials.     [KP12]
  StepReport free_position(const Vector& q, const Vector& p, double h, Vector& x);
  /// x, lambda, nu with lambda only where the mask is 1; the search starts at `predicted`, that is
  /// at the free position of the same q, p and h or at another one.                        (7.8)
  StepReport position(const Vector& q, const Vector& p, double h, const Mask& mask,
                      const Vector& predicted, const Vector& hint, Vector& x, Multipliers& force);
  /// y, mu, xi with G_i^T M^-1 y = 0 where the mask is 1 and F^T M^-1 y = 0.     [KP12] (7.9)
  StepReport momentum(const Vector& q0, const Vector& q1, double h, const Mask& mask, Vector& y,
                      Multipliers& force);
  /// y = D2 L_d(q0, q1, h) + F+: the momentum without projection.
  StepReport discrete_momentum(const Vector& q0, const Vector& q1, double h, Vector& y);

  /// Gaps g(q) at the start of the step, or a time [s] later; the reference stays valid until the
  /// next call.
  [[nodiscard]] const Vector& gaps(const Vector& q, double later = 0.0);
  /// Normal speeds G(q)^T M^-1 p, and those of walls that move, at the start.
  [[nodiscard]] const Vector& normal_speeds(const Vector& q, const Vector& p);
  /// Pairs of the last position() that are closed with zero impulse.
  [[nodiscard]] bool weak(Index i) const {
    return rest_.reached ? rest_.touching[i] != 0.0
                         : position_.solution().weak[static_cast<size_t>(i)] != 0;
  }

 private:
  struct FreeCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), h = given("h"), theta = given("theta");
    Given t = given("t");
    Sought q1 = sought("q1");
  };
  struct PositionCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), h = given("h"), mask = given("mask");
    Given theta = given("theta"), t = given("t");
    Sought q1 = sought("q1"), lambda = sought("lambda"), nu = sought("nu");
  };
  struct MomentumCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), q1 = given("q1"), h = given("h"), mask = given("mask");
    Given theta = given("theta"), t = given("t");
    Sought y = sought("y"), mu = sought("mu"), xi = sought("xi");
  };

  void set_time(double later);
  // Answers without a solver, which miss left_; false if they are none.
  [[nodiscard]] bool explicit_position(const Vector& q, const Vector& p, double h, Vector& x);
  [[nodiscard]] bool rests(double h, const Mask& mask, const Vector& predicted);
  [[nodiscard]] bool stays_tangential(const Vector& q1, double h, const Mask& mask,
                                      const Vector& y);
  [[nodiscard]] StepReport settled(double Certificate::*entry) const;

  StepReport solve_free_position(const Vector& q, const Vector& p, double h, Vector& x);
  StepReport solve_position(const Vector& q, const Vector& p, double h, const Mask& mask,
                            const Vector& predicted, const Vector& hint, Vector& x,
                            Multipliers& force);
  StepReport solve_momentum(const Vector& q0, const Vector& q1, double h, const Mask& mask,
                            Vector& y, Multipliers& force);
  /// D2 L_d(q0, q1, h) + F+; false if it is not finite.
  [[nodiscard]] bool finite_momentum(const Vector& q0, const Vector& q1, double h, Vector& y);

  Index n_, k_;
  bool rheonomic_;
  double length_, duration_, left_ = 0.0;
  Vector t_;  // of the start, one entry if it matters
  Kernel gaps_, speeds_, end_;
  std::optional<Kernel> explicit_;  // rows of the free position, and their slopes
  FreeCall free_;
  PositionCall position_;
  MomentumCall momentum_;
  Vector theta_, g_, speed_;
  Vector missed_, slopes_;  // of explicit_
  /// Where nothing presses the contacts, the free position is the answer of position().
  struct Rest {
    Vector free = {};      // position of this step
    bool exact = false;    // it is known, and its residual is round-off
    bool reached = false;  // the last answer of position()
    Mask touching = {};    // then: contacts that may push and touch
  };
  Rest rest_;
  /// Where g_ holds. Contacts are looked at from both ends of a step.
  struct Place {
    Vector q = {};
    double t = 0.0;
    bool known = false;
  };
  Place of_gaps_;
};

/// Writes the parts one after the other into `into`, which has the right size.
void pack(std::initializer_list<In> parts, Vector& into);

/// Writes the indices whose mask is not 0, ascending, into storage that is reused.
void indices(const Mask& mask, std::vector<Index>& out);

}  // namespace ricochet
