#pragma once

#include "ricochet/flight/flight_samples.hpp"

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
/// in between are found: every gap is sampled where eight parts of the flight end, with its slope,
/// and a turning point between two samples is searched by bisection until it crosses, or until
/// tangents, doubly steep, keep it away. No part is looked at behind the crossing. The samples
/// guide only: the crossing is solved by the backend.
class CrossingSearch {
 public:
  explicit CrossingSearch(const System& s);

  /// Before `end`, whose point is known. `hit` is the exact point of the crossing, if there is one.
  Crossing first(Flight& flight, const Launch& from, const FlightPoint& end, FlightPoint& hit,
                 StepReport& report);

 private:
  struct Bracket {
    size_t part = 0;               ///< of the flight, where it lies
    double low = 0.0, high = 0.0;  ///< the gap is positive at low and negative at high
    [[nodiscard]] bool found() const { return high > low; }
  };
  [[nodiscard]] Index leading(size_t row, const FlightPoint& p) const {
    return contacts_.leading(static_cast<Index>(row), p.gaps);
  }
  [[nodiscard]] double gap(size_t row, const FlightPoint& p) const {
    return p.gaps[leading(row, p)];
  }
  [[nodiscard]] double slope(size_t row, const FlightPoint& p) const;
  [[nodiscard]] bool may_cross(const FlightSamples& samples, size_t row) const;
  [[nodiscard]] bool look(FlightSamples& samples, size_t row, size_t j);
  [[nodiscard]] bool sinks(const FlightSamples& samples, size_t row, const FlightPoint& p) const;
  Bracket first_bracket(FlightSamples& samples, size_t row, const Bracket& earliest,
                        Index& sinking);
  double turning_point(FlightSamples& samples, size_t row, size_t part, bool dip);
  void tell_apart(FlightSamples& samples, size_t row, Bracket& b, size_t other, Bracket& earliest);
  bool narrow(FlightSamples& samples, size_t row, Bracket& b, double width);
  bool behind_a_sample(FlightSamples& samples, size_t row, const Bracket& b,
                       const FlightPoint& hit);
  Index approach(FlightSamples& samples, size_t row, const Bracket& b, FlightPoint& hit);
  Index refine(FlightSamples& samples, size_t row, Bracket b, FlightPoint& hit);

  ContactTable contacts_;
  double gap_tolerance_, speed_tolerance_;
  double gap_noise_;  // [m]: a smaller gap has no sign, its crossing no exact time
  FlightSamples::Storage storage_;
  FlightPoint probe_;
};

}  // namespace ricochet
