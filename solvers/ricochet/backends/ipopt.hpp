#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// The reference backend: every step problem that is not closed-form goes through IPOPT, then
/// through the crossover to an exact active set, then past the certificate.
///
///   complementarity    chord sequence of convex programs where a potential is declared, else (and
///                      when the sequence fails) the smoothed Fischer-Burmeister system
///   convex_qp, nlp     the program as it stands
///   square_system      its equations with its objective, or 0
///   scalar_root        min x in the bracket of the first sign change
///   linear_projection  closed form, no IPOPT
///
/// IPOPT finds the neighbourhood and the active set; the answer is Newton's from the guess for
/// that set, so it is the same, bit for bit, as that of any backend that finds the same set.
[[nodiscard]] Backend ipopt(const IpoptOptions& options = {});

}  // namespace ricochet
