#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <span>

namespace ricochet {

/// A contact that takes part: the rows of its normal and, right behind it, of its tangents. The
/// tangents of a contact are orthonormal directions of slip.
struct CoulombContact {
  Index row = 0;
  Index tangents = 0;     ///< 0, 1 or 2
  double friction = 0.0;  ///< mu; with 0 the tangents carry no impulse
};

/// Coulomb's law for contacts that act together: impulses r [N s] and velocities u [m/s],
///
///   u = W r + b,    K* ∋ u + mu |u_T| e_N  _|_  r ∈ K = { |r_T| <= mu r_N }
///
/// contact by contact, in the form of De Saxce. W = H^T M^-1 H is symmetric and positive
/// semidefinite, with the equalities eliminated; it may be singular. b are the velocities without
/// impulses. With restitution e the unknown is u = u+ + e u-, which makes b = (1 + e) u-.
///
/// W is nearly symmetric where velocities are taken after the impulses have moved the bodies. Then
/// convex programs and closed forms use its symmetric part, Newton's method and the certificate W.
///
/// It views numbers of its caller and copies nothing.
struct CoulombProblem {
  Eigen::Ref<const Matrix> W;
  Eigen::Ref<const Vector> b;
  std::span<const CoulombContact> contacts;
  double limit = 1e-11;  ///< of the residual [m/s]; not below 1e-12 of the largest entry of b
};

/// True if its numbers are.
[[nodiscard]] bool finite(const CoulombProblem& problem);

/// Normal, first and second tangent of a contact; 0 for those that it lacks.
using ContactVector = Eigen::Vector3d;

/// The point of K = { |r_T| <= mu r_N } next to r.
[[nodiscard]] ContactVector project_on_cone(const ContactVector& r, double friction);

/// r - proj_K(r - (u + mu |u_T| e_N)), zero where Coulomb's law holds; u and r in the same unit.
[[nodiscard]] ContactVector natural_map(const ContactVector& r, const ContactVector& u,
                                        double friction);

/// 1/rho per contact: W_NN, at least 1e-6 of the largest one. A contact between bodies that hardly
/// move has no scale of its own.
[[nodiscard]] double least_mobility(const CoulombProblem& problem);

/// How far a contact is from Coulomb's law: its natural map with rho = 1/W_NN, divided by rho
/// [m/s]. It is NaN if a number is.
[[nodiscard]] double coulomb_residual(const CoulombProblem& problem,
                                      const Eigen::Ref<const Vector>& r, Index contact);
/// The certificate: the largest of all contacts. It believes no solver and allocates nothing.
[[nodiscard]] double coulomb_residual(const CoulombProblem& problem,
                                      const Eigen::Ref<const Vector>& r);
/// What it may be [m/s].
[[nodiscard]] double coulomb_limit(const CoulombProblem& problem);

}  // namespace ricochet
