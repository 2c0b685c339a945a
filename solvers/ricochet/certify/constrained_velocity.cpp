#include "ricochet/certify/constrained_velocity.hpp"

#include <Eigen/Cholesky>

#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr Index few = 24;               // constraints
constexpr casadi_int most_filled = 12;  // nonzeros of the factor per constraint
constexpr double raised = 1e-13;        // of the diagonal
constexpr int corrections = 3;

Expr constraints_of(const System& s, const Expr& x) {
  return sparsify(horzcat(s.F(x), s.omega(x).T()));
}

Expr mobility(const System& s, const Expr& C) {
  return sparsify(mtimes(C.T(), sparsify(s.velocity(C))));
}

bool worth(const System& s) {
  const Expr C = constraints_of(s, Expr::sym("x", s.n()));
  if (C.size2() <= few) return false;
  std::vector<casadi_int> order;
  return mobility(s, C).sparsity().ldl(order).nnz() <= most_filled * C.size2();
}

Kernel symbolic(const System& s) {
  const Expr x = Expr::sym("x", s.n()), p = Expr::sym("p", s.n());
  const Expr C = constraints_of(s, x), S = mobility(s, C), v0 = s.velocity(p);
  Expr D, LT, v = v0;
  std::vector<casadi_int> order;
  ldl(S + raised * diag(diag(S)), D, LT, order);
  for (int i = 0; i <= corrections; ++i)
    v -= s.velocity(mtimes(C, ldl_solve(densify(mtimes(C.T(), v)), D, LT, order)));
  return {"certify_constrained", {x, p, s.parameter_symbols()}, {densify(v)}};
}

}  // namespace

ConstrainedVelocity::ConstrainedVelocity(const System& s)
    : constraints_(s.k() + static_cast<Index>(s.specification().omega.size())),
      sparse_(worth(s)),
      theta_(s.parameter_values()),
      reactions_(sparse_ ? 0 : s.n(), sparse_ ? 0 : constraints_) {
  const Expr x = Expr::sym("x", s.n());
  if (sparse_) {
    in_symbols_ = symbolic(s);
  } else {
    constraints_at_ =
        Kernel("certify_constraints", {x, s.parameter_symbols()}, {densify(constraints_of(s, x))});
    C_.resize(s.n(), constraints_);
  }
  set_parameters(s);
}

void ConstrainedVelocity::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (!sparse_) reactions_.M_inverse() = s.M_now().llt().solve(Matrix::Identity(s.n(), s.n()));
}

void ConstrainedVelocity::find(const Vector& x, Vector& p, Vector& v) {
  if (sparse_) {
    in_symbols_({x, p, theta_}, {v});
    return;
  }
  if (constraints_ > 0) {
    constraints_at_({x, theta_}, {C_});
    reactions_.place(C_);
    reactions_.remove_from(p);
  }
  reactions_.velocity(p, v);
}

}  // namespace ricochet
