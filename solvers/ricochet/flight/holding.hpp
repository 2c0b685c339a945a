#pragma once

#include "ricochet/contact/friction_modes.hpp"
#include "ricochet/flight/flight.hpp"

#include <optional>

namespace ricochet {

/// Which contacts a flight holds closed, and how they rub.
///
/// A contact that is closed and not approached at the start of a flight is held while the force
/// pushes: it enters as an equality with lambda >= 0 and is let go where lambda would be negative,
/// one with friction where it would be so however the contact rubs, see FrictionModes. So is one
/// that leaves so slowly that it is back before it has opened. What is held is written into the
/// launch of the flight.
class Holding {
 public:
  /// What a law does with contacts that are held.
  struct Manner {
    bool pins = false;  ///< contact points stay where they are
    bool rubs = false;  ///< contacts rub with their friction
  };
  Holding(const System& s, const Discretization& d, Manner manner);

  void set_parameters(const System& s);
  /// A launch of this system that holds nothing.
  void clear(Launch& launch);
  /// Holds the touching contacts whose normal speed is zero. Pieces of unions are never held.
  void hold_resting(const Mask& touching, const Vector& speeds, Launch& launch);
  /// Holds what rests again, after a flight that no assumption fitted.
  void hold_again(Launch& launch);
  /// After a flight: what it held rests still.
  void go_on(Launch& launch);
  /// Holds one contact more.
  void hold(Index contact, Launch& launch);
  [[nodiscard]] bool may_hold(Index contact, const Launch& launch) const;

  /// Lets go of contacts without friction that are held with a negative force; true if there was
  /// one.
  bool release_pulling(const FlightPoint& end, Launch& launch);
  /// A contact that rests, is not held and sinks at the end of a flight; -1: none.
  [[nodiscard]] Index sinks(const FlightPoint& end, const Launch& launch) const;

  /// True while modes of friction are assumed.
  [[nodiscard]] bool rubs() const { return friction_ && friction_->any(); }
  [[nodiscard]] bool rubs(Index contact) const { return friction_ && friction_->governs(contact); }
  /// True if the flight to a point confirms the assumed modes of friction; else others are assumed.
  bool confirmed(const FlightPoint& point, Launch& launch);
  /// Assumes other modes: no flight was found, or a contact that was let go sinks.
  void refute(Launch& launch);
  void refute_opening(Index contact, const FlightPoint& end, Launch& launch);
  /// No modes are left to assume, see jam().
  [[nodiscard]] bool exhausted() const { return friction_ && friction_->exhausted(); }
  [[nodiscard]] StepReport jam(const Launch& launch) const;

  /// The momentum at the end of a flight, with the modes of friction there.
  StepReport land(Flight& flight, const FlightPoint& point, Launch& launch, Multipliers& force);

 private:
  void measure(const Vector& q);
  void assume(Launch& launch);
  void assume_friction(Launch& launch);
  void pin(Launch& launch) const;

  ContactTable contacts_;
  double gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  bool pins_;
  Kernel mobilities_;
  std::optional<FrictionModes> friction_;
  Mask resting_, released_;  // contacts that a flight may hold; those let go for they pulled
  Vector theta_, least_;     // least_: impulses that neither push nor pull [N s]
  Vector p_start_, nudge_;
};

}  // namespace ricochet
