#pragma once

#include "ricochet/flight/flight.hpp"

#include <vector>

namespace ricochet {

/// What a search finds.
struct Crossing {
  Index gap = -1;      ///< entry of g whose gap closes first, of a union its last piece; -1: none
  Index sinking = -1;  ///< entry of a gap, closed at the start and not held, that became negative
                       ///< without having opened before; -1: none
};

/// The first gap that is positive and becomes negative on the way of a flight.
///
/// Gaps that are closed or violated at the start count once they have opened, held ones never. Dips
/// in between are found: every gap is sampled at eight points with its slope, and a turning point
/// between two samples is searched by bisection.
class CrossingSearch {
 public:
  explicit CrossingSearch(const System& s);

  /// Before `end`, whose point is known. `hit` is the exact point of the crossing, if there is one.
  Crossing first(Flight& flight, const Launch& from, const FlightPoint& end, FlightPoint& hit,
                 StepReport& report);

 private:
  struct Bracket {
    double low = 0.0, high = 0.0;  ///< the gap is positive at low and negative at high
    [[nodiscard]] bool found() const { return high > low; }
  };
  struct Family {  // of flights from one launch, and the first failure among them
    Flight& flight;
    const Launch& from;
    StepReport report = {.status = StepStatus::converged};
    bool probe(double tau, FlightPoint& point);
  };
  void begin(Family& family, const FlightPoint& end);
  bool fill_grid(Family& family, const FlightPoint& end);
  [[nodiscard]] Index leading(size_t row, const FlightPoint& p) const {
    return contacts_.leading(static_cast<Index>(row), p.gaps);
  }
  [[nodiscard]] double gap(size_t row, const FlightPoint& p) const {
    return p.gaps[leading(row, p)];
  }
  [[nodiscard]] double slope(size_t row, const FlightPoint& p) const;
  [[nodiscard]] bool may_cross(size_t row, const FlightPoint& end) const;
  [[nodiscard]] bool sinks(size_t row, const FlightPoint& p) const;
  Bracket first_bracket(Family& family, size_t row, Index& sinking);
  double turning_point(Family& family, size_t row, double low, double high, bool dip);
  bool narrow(Family& family, size_t row, Bracket& b, double width);
  Index refine(Family& family, size_t row, Bracket b, FlightPoint& hit);

  ContactTable contacts_;
  double gap_tolerance_, speed_tolerance_;
  double gap_noise_;  // [m]: a smaller gap has no sign, its crossing no exact time
  std::vector<FlightPoint> grid_;
  FlightPoint probe_;
};

}  // namespace ricochet
