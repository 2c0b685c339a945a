#include "ricochet/symbols/expression_leaves.hpp"

namespace ricochet {

ExpressionLeaves::ExpressionLeaves(const Expr& e) {
  for (const casadi::SXElem& root : e.nonzeros()) visit(root);
}

void ExpressionLeaves::visit(const casadi::SXElem& root) {
  open_.push_back(root);
  while (!open_.empty()) {
    const casadi::SXElem e = open_.back();
    open_.pop_back();
    if (!seen_.insert(e.get()).second) continue;
    if (e.is_symbolic())
      symbols.push_back(e);
    else if (e.is_constant())
      constants.push_back(static_cast<double>(e));
    else
      for (casadi_int i = e.n_dep(); i-- > 0;) open_.push_back(e.dep(i));
  }
}

}  // namespace ricochet
