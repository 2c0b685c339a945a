#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// The reference backend. IPOPT solves every step problem that has no closed form, the crossover
/// makes its active set exact, and the answer is certified.
///
///   complementarity    chord sequence of convex programs where a potential is declared, else (and
///                      when the sequence fails) the smoothed Fischer-Burmeister system
///   convex_qp, nlp     the program as it stands
///   square_system      its equations with its objective, or 0; closed form if they are linear
///   scalar_root        min x in the bracket of the first sign change
///   linear_projection  closed form, no IPOPT
///
/// IPOPT finds the neighbourhood and the active set. The answer for that set is found by Newton's
/// method from the guess, so it has the same bits as that of any backend that finds the same set.
[[nodiscard]] Backend ipopt(const IpoptOptions& options = {});

}  // namespace ricochet
