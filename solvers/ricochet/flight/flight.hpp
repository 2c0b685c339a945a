#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/flight/gap_field.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/linear/square_solver.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <optional>

namespace ricochet {

/// What a flight is expected to be.
struct Forecast {
  double tau = 0.0;              ///< its length [s]; 0: nothing is expected
  Vector w = {};                 ///< its velocity [m/s]
  Vector nu = {}, kappa = {};    ///< impulses of the equalities and the nonholonomic rows [N s]
  Vector lambda = {}, rho = {};  ///< its impulses at held contacts and along their tangents [N s]
};

/// How a flight begins.
struct Launch {
  double t = 0.0;         ///< [s]
  double h = 1.0;         ///< of the step it belongs to [s]: rows of dynamics are h M^-1 (momentum)
  Vector q = {}, p = {};  ///< p: before the impact, if there is one
  Mask held = {};         ///< contacts that stay closed, per entry of g
  Mask pinned = {};       ///< contact points that do not slip, per tangent
  Vector drag = {};       ///< the others rub with rho = drag lambda of their contact, per tangent,
  Vector rub = {};        ///< or where this is not 0 with -rub lambda T^T w / |T^T w|
  Forecast forecast = {};  ///< where the search for a flight begins
  bool impact = false;     ///< an impulse sigma * direction that keeps the discrete energy
  Vector direction = {};   ///< n, of an impact
  double energy = 0.0;     ///< E_d to be kept [J], of an impact

  [[nodiscard]] bool holding() const { return held.any() || pinned.any(); }
};

/// A point of a flight: everything at the time tau after its start.
struct FlightPoint {
  double tau = 0.0;              ///< [s]
  Vector w = {};                 ///< (q - q_start) / tau [m/s]
  Vector nu = {};                ///< impulses of the equalities [N s]
  Vector kappa = {};             ///< impulses of the nonholonomic rows
  Vector lambda = {}, rho = {};  ///< impulses of held contacts and pinned tangents
  double sigma = 0.0;            ///< the impact's impulse is sigma * direction
  Vector q = {}, gaps = {};
  Vector slopes = {};      ///< dg/dtau along the family of steps
  Vector top_speeds = {};  ///< bounds of |dg/dtau| for motion as fast in any direction
};

/// Steps of any size from one launch: the family of flights whose first crossing is an impact.
class Flight {
 public:
  /// What its launches may ask for: contacts to hold, impacts to begin with.
  struct Features {
    bool holding = false, impacts = false;
  };
  Flight(const System& s, const Discretization& d, const Backend& backend, Features features);

  void set_parameters(const System& s);
  [[nodiscard]] GapField& gaps() { return gaps_; }

  /// The point at tau >= 0 of a flight. Behind an impact no_admissible_root means that no impulse
  /// leaves with the energy to be kept, checked by bisection of its size; any other failure is one
  /// of the solver.
  StepReport fly(const Launch& from, double tau, FlightPoint& point);
  /// The start of a flight that holds nothing and begins without an impact.
  void rest(const Launch& from, FlightPoint& point);
  /// The point where a gap is zero, [FMOW03] (74c), (78): Newton's method from a point near it.
  StepReport hit(const Launch& from, Index gap, const FlightPoint& near, FlightPoint& point);
  /// Of the two roots of the discrete energy behind an impact the one whose momentum and motion
  /// leave; sigma = 1 stops the approach, between the roots. [FMOW03] (48)
  [[nodiscard]] static bool leaves(const Launch& from, const FlightPoint& point);
  /// The momentum at a point, D2 L_d + F+.
  const Vector& momentum(const Launch& from, const FlightPoint& point);
  /// The same with the impulses that make it compatible with what is held.
  StepReport land(const Launch& from, const FlightPoint& point, Vector& p1, Multipliers& force);
  /// E_d = -D3 L_d of the step to a point [J], and the same as an energy at its start and at its
  /// end: less the work of F-, plus that of F+.
  struct Energies {
    double mean = 0.0, start = 0.0, end = 0.0;
  };
  [[nodiscard]] Energies energies(const Launch& from, const FlightPoint& point);

 private:
  struct Call : StepCall {  // of a flight, see flight_problem
    using StepCall::StepCall;
    Given q = given("q"), p = given("p"), t = given("t"), h = given("h");
    Given theta = given("theta");
    Given held = given("held"), pinned = given("pinned"), drag = given("drag");
    Given rub = given("rub"), direction = given("d"), energy = given("E");
    Sought w = sought("w"), nu = sought("nu"), kappa = sought("kappa"), lambda = sought("lambda");
    Sought rho = sought("rho"), sigma = sought("sigma");
  };
  struct FreeCall : Call {
    using Call::Call;
    Given tau = given("tau");
  };
  struct HitCall : Call {
    using Call::Call;
    Given weights = given("weights");
    Sought tau = sought("tau");
  };
  struct LandingCall : StepCall {
    using StepCall::StepCall;
    Given D2Ld = given("D2Ld"), x = given("x"), h = given("h"), theta = given("theta");
    Given held = given("held"), pinned = given("pinned"), drag = given("drag");
    Sought p1 = sought("p1"), xi = sought("xi"), mu = sought("mu"), pi = sought("pi");
  };
  struct Variant {  // one per FlightKind
    Index unknowns = 0;
    std::optional<FreeCall> free = {};
    std::optional<HitCall> hit = {};
    // dz/dtau = -J^-1 dR/dtau, for the slopes of the gaps.
    Kernel rates = {};
    KernelMatrix jacobian = {};
    std::optional<SquareSolver> linear = {};
    Vector row_scales = {}, by_tau = {}, rate = {};
  };
  [[nodiscard]] Variant& variant(const Launch& from);
  static void pose(const Launch& from, Call& call);
  static void start(const FlightPoint& point, Call& call);
  static void start(const Forecast& expected, double tau, Call& call);
  void unpack(const Launch& from, const Call& call, FlightPoint& point) const;
  StepReport solve(const Launch& from, double tau, FlightPoint& point);
  void start_tangentially(const Launch& from, Call& call);
  std::optional<bool> outgoing(const Launch& from, double tau);
  void measure(Variant& v, const Vector& z, FlightPoint& point);
  void slopes(const Vector& drift, FlightPoint& point);

  ContactTable contacts_;
  GapField gaps_;
  Kernel launch_, momentum_, energy_;
  std::array<Variant, 4> variants_;
  std::optional<LandingCall> landing_;
  std::optional<ContactOperator> constraints_;  // where there are equalities
  Vector theta_, end_p_, drift_, weights_;
  Vector no_mask_, no_pins_;
};

}  // namespace ricochet
