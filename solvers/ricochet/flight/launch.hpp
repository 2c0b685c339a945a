#pragma once

#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// What a flight is expected to be.
struct Forecast {
  double tau = 0.0;              ///< its length [s]; 0: nothing is expected
  Vector w = {};                 ///< its velocity [m/s]
  Vector nu = {}, kappa = {};    ///< impulses of the equalities and the nonholonomic rows [N s]
  Vector lambda = {}, rho = {};  ///< its impulses at held contacts and along their tangents [N s]
};

/// How a flight begins.
struct Launch {
  double t = 0.0;         ///< [s]
  double h = 1.0;         ///< of the step it belongs to [s]: rows of dynamics are h M^-1 (momentum)
  Vector q = {}, p = {};  ///< p: before the impact, if there is one
  Mask held = {};         ///< contacts that stay closed, per entry of g
  bool keeps = false;     ///< held contacts keep the gaps that they have, `kept`, else none
  Vector kept = {};       ///< within the tolerance, per entry of g [m]
  Mask pinned = {};       ///< contact points that do not slip, per tangent
  Vector drag = {};       ///< the others rub with rho = drag lambda of their contact, per tangent,
  Vector rub = {};        ///< or where this is not 0 with -rub lambda T^T w / |T^T w|
  Forecast forecast = {};  ///< where the search for a flight begins
  bool struck = false;     ///< p has impulses of a law, without the reactions of equalities to them
  bool impact = false;     ///< an impulse sigma * direction that keeps the discrete energy
  Vector direction = {};   ///< n, of an impact
  double energy = 0.0;     ///< E_d to be kept [J], of an impact
  Vector bend = {};  ///< dw/dtau of the flight before it, expected behind it too; or of size 0

  [[nodiscard]] bool holding() const { return held.any() || pinned.any(); }
};

/// A point of a flight: everything at the time tau after its start.
struct FlightPoint {
  double tau = 0.0;              ///< [s]
  Vector w = {};                 ///< (q - q_start) / tau [m/s]
  Vector nu = {};                ///< impulses of the equalities [N s]
  Vector kappa = {};             ///< impulses of the nonholonomic rows
  Vector lambda = {}, rho = {};  ///< impulses of held contacts and pinned tangents
  double sigma = 0.0;            ///< the impact's impulse is sigma * direction
  Vector z = {};                 ///< all of these, as FlightTrace has them
  Vector rate = {};              ///< dz/dtau along the family of steps
  double doubt = 0.0;            ///< error of w by its size; 0 but for points that are guessed
  Vector q = {}, gaps = {};
  Vector slopes = {};      ///< dg/dtau along the family of steps
  Vector top_speeds = {};  ///< bounds of |dg/dtau| for motion as fast in any direction
};

}  // namespace ricochet
