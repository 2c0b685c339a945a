#pragma once

#include "ricochet/shadow/rational.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// A factor times a chain of derivatives of W = grad V . M^-1 p, the left one taken last: "TV" is
/// D_T D_V W, with D_T F = dF/dq . M^-1 p and D_V F = -dF/dp . grad V.
struct BracketTerm {
  std::string chain = {};
  Rational factor = {};
};

/// The terms of h^order in the energy that kick-drift-kick conserves: the logarithm of
/// exp(V/2) exp(T) exp(V/2) in the algebra of words, as right-normed brackets. Chains whose degree
/// in p falls below 0 vanish, and D_V D_T W = D_T D_V W. Orders are 2, 4, 6 and 8.
[[nodiscard]] std::vector<BracketTerm> kick_drift_kick_terms(int order);

}  // namespace ricochet
