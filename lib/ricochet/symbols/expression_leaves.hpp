#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <unordered_set>
#include <vector>

namespace ricochet {

/// The symbols and constants that expressions are made of, each once. The work is that of a walk
/// through the expressions, whatever they share with others.
struct ExpressionLeaves {
  explicit ExpressionLeaves(const Expr& e);

  std::vector<casadi::SXElem> symbols = {};  ///< in the order in which a walk from left meets them
  std::vector<double> constants = {};

 private:
  void visit(const casadi::SXElem& root);

  std::unordered_set<const casadi::SXNode*> seen_;
  std::vector<casadi::SXElem> open_;
};

}  // namespace ricochet
