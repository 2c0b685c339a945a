#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_equations.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What a method does in every step.
struct LocatedWay {
  bool slips_rebound = false;  ///< e_t = e, else 0
  bool backwards = false;      ///< these are the equations of (q, -p) at -t
};

/// The equations of a step that flies from impact to impact, with the contacts that act in it:
///
///   p + D1 L_d(q, x, tau) + F- + F(q) nu + omega(q)^T kappa + G(q) lambda + T(q) rho = 0
///   x = q + tau w,  f(x) = 0,  mean omega w = 0
///   g_i(x) = 0 of contacts held, mean slip T_j^T w = 0 where they stick      of every flight
///   p1 = D2 L_d(q, x, tau) + F+ + F(x) xi + G mu + T pi                      where it ends, with
///   F^T v(p1) = 0, G_i^T v(p1) = 0 and T_j^T v(p1) = 0 at contacts that stop
///   g_c(x) = 0,  p1+ = p1 + G lambda + T rho + C zeta,  C^T v(p1+) = 0       at an impact, with
///   C = (F, omega^T)
///
/// and the rule of the impact: G^T (v+ + e v-) = 0 and T^T (v+ + e_t v-) = 0 where it sticks, or
/// lambda = sigma y with G^T v(p1 + G y) = 0 and sigma from E_d, or (1 + e)/2 of that. Impulses of
/// friction are mu times the normal ones where contacts slide. z lists per flight w, nu, kappa,
/// lambda, rho, its length tau if it ends with an impact, xi, mu and pi; then of the impact lambda,
/// rho, zeta and sigma. Where a share of sigma acts, w to rho of the flight to the end of the step
/// follow, which is not flown. With nonholonomic rows an impact begins with the reactions C zeta
/// that make p1 one of a velocity that keeps them.
[[nodiscard]] StepKernel located_kernel(const System& s, const Discretization& d,
                                        const StepSequence& decided, const LocatedWay& way);

/// z of such a step, near enough. law: System::contact_values().
void located_unknowns(const System& s, const Step& to, const StepSequence& decided,
                      const Matrix& law, Vector& z);

/// The tangents of a set along which forces of friction are unknown: where contacts stick, and
/// behind these where they slide in space.
[[nodiscard]] std::vector<Index> rubbed(const ContactTable& table,
                                        const StepSequence::Contacts& set, bool planar_too);

}  // namespace ricochet
