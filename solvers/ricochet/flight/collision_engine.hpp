#pragma once

#include "ricochet/contact/friction_modes.hpp"
#include "ricochet/contact/impact_cone.hpp"
#include "ricochet/contact/impact_law.hpp"
#include "ricochet/flight/flight.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/recycler.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// What happens to an impact that is so slow that the discrete energy has no outgoing solution.
enum class SlowImpact {
  fail,         ///< the step fails with no_admissible_root
  restitution,  ///< Newton's law on momenta, p+ = p- + 2 d; the impact is flagged
  contact,      ///< the approach stops, p+ = p- + d, and the contact is held; flagged
};

/// The step that all collision integrators share: flights from impact to impact.
///
/// A contact that is closed and not approached at the start of a flight is held while the force
/// pushes: it enters as an equality with lambda >= 0 and is let go where lambda would be negative,
/// one with friction where it would be so however the contact rubs, see FrictionModes. So is one
/// that leaves so slowly that it is back before it has opened. A contact that an impact elsewhere
/// drives into its constraint is struck at once.
///
/// What is held, and how it rubs, is so for a whole flight. Where that changes on the way, so that
/// nothing fits all of it, flights half as long are tried and the step goes on from their end.
///
/// The flow of a step is in collision_engine.cpp, impacts are in collision_impacts.cpp, what
/// is held and its friction in collision_friction.cpp.
class CollisionEngine {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend;
    SlowImpact slow_impact = SlowImpact::fail;
    int max_events = 200;
  };
  CollisionEngine(const System& s, Options options, std::unique_ptr<ImpactLaw> law = nullptr);
  CollisionEngine(const CollisionEngine& other);
  CollisionEngine& operator=(const CollisionEngine&) = delete;
  ~CollisionEngine() = default;

  void set_parameters(const System& s);
  /// Keeps the storage of the flights of an earlier step.
  void recycle(std::vector<FlightRecord>& over) { flights_.collect(over); }
  /// One step; on failure only the report of `to` is meaningful.
  void step(const Step& from, double h, Step& to);

 private:
  enum class Passage { ends, hits, again, misfit };
  void begin(const Step& from, double h, Step& to);
  void hold_resting(const Vector& speeds);
  bool travel(double rest, Step& to);
  bool approaches(Index contact);
  [[nodiscard]] bool may_hold(Index contact) const;
  Passage attempt(double rest, bool last, StepReport& why, Step& to);
  [[nodiscard]] Index sinks() const;
  bool fly(double rest, StepReport& why, Step& to);
  void give_share(Step& to);
  [[nodiscard]] double least_impulse(Index contact);
  bool release_pulling();
  void land(const FlightPoint& point, Step& to);
  void hold();
  void pin();
  void assume_friction();
  bool rubs_rightly(const FlightPoint& point);
  [[nodiscard]] StepReport jam() const;
  void strike(double elapsed, double h, double energy, bool capped, Step& to);
  void apply_law(bool capped, Impact& impact, Step& to);
  void slow_down(const std::string& why, Step& to);
  void settle(const FlightPoint& point, Step& to);
  void begin_record(double elapsed, const FlightPoint& point, Step& to);
  void end_record(bool cut, Step& to);
  [[nodiscard]] std::string no_outgoing_root(const FlightPoint& point) const;

  SlowImpact slow_impact_;
  int max_events_;
  double gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  ContactTable contacts_;
  Flight flight_;
  ImpactCone cone_;
  std::unique_ptr<ImpactLaw> law_;
  std::optional<FrictionModes> friction_;  // where held contacts rub
  Launch launch_;
  FlightPoint end_, hit_;
  Vector d_, y_, g_start_, nudge_, p_start_;
  Vector push_, rub_;        // impulses of the last impact, per entry of g and per tangent
  Mask resting_, released_;  // contacts that a flight may hold; those let go for they pulled
  Mask touching_, struck_;
  double share_ = 1.0;               // of the elastic impulse that the last impact gives
  bool unsettled_ = false;           // the last impact waits for the flight that follows it
  bool begins_with_impact_ = false;  // the next flight
  Recycler<FlightRecord> flights_;
  Index holds_ = 0;   // how often contacts that sank were held
  bool cut_ = false;  // the flight ends before the step and without an impact
};

}  // namespace ricochet
