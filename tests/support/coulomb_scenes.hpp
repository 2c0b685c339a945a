#pragma once

#include "support/random_coulomb.hpp"

namespace ricochet::support {

/// Boxes in the plane, 2 m wide and 1 m high, of mass 1, one on the other: two contacts each, as
/// many rows as there are four thirds of the coordinates.
CoulombNumbers stack_of_boxes(Index boxes, double friction, const Vector& v);

/// Particles of mass 1 in the plane on the floor y = 0, joined by rods of length 1 that lie flat or
/// are bent by `bend`. Rods are eliminated by their pseudo-inverse; `twice` repeats one of them.
CoulombNumbers chain_on_floor(Index links, double friction, double bend, bool twice,
                              const Vector& v);

/// A cube of mass 1 and edge 1 that lies on four corners: twelve rows on six coordinates.
CoulombNumbers cube_on_floor(double friction, const Vector& v);

/// Bodies squeezed between faces that oppose each other: no velocity opens all contacts.
CoulombNumbers jammed_boxes(Index boxes, double friction, const Vector& v);

/// A cube on the floor with random velocities and a regular mobility.
CoulombNumbers regular_cube(RandomCoulomb& random);

}  // namespace ricochet::support
