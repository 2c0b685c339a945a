#pragma once

#include "ricochet/contact/impact_cone.hpp"
#include "ricochet/contact/impact_law.hpp"
#include "ricochet/flight/holding.hpp"
#include "ricochet/step.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// What happens to an impact that is so slow that the discrete energy has no outgoing solution.
enum class SlowImpact {
  fail,         ///< the step fails with no_admissible_root
  restitution,  ///< Newton's law on momenta, p+ = p- + 2 d; the impact is flagged
  contact,      ///< the approach stops, p+ = p- + d, and the contact is held; flagged
};

/// An impact between two flights: who takes part, in which direction, by which law.
///
/// An elastic impact, [FMOW03] (48), (75)-(77), is an impulse sigma d that the flight behind it
/// finds, because it keeps the discrete energy of the flights on both sides. A law acts at once.
/// What is decided goes into the launch of the next flight and into the step's log of impacts.
class ImpactResolution {
 public:
  /// Without a law all impacts are elastic.
  ImpactResolution(const System& s, const Backend& backend, SlowImpact slow,
                   std::unique_ptr<ImpactLaw> law);
  ImpactResolution(const ImpactResolution& other);
  ImpactResolution& operator=(const ImpactResolution&) = delete;
  ~ImpactResolution() = default;

  void set_parameters(const System& s);
  [[nodiscard]] bool has_law() const { return law_ != nullptr; }

  /// The contacts that touch at a launch, or are about to within a time [s]. True if one that is
  /// closed is approached.
  bool meet(GapField& gaps, const Launch& launch, double within);
  [[nodiscard]] const Mask& touching() const { return touching_; }
  /// True if a contact of the last meeting is approached.
  [[nodiscard]] bool approached() const;
  /// Normal speeds of all contacts at the last meeting.
  [[nodiscard]] const Vector& normal_speeds() const { return cone_.normal_speeds(); }

  /// When an impact happens, and in which step.
  struct Event {
    double alpha = 0.0;   ///< of the step
    double energy = 0.0;  ///< E_d of the flight before it [J]
    bool capped = false;  ///< the step has had its share of impacts: come to rest
  };
  /// The impact of the contacts met: the next flight begins with it.
  void strike(const Event& event, Holding& holding, Launch& launch, Step& to);
  /// True if the elastic impulse is known now and the law gives a share of it only; the share is in
  /// the launch then.
  bool give_share(const FlightPoint& end, Holding& holding, Launch& launch, Step& to);
  /// An impact without an outgoing solution of the discrete energy, as the user wants it.
  void slow_down(const std::string& why, Holding& holding, Launch& launch, Step& to);
  /// Why the flight behind the impact is no way out; empty if it is one.
  [[nodiscard]] std::string no_way_out(const FlightPoint& point, const Launch& launch) const;
  /// The impact that the next flight would have begun with is the last one of the step, flagged: an
  /// elastic one stops its contacts.
  void stop(Launch& launch, Step& to);
  /// True if the log of the last impact waits for the flight behind it.
  [[nodiscard]] bool waits() const { return unsettled_; }
  void wait(bool again) { unsettled_ = again; }
  /// Completes the log of the impact that a flight began with; energy is E_d behind it [J].
  void settle(const FlightPoint& point, double energy, const Launch& launch, Step& to);

  /// True if a contact is driven into its constraint by the momentum that a flight begins with.
  bool approaches(Index contact, const FlightPoint& end, const Launch& launch);
  [[nodiscard]] bool struck(Index contact) const { return struck_[contact] != 0.0; }
  /// The contacts struck last, as messages name them.
  [[nodiscard]] std::string names() const { return contacts_.names_where(struck_); }

 private:
  void apply_law(bool capped, Holding& holding, Launch& launch, Step& to);
  void kick(double factor, Launch& launch);

  Index n_;  // coordinates, without a clock
  SlowImpact slow_impact_;
  double speed_tolerance_;
  ContactTable contacts_;
  ImpactCone cone_;
  std::unique_ptr<ImpactLaw> law_;
  // The impact under way.
  Mask touching_, struck_;
  Vector d_, y_;            // the impulse that stops the approach, d = G y
  Vector push_, rub_;       // its impulses, per entry of g and per tangent
  double share_ = 1.0;      // of the elastic impulse
  bool unsettled_ = false;  // it waits for the flight that follows it
};

}  // namespace ricochet
