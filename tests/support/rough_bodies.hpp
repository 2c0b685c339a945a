#pragma once

#include "ricochet/random.hpp"
#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <functional>
#include <random>
#include <string>

namespace ricochet::support {

/// Bodies that fall on rough floors from random starts. Their parameters "restitution" and
/// "friction" are those of all contacts.
struct RoughBodies {
  std::string name;
  System system;
  std::function<State(std::mt19937_64&)> start;
  double h = 0.005;  ///< [s]
  Index steps = 0;   ///< until most of them lie
};

/// Points of 0.1 kg joined by rods of 0.2 m; `twice` repeats the second rod, a redundant equality.
[[nodiscard]] RoughBodies chain(Index links, bool twice = false);
/// The same, in waves along the floor that are thrown down on it.
[[nodiscard]] RoughBodies wavy_chain(Index links);
/// A box in natural coordinates: 12 coordinates, 6 equalities, 8 corners.
[[nodiscard]] RoughBodies tossed_box();
/// Planar boxes, one above the other; corners meet the floor and the face of the box below.
[[nodiscard]] RoughBodies stack(Index boxes);
/// A planar box in a channel without clearance: its contacts oppose each other in pairs.
[[nodiscard]] RoughBodies box_in_channel();
/// The problem `dominoes` with random distances, tilts and speeds.
[[nodiscard]] RoughBodies row_of_dominoes(Index blocks);
/// Discs that turn, a loose triangle of them between walls: they fall on each other and roll.
[[nodiscard]] RoughBodies packed_discs(Index lowest);
/// A point whose contact with the floor is declared several times.
[[nodiscard]] RoughBodies point_on_floors(Index floors);

}  // namespace ricochet::support
