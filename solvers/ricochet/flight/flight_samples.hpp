#pragma once

#include "ricochet/flight/flight.hpp"

#include <array>

namespace ricochet {

/// Points of the flights from one launch: eight equal parts of the way to a known end, each found
/// when it is asked for, and any in between. They follow the curve of flights from its known
/// points; where that fails, a flight of the backend takes their place.
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

  /// Finds the first j of the parts; false after a failure.
  bool reach(size_t j);
  /// Where part j ends, found before; 0 is the start.
  [[nodiscard]] const FlightPoint& at(size_t j) const { return j < parts ? storage_[j] : end_; }
  /// A point of part j + 1, both ends of which are found.
  bool probe(size_t j, double tau, FlightPoint& point) {
    return follow(at(j), at(j + 1), tau, point);
  }

  StepReport report = {.status = StepStatus::converged};  ///< the first failure

 private:
  void begin();
  bool follow(const FlightPoint& a, const FlightPoint& b, double tau, FlightPoint& point);
  bool find(double tau, FlightPoint& point);

  Flight& flight_;
  const Launch& from_;
  const FlightPoint& end_;
  Storage& storage_;
  size_t found_ = 0;
};

}  // namespace ricochet
