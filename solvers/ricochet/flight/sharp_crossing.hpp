#pragma once

#include "ricochet/flight/flight.hpp"
#include "ricochet/flight/holding.hpp"

namespace ricochet {

/// The crossing of a gap by flights of given lengths, each foreseen by itself. Contacts that oppose
/// each other may press with any impulse; the square system that finds the length of a flight, too,
/// may then let them pull. `hit`, a crossing, becomes one of these flights; it stays as it is where
/// that fails. noise: a gap that has no sign [m].
void sharpen_crossing(Flight& flight, Holding& holding, Index gap, double noise, Launch& from,
                      FlightPoint& hit);

}  // namespace ricochet
