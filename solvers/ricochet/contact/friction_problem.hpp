#pragma once

#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The laws for the contacts of one impact with their tangents, as one complementarity problem:
///
///   u+ = u + W l,   0 <= l_n _|_ u_n+ + e u_n >= 0,
///   u_t+ + e_t u_t = -gamma l_t,   0 <= gamma _|_ (mu l_n)^2 - |l_t|^2 >= 0
///
/// with W = J M^-1 J^T and u = J v, J the normals and tangents; e_t = e for `moreau`, 0 for
/// `coulomb`. Sliding and sticking are the two sides of the pair; the friction cone of a contact in
/// space (two tangents) is the round one, so that one contact is exact. Several contacts are solved
/// together, each with its own cone.
///
/// There is room for `slots` contacts, each with tangents_per_contact(); a slot without a contact
/// has on = 0 and rows of the identity in W. Unknowns (l_n, l_t, gamma), parameters
/// (W, u_n, u_t, e, e_t, mu, on); tangents stand slot after slot.
[[nodiscard]] StepProblem friction_problem(const System& s, Index slots);

/// Tangents that a contact with friction may have in a system: none, one or two.
[[nodiscard]] Index tangents_per_contact(const System& s);

}  // namespace ricochet
