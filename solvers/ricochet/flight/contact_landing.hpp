#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "ricochet/contact/member_rows.hpp"
#include "ricochet/flight/flight.hpp"

#include <vector>

namespace ricochet {

/// Slower slips have no direction [m/s].
[[nodiscard]] double slowest_slip(const System& s);

/// Changes impulses r of a contact, in the rows of a problem with the speeds u, to those that rub
/// against the unit vector d with full friction; not where d is 0 or the slip goes on along d.
void rub_against(const Eigen::Ref<const Vector>& d, const CoulombContact& contact, double slow,
                 const Vector& u, const Vector& r, Vector& change);

/// Coulomb's law for the velocity where a flight ends, at contacts that rested when it began: each
/// stops, rubs or leaves. The momentum there becomes compatible with them and the equalities.
///
/// A contact in space that slid on the way rubs along the direction of its flight, so that both
/// ends together are of second order. Nonholonomic rows act on the velocities, but momenta are
/// known up to multiples of these rows only, [RC25]: they are not made compatible. One that was not
/// held and is approached is left to an impact.
class ContactLanding {
 public:
  /// What makes frictional motion of second order; tests switch it off to see the order drop.
  struct Options {
    /// See CoulombSolver. It acts on speeds of forces times h, and has to exceed the rounding of
    /// gaps over h: 1e-7 chooses at random below h = 3e-4 s.
    double select = 1e-6;
    bool along_flight = true;  ///< what slid in space rubs along the direction of its flight
  };
  ContactLanding(const System& s, const Backend& backend, Options options);

  void set_parameters(const System& s) { operator_.set_parameters(s); }

  /// contacts: those that rested; friction: of every entry of g; slips: mean slip of the flight,
  /// per tangent. Changes the launch to the momentum where the flight ends.
  StepReport land(const std::vector<Index>& contacts, const Vector& friction, const Vector& slips,
                  Flight& flight, const FlightPoint& point, Launch& launch, Multipliers& force);
  /// The slips along the unit vectors `towards`, per tangent, that the contacts where these are not
  /// 0 would have there under full friction against them; `left` is per entry of g and stays as it
  /// is for contacts that take no part. False if there is no landing.
  bool slips_left(const std::vector<Index>& contacts, const Vector& friction, const Vector& slips,
                  Flight& flight, const FlightPoint& point, const Launch& launch,
                  const Vector& towards, Vector& left);

 private:
  StepReport solve(const std::vector<Index>& contacts, const Vector& friction, const Vector& slips,
                   Flight& flight, const FlightPoint& point, const Launch& launch);
  void choose(const std::vector<Index>& contacts, const FlightPoint& point, const Launch& launch);
  void turn(const Vector& friction, const Vector& slips);
  void measure();
  void give(Vector& p, Multipliers& force);
  void point_rows(const Vector& towards, const Vector& slips);

  ContactTable contacts_;
  double gap_tolerance_, speed_tolerance_;
  double limit_;      // of the law [m/s]
  double slow_slip_;  // [m/s], too slow to have a direction
  bool along_flight_;
  CoulombSolver coulomb_;
  ContactOperator operator_;
  std::vector<Index> members_;
  MemberRows rows_;
  std::vector<CoulombContact> turned_;  // the contacts in rows of the directions they may rub along
  Matrix along_, W_;                    // along_: columns of the operator by rows of the problem
  Vector p_, velocity_, speeds_, b_, r_, impulses_;
  Vector directions_, u_, change_;  // per row of the problem, for slips_left()
};

}  // namespace ricochet
