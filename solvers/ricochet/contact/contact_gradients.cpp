#include "ricochet/contact/contact_gradients.hpp"

#include <utility>

namespace ricochet {

namespace {

Kernel at_position(const System& s) {
  const Expr q = Expr::sym("q", s.n());
  return {"contact_gradients",
          {q, s.parameter_symbols()},
          {sparsify(s.G(q)), sparsify(s.T(q)), sparsify(horzcat(s.F(q), s.omega(q).T()))},
          true};
}

}  // namespace

ContactGradients::ContactGradients(const System& s) : ContactGradients(at_position(s)) {}

ContactGradients::ContactGradients(Kernel kernel)
    : kernel_(std::move(kernel)),
      G_(kernel_.sparsity_out(0)),
      T_(kernel_.sparsity_out(1)),
      C_(kernel_.sparsity_out(2)) {}

void ContactGradients::add_impulses(const Vector& normal, const Vector& tangential,
                                    Vector& to) const {
  const auto add = [&](const KernelMatrix& from, Index column, double impulse) {
    if (impulse != 0.0)
      from.each_in_column(column, [&](Index row, double value) { to[row] += impulse * value; });
  };
  for (Index i = 0; i < normal.size(); ++i) add(G_, i, normal[i]);
  for (Index j = 0; j < tangential.size(); ++j) add(T_, j, tangential[j]);
}

}  // namespace ricochet
