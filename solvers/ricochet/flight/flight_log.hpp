#pragma once

#include "ricochet/flight/flight.hpp"
#include "ricochet/step.hpp"
#include "ricochet/steppers/recycler.hpp"

#include <vector>

namespace ricochet {

/// Writes the flights of a step into the step, so that whoever reads it knows all that was decided.
class FlightLog {
 public:
  /// n: coordinates that are written; a clock behind them is not.
  explicit FlightLog(Index n) : n_(n) {}

  /// Keeps the storage of the flights of an earlier step.
  void recycle(std::vector<FlightRecord>& over) { spare_.collect(over); }
  /// How a flight began and where it went; before its landing changes what is assumed. `elapsed` is
  /// the time [s] since the step began; an impact that no flight has begun with yet is its own.
  void begin(double elapsed, const Launch& launch, const FlightPoint& point, Step& to);
  /// How it landed, with the impulses in the step's `force`.
  void end(const Launch& launch, bool cut, Step& to) const;

 private:
  Index n_;
  Recycler<FlightRecord> spare_;
};

}  // namespace ricochet
