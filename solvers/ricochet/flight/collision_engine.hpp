#pragma once

#include "ricochet/flight/crossing_search.hpp"
#include "ricochet/flight/flight_log.hpp"
#include "ricochet/flight/holding.hpp"
#include "ricochet/flight/impact_resolution.hpp"
#include "ricochet/stepper.hpp"

#include <memory>
#include <vector>

namespace ricochet {

/// The step that all collision integrators share: flights from impact to impact.
///
/// Contacts at rest are held, see Holding. One that an impact elsewhere drives into its constraint
/// is struck at once. What is held, and how it rubs, is so for a whole flight. Where that changes
/// on the way, so that nothing fits all of it, flights half as long are tried and the step goes on
/// from their end.
///
/// A contact that slides and comes to rest on the way ends its flight there, so that distances and
/// times of sliding are those of the law.
///
/// With a law of impacts every step reaches its end. Where a flight fails, one that is half as long
/// is tried. From `max_events` events in a step on, restitution is 0. After as many more, and where
/// nothing else is left, the step is finished: by flights that hold every contact that they would
/// cross, see FlightRecord::finishing.
///
/// A rheonomic system comes in space-time. Its clock is a coordinate of the flights; what is
/// written into a step is without it.
class CollisionEngine {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend;
    SlowImpact slow_impact = SlowImpact::fail;
    int max_events = 200;
  };
  CollisionEngine(const System& s, Options options, std::unique_ptr<ImpactLaw> law = nullptr);

  void set_parameters(const System& s);
  /// Keeps the storage of the flights of an earlier step.
  void recycle(std::vector<FlightRecord>& over) { log_.recycle(over); }
  /// One step; on failure only the report of `to` is meaningful.
  void step(const Step& from, double h, Step& to);

 private:
  enum class Arrival { end, impact, cut };
  enum class Passage { ends, hits, again, misfit };
  struct Attempt {         // at a flight
    double tau = 0.0;      // its length [s]
    double next = 0.0;     // that of the next one, if nothing fits
    bool last = false;     // no shorter one is tried
    Index holds = 0;       // how often contacts that sank were held
    int shortened = 0;     // how often it was made to end at an impact
    StopSearch stop = {};  // of a slip that vanishes on the way
    StepReport why = {};   // nothing fits
  };
  void begin(const Step& from, double h, Step& to);
  Arrival travel(double rest, Step& to);
  [[nodiscard]] bool cuts() const { return holding_.decides() || impacts_.has_law(); }
  static void lose(const StepReport& why, Step& to);
  Passage attempt(Attempt& now, Step& to);
  bool fly(Attempt& now, Step& to);
  [[nodiscard]] bool passes_through(const FlightPoint& impact, Attempt& now) const;
  [[nodiscard]] bool closed(Index contact);
  Passage strike_at_once(Attempt& now, Step& to);
  [[nodiscard]] bool chatters(Index contact);
  Passage catch_chatter(Index contact, Attempt& now, Step& to);
  Passage reopens(Index contact, Attempt& now) const;
  bool lead_to(Index contact, const Attempt& now, Step& to);
  Passage shorten(Attempt& now) const;
  Passage catch_sinking(Index contact, Attempt& now, Step& to);
  bool stops_on_the_way(const FlightPoint& point, bool impact, Attempt& now);
  bool move_on(double h, double& elapsed, Arrival arrival, Step& to);
  void land(double elapsed, Arrival arrival, Step& to);
  [[nodiscard]] bool may_come_to_an_end(const StepReport& report) const;
  void come_to_an_end(const Step& from, double h, double elapsed, Step& to);
  void hold_closed();
  StepReport fly_held(double tau, Step& to);
  bool holds_what_is_inside();
  void come_to_rest(Step& to);
  void refuse_more_events(Step& to) const;
  void finish(const Step& from, double h, Step& to) const;

  Index n_;  // coordinates, without a clock
  int max_events_;
  bool settles_ = false;  // the step under way has had its share of events: contacts come to rest
  int stops_ = 0;         // of sliding contacts, in the step under way
  double gap_tolerance_, stop_tolerance_;  // stop_tolerance_: of a slip [m/s]
  ContactTable contacts_;
  Flight flight_;
  CrossingSearch search_;
  Holding holding_;
  ImpactResolution impacts_;
  FlightLog log_;
  Launch launch_;
  FlightPoint end_, hit_;
  Flight::Energies energy_;
  Mask closed_;     // contacts where a flight begins that finishes the step
  Vector start_p_;  // momentum where the flight under way begins
};

}  // namespace ricochet
