#pragma once

#include "ricochet/flight/flight.hpp"

#include <array>

namespace ricochet {

/// Points of the flights from one launch: where eight equal parts of the way to a known end end,
/// each found when it is asked for, and any in between. They follow the curve of flights from its
/// known points; where that fails, a flight of the backend takes their place.
///
/// The ends of parts are guessed first, near the cubic through start and end: one evaluation of the
/// rows gives the point and its doubt. Who asks about a gap whose sign is in doubt sharpens them.
class FlightSamples {
 public:
  static constexpr size_t parts = 8;
  using Storage = std::array<FlightPoint, parts>;  ///< of the points, to be kept between searches

  FlightSamples(Flight& flight, const Launch& from, const FlightPoint& end, Storage& storage);

  [[nodiscard]] bool ok() const { return report.ok(); }
  [[nodiscard]] const Launch& launch() const { return from_; }
  [[nodiscard]] Flight& flight() { return flight_; }
  [[nodiscard]] const FlightPoint& start() const { return storage_[0]; }
  [[nodiscard]] const FlightPoint& end() const { return end_; }

  /// Finds the ends of the first j parts; false after a failure.
  bool reach(size_t j);
  /// Where j parts end, found before; 0 is the start.
  [[nodiscard]] const FlightPoint& at(size_t j) const { return j < parts ? storage_[j] : end_; }
  /// By how much a gap of this top speed may be off there [m], and its slope [m/s].
  struct Doubt {
    double gap = 0.0, slope = 0.0;
  };
  [[nodiscard]] Doubt doubt(size_t j, Index gap) const;
  /// Leaves no doubt there; false after a failure.
  bool sharpen(size_t j);
  /// A point between the ends of j and of j + 1 parts, which are found.
  bool probe(size_t j, double tau, FlightPoint& point);
  /// The same, a guess if that is near enough.
  bool glance(size_t j, double tau, FlightPoint& point);

  StepReport report = {.status = StepStatus::converged};  ///< the first failure

 private:
  [[nodiscard]] double time(size_t j) const;
  void begin();
  bool guess(size_t j);
  bool correct(double tau, FlightPoint& point);
  bool follow(double tau, FlightPoint& point);

  Flight& flight_;
  const Launch& from_;
  const FlightPoint& end_;
  Storage& storage_;
  size_t found_ = 0;
};

}  // namespace ricochet
