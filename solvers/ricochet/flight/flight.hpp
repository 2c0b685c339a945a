#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/flight/flight_landing.hpp"
#include "ricochet/flight/flight_trace.hpp"
#include "ricochet/flight/gap_field.hpp"
#include "ricochet/flight/launch.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <optional>

namespace ricochet {

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
  /// Sets the launch for follow() and guess().
  void aim(const Launch& from) { pose(from, *variant(from).free); }
  /// The same as fly() near the unknowns z of the point, by FlightTrace; false if they are too far
  /// away.
  bool follow(const Launch& from, double tau, FlightPoint& point, SolverStatistics& statistics);
  /// The same by the chord method, whose slope is that of the last fly() or follow(): one step from
  /// z, with the rate that stands in the point. The length of the step [m], infinite if it fails.
  double guess(const Launch& from, double tau, FlightPoint& point, SolverStatistics& statistics);
  /// The start of a flight that holds nothing and begins without an impact.
  void rest(const Launch& from, FlightPoint& point);
  /// Room for every kind of flight in a point that has none.
  void reserve(FlightPoint& point) const;
  /// The top speeds of the point whose gaps were measured last.
  void bound_speeds(FlightPoint& point);
  /// The point where a gap is zero, [FMOW03] (74c), (78): Newton's method from tau and the unknowns
  /// z of a point near it.
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
    Given held = given("held"), kept = given("kept"), pinned = given("pinned"),
          drag = given("drag");
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
  struct Variant {  // one per FlightKind
    Index unknowns = 0;
    std::optional<FreeCall> free = {};
    std::optional<HitCall> hit = {};        // where there are gaps
    std::optional<FlightTrace> trace = {};  // where there are gaps
  };
  [[nodiscard]] Variant& variant(const Launch& from);
  void pose(const Launch& from, Call& call) const;
  static void start(const FlightPoint& point, Call& call);
  static void start(const Forecast& expected, double tau, Call& call);
  void unpack(const Launch& from, const Call& call, FlightPoint& point) const;
  StepReport solve(const Launch& from, double tau, FlightPoint& point);
  void start_tangentially(const Launch& from, Call& call);
  std::optional<bool> outgoing(const Launch& from, double tau);
  void measure(Variant& v, FlightPoint& point);
  void slopes(const Vector& drift, FlightPoint& point);

  ContactTable contacts_;
  Index most_unknowns_;  // of all kinds of flights
  GapField gaps_;
  Kernel launch_, momentum_, energy_;
  std::array<Variant, 4> variants_;
  std::optional<FlightLanding> landing_;
  std::optional<ContactOperator> constraints_;  // where there are equalities
  Vector theta_, end_p_, drift_, weights_, no_gaps_;
};

}  // namespace ricochet
