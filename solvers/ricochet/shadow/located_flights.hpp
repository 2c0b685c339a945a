#pragma once

#include "ricochet/flight/crossing_search.hpp"
#include "ricochet/flight/holding.hpp"
#include "ricochet/step.hpp"
#include "ricochet/steppers/recycler.hpp"

#include <vector>

namespace ricochet {

/// Steps of any length inside a step, up to the first gap that closes. They keep the equalities and
/// the contacts they are told to hold, but for those that would pull.
class LocatedFlights {
 public:
  LocatedFlights(const System& s, const Discretization& d, const Backend& backend);

  void set_parameters(const System& s);

  /// How a flight of the length `rest` ends.
  enum class Way {
    hit,   ///< where a gap closes before
    free,  ///< after `rest`, in an admissible position
    lost,  ///< not isolated, not admissible, or not solved
  };
  /// The flight from (q, p) in a step of size h that holds S; `statistics` counts its work.
  Way fly(const State& from, const Vector& p, const Mask& S, double h, double rest,
          SolverStatistics& statistics);
  /// To the end whatever gaps do; false if it is not solved.
  bool fly_blindly(const State& from, const Vector& p, const Mask& S, double h, double rest,
                   SolverStatistics& statistics);
  // Where the last flight leads.
  [[nodiscard]] const Vector& q1() const { return point().q; }
  [[nodiscard]] const Vector& p1() const { return p1_; }
  [[nodiscard]] double tau() const { return point().tau; }
  [[nodiscard]] const Mask& held() const { return launch_.held; }
  [[nodiscard]] const Multipliers& force() const { return force_; }

  /// Sets 1 for contacts that are closed at q, else 0.
  void reached(const Vector& q, Mask& out) { flight_.gaps().reached(q, out); }
  /// Appends the last flight, `elapsed` after the start of the step; impact: that it begins with,
  /// or -1.
  void record(double elapsed, Index impact, std::vector<FlightRecord>& flights);
  void recycle(std::vector<FlightRecord>& over) { spare_.collect(over); }

 private:
  [[nodiscard]] const FlightPoint& point() const { return hits_ ? hit_ : end_; }
  bool fly_to_end(double rest, SolverStatistics& statistics);
  bool land(SolverStatistics& statistics);

  Flight flight_;
  Holding holding_;
  CrossingSearch search_;
  Recycler<FlightRecord> spare_;
  Launch launch_;
  FlightPoint end_, hit_;
  Vector p1_;
  Multipliers force_;
  Vector still_;  // speeds of contacts that rest
  bool hits_ = false;
};

}  // namespace ricochet
