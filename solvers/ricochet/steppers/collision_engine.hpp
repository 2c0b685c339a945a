#pragma once

#include "ricochet/stepper.hpp"
#include "ricochet/steppers/flight.hpp"
#include "ricochet/steppers/friction_modes.hpp"
#include "ricochet/steppers/impact_cone.hpp"

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

/// An impact as a law sees it.
struct ImpactState {
  const Vector& q;        ///< where
  const Vector& p_minus;  ///< momentum before
  const Mask& hit;        ///< contacts that take part, per entry of g
  const Vector& d;        ///< the impulse that stops their approach
  const Vector& y;        ///< d = G y
  ImpactCone& cone;       ///< placed at (q, p_minus)
  bool capped = false;    ///< the step has had its share of impacts: come to rest
};

/// What a law answers.
struct ImpactOutcome {
  StepReport report = {.status = StepStatus::converged};
  bool elastic = false;  ///< keep the discrete energy: p_plus is left to the next flight
  double share = 1.0;    ///< of the elastic impulse
  Vector p_plus = {};
  bool flagged = false;
};

/// A contact law other than the elastic one of the variational principle.
class ImpactLaw {
 public:
  ImpactLaw() = default;
  ImpactLaw(const ImpactLaw&) = default;
  ImpactLaw& operator=(const ImpactLaw&) = delete;
  virtual ~ImpactLaw() = default;
  virtual void set_parameters(const System& s) = 0;
  /// True if contact points at rest do not slip while they are held.
  [[nodiscard]] virtual bool pins() const { return false; }
  /// True if held contacts rub with the friction of their contact, see FrictionModes.
  [[nodiscard]] virtual bool rubs() const { return false; }
  virtual ImpactOutcome apply(const ImpactState& at) = 0;
  /// True if an impact that ends with p_plus is so slow that the contacts come to rest instead.
  [[nodiscard]] virtual bool rests(const ImpactState& at, const Vector& p_plus) const = 0;
  [[nodiscard]] virtual std::unique_ptr<ImpactLaw> clone() const = 0;
};

/// The step that all collision integrators share: flights from impact to impact.
///
/// A contact that is closed and not approached at the start of a flight is held while the force
/// pushes: it enters as an equality with lambda >= 0 and is let go where lambda would be negative.
/// So is one that leaves so slowly that it is back before it has opened. A contact that an impact
/// elsewhere drives into its constraint is struck at once.
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
  /// One step; on failure only the report of `to` is meaningful.
  void step(const Step& from, double h, Step& to);

 private:
  void begin(const Step& from, double h, Step& to);
  void hold_resting(const Vector& speeds);
  bool travel(double rest, Step& to);
  bool approaches(Index contact);
  [[nodiscard]] bool may_hold(Index contact) const;
  void fly(double rest, Step& to);
  void give_share(Step& to);
  bool release_pulling();
  void land(const FlightPoint& point, Step& to);
  void begin_friction();
  void assume_friction();
  bool rubs_rightly(const FlightPoint& point);
  void contradict(Step& to) const;
  void strike(double elapsed, double h, double energy, bool capped, Step& to);
  void apply_law(bool capped, Impact& impact, Step& to);
  void slow_down(const std::string& why, Step& to);
  void settle(const FlightPoint& point, Step& to);
  [[nodiscard]] std::string no_outgoing_root(const FlightPoint& point) const;
  [[nodiscard]] std::string names_of(const Mask& set) const;

  SlowImpact slow_impact_;
  int max_events_;
  double gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  std::vector<std::string> names_;
  std::vector<std::pair<Index, Index>> rows_;
  std::vector<Index> tangent_entries_;  // entry of g of each tangent
  Flight flight_;
  ImpactCone cone_;
  std::unique_ptr<ImpactLaw> law_;
  std::optional<FrictionModes> friction_;  // where held contacts rub
  Launch launch_;
  FlightPoint end_, hit_;
  Vector d_, y_, g_start_, nudge_, p_start_;
  Mask touching_, struck_;
  double share_ = 1.0;      // of the elastic impulse that the last impact gives
  bool unsettled_ = false;  // the last impact waits for the flight that follows it
  bool cut_ = false;        // the flight ends before the step and without an impact
};

}  // namespace ricochet
