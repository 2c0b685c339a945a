#pragma once

#include "ricochet/contact/impact_law.hpp"
#include "ricochet/flight/flight.hpp"
#include "ricochet/flight/resting_contacts.hpp"

#include <optional>

namespace ricochet {

/// Which contacts a flight holds closed, and how they rub.
///
/// A contact that is closed and not approached at the start of a flight rests. Under Coulomb's law
/// it is held, rubs or opens as RestingContacts says. Otherwise it is held while the force pushes:
/// it enters as an equality with lambda >= 0 and is let go where lambda would be negative. A
/// contact that leaves so slowly that it is back before it has opened is held too. What is held is
/// written into the launch of the flight.
class Holding {
 public:
  /// What becomes of contacts that rest.
  enum class Manner {
    slides,   ///< they are held, without friction
    pins,     ///< their contact points stay where they are
    coulomb,  ///< Coulomb's law, with the friction of each
    opens,    ///< the same without friction
  };
  Holding(const System& s, const Discretization& d, const Backend& backend, Manner manner);

  void set_parameters(const System& s);
  /// A launch of this system that holds nothing.
  void clear(Launch& launch);
  /// Holds the touching contacts whose normal speed is zero. Pieces of unions are never held.
  void hold_resting(const Mask& touching, const Vector& speeds, Launch& launch);
  /// Holds what rests again, after a flight that no assumption fitted.
  void hold_again(Launch& launch);
  /// After a flight: what it held rests still.
  void go_on(Launch& launch);
  /// Holds these, until the next clear() by Coulomb's law under every law of impact: those on which
  /// impacts act, too.
  void finish_with(const Mask& closed, Launch& launch);
  /// Holds one contact more.
  void hold(Index contact, Launch& launch);
  [[nodiscard]] bool may_hold(Index contact, const Launch& launch) const;
  /// Under Coulomb's law: a contact that may rest; one that does.
  [[nodiscard]] bool may_rest(Index contact, const Launch& launch) const;
  [[nodiscard]] bool rests(Index contact) const { return by_coulomb() && resting_[contact] != 0.0; }

  /// Lets go of contacts without friction that are held with a negative force; true if there was
  /// one.
  bool release_pulling(const FlightPoint& end, Launch& launch);
  /// True if a held contact without friction is pulled on the way to a point.
  [[nodiscard]] bool pulls(const FlightPoint& point, const Launch& launch);
  /// A contact that rests, is not held and sinks at the end of a flight; -1: none.
  [[nodiscard]] Index sinks(const FlightPoint& end, const Launch& launch) const;

  /// Under Coulomb's law, before a flight of tau: how its contacts behave.
  StepReport foresee(double tau, Launch& launch);
  /// True if Coulomb's law decides what resting contacts do; and if it has any to decide now.
  [[nodiscard]] bool by_coulomb() const { return may_finish() && (!pins_ || finishes_); }
  [[nodiscard]] bool decides() const { return by_coulomb() && contacts_at_rest_->any(); }
  [[nodiscard]] bool may_finish() const { return contacts_at_rest_.has_value(); }
  /// Judges the flight to a point by it, see RestingContacts::judge().
  RestingContacts::Verdict judge(FlightPoint& point, Launch& launch);
  [[nodiscard]] const StepReport& why() const { return contacts_at_rest_->why(); }
  /// The slip that vanishes on the way to the point judged last, see RestingContacts::slip_left().
  std::optional<SlipLeft> slip_left(Flight& flight, const FlightPoint& point, const Launch& launch,
                                    bool any);
  /// The work of its solvers since the last call.
  [[nodiscard]] SolverStatistics take_statistics() {
    return by_coulomb() ? contacts_at_rest_->take_statistics() : SolverStatistics{};
  }

  /// The momentum at the end of a flight.
  StepReport land(Flight& flight, const FlightPoint& point, Launch& launch, Multipliers& force);

 private:
  void measure(const Vector& q);
  void assume(Launch& launch);
  void pin(Launch& launch) const;

  ContactTable contacts_;
  double gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  bool pins_, finishes_ = false;
  Kernel mobilities_;
  std::optional<RestingContacts> contacts_at_rest_;
  Mask resting_, released_;         // contacts that a flight may hold; those let go for they pulled
  Vector theta_, least_;            // least_: impulses that neither push nor pull [N s]
  std::optional<double> foreseen_;  // for flights of this length [s]
};

/// What becomes of contacts that rest under a law of impact; without one they slide.
[[nodiscard]] Holding::Manner manner_of(const ImpactLaw* law);

}  // namespace ricochet
