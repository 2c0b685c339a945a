#include "ricochet/flight/sharp_crossing.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr int most_flights = 10;  // Newton's method in the length alone

}  // namespace

void sharpen_crossing(Flight& flight, Holding& holding, Index gap, double noise, Launch& from,
                      FlightPoint& hit) {
  FlightPoint point;
  double tau = hit.tau;
  for (int k = 0; k < most_flights && tau >= 0.0 && tau <= 2.0 * hit.tau; ++k) {
    if (!holding.foresee(tau, from).ok() || !flight.fly(from, tau, point).ok()) return;
    if (std::abs(point.gaps[gap]) <= noise) {
      hit = point;
      return;
    }
    tau -= point.gaps[gap] / point.slopes[gap];
  }
}

}  // namespace ricochet
