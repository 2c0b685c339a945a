#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "ricochet/contact/member_rows.hpp"
#include "ricochet/flight/contact_landing.hpp"
#include "ricochet/flight/flight.hpp"
#include "ricochet/flight/stop_search.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace ricochet {

/// Coulomb's law for contacts that rest when a flight begins: each of them sticks, slides or opens
/// while the flight lasts, and again where it ends.
///
///   K* ∋ (g(q + tau w)/tau, slip) + mu |slip| e_N  _|_  (lambda, rho) ∈ K
///
/// with the impulses of the flight and its mean slip. A Coulomb problem at the start of the flight
/// tells what each contact does, its mode. A flight with these modes is a square system; it is
/// taken if its own impulses and motion satisfy the law, by the natural map. Otherwise its motion
/// poses the next Coulomb problem. No combinations of modes are tried.
///
/// Where the flight ends, the law holds for the velocity there, see ContactLanding.
///
/// Flights close what is left of the gaps of contacts, within the tolerance. Where friction jams
/// contacts, as a disc in a corner under a coefficient above 1, there may be no lawful motion that
/// does: then they keep these gaps, see Launch.
///
/// A contact that comes to rest on the way both slides and sticks, and no flight can do both. So
/// such a flight is made to end where the slip vanishes, see slip_left().
class RestingContacts {
 public:
  /// rubs: with the friction of the contacts, else without any.
  RestingContacts(const System& s, const Discretization& d, const Backend& backend, bool rubs,
                  ContactLanding::Options options = ContactLanding::Options());

  void set_parameters(const System& s);

  /// The contacts that rest at a launch, per entry of g.
  void begin(const Mask& resting, const Launch& launch);
  [[nodiscard]] bool any() const { return !members_.empty(); }

  /// Assumes modes for a flight of tau; they and what is expected of it go into the launch.
  StepReport assume(double tau, Launch& launch);
  /// What a flight with the assumed modes is.
  enum class Verdict {
    lawful,   ///< its impulses may have been exchanged for others that move the same
    refuted,  ///< other modes are in the launch
    lost,     ///< so often that no more are tried, or there are no others; see why()
  };
  Verdict judge(FlightPoint& point, Launch& launch);
  [[nodiscard]] const StepReport& why() const { return why_; }
  /// What is left of the slip that vanishes first, at the end of the flight judged last: of those
  /// that lose half of their size, if there are any, or of `any`.
  std::optional<SlipLeft> slip_left(Flight& flight, const FlightPoint& point, const Launch& launch,
                                    bool any);

  /// The work of its solvers since the last call.
  [[nodiscard]] SolverStatistics take_statistics() { return std::exchange(statistics_, {}); }

  /// The momentum where a flight ends, see ContactLanding.
  StepReport land(Flight& flight, const FlightPoint& point, Launch& launch, Multipliers& force);

 private:
  enum class Mode { opens, sticks, slides };
  void keep_gaps(Launch& launch);
  StepReport foresee(double tau, Launch& launch);
  [[nodiscard]] static double gap_left(const Vector& gaps, Index i, const Launch& launch);
  void forecast(double tau, const Launch& launch);
  void measure(const FlightPoint& point, const Launch& launch);
  [[nodiscard]] double rate(double gap, double tau) const;
  [[nodiscard]] CoulombProblem problem(const Launch& launch) const;
  bool read_modes(const Launch& launch);
  void write(double tau, Launch& launch) const;
  void change();
  void spread(const Vector& r, Vector& lambda, Vector& rho) const;
  [[nodiscard]] bool moves_the_same(const Launch& launch, double limit);
  void name_culprits(StepReport& report) const;
  bool find_slowing(const Launch& launch, double lost);

  ContactTable contacts_;
  double length_, time_, gap_tolerance_;
  bool rubs_;
  Kernel motion_, slip_;
  CoulombSolver coulomb_;
  ContactOperator start_;
  ContactLanding landing_;
  Vector theta_, friction_;
  // At the start, per member or row of theirs.
  std::vector<Index> members_;
  MemberRows rows_;
  std::vector<Mode> modes_;
  std::vector<double> sides_;  // which way a planar contact rubs that slides
  Matrix W_;
  Vector b_, r_, u_, before_, change_, speeds_;
  int trials_ = 0;
  StepReport why_;
  SolverStatistics statistics_;
  // A forecast: the motion, and what it misses.
  Vector p_, w_, dw_, misses_, f_, gaps_, slips_, kick_, missed_rows_, rates_, reactions_;
  Vector lambda_, rho_;
  // Slips where the flight begins and their directions, per tangent; what is left, per entry of g.
  double slow_slip_;
  Vector launch_slips_, towards_, left_;
};

}  // namespace ricochet
