#pragma once

#include "ricochet/backends/nlp.hpp"

#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ricochet {

constexpr double unbounded = 2e19;  // IPOPT's infinity

/// The program's derivatives, compiled once; copies share them.
struct NlpKernels {
  explicit NlpKernels(const Nlp& nlp) : inequalities(nlp.inequalities) {
    const Expr y = Expr::sym("y", nlp.constraints.size1()), sigma = Expr::sym("sigma");
    const Expr lagrangian = sigma * nlp.objective + dot(y, nlp.constraints);
    const Expr H = tril(sparse_jacobian(gradient(lagrangian, nlp.x), nlp.x));
    const Expr J = sparse_jacobian(nlp.constraints, nlp.x);
    values = Kernel("program", {nlp.x, nlp.parameters},
                    {densify(nlp.objective), densify(nlp.constraints),
                     densify(gradient(nlp.objective, nlp.x)), J},
                    true);
    gradient_scale = Kernel("scale", {nlp.parameters},
                            {given(nlp.gradient_scale) ? densify(nlp.gradient_scale) : Expr(1.0)});
    hessian = Kernel("hessian", {nlp.x, nlp.parameters, sigma, y}, {H}, true);
  }

  [[nodiscard]] Index unknown_count() const { return values.size_in(0); }
  [[nodiscard]] Index parameter_count() const { return values.size_in(1); }
  [[nodiscard]] Index constraint_count() const { return values.sparsity_out(1).nnz(); }

  Index inequalities;
  Kernel gradient_scale;
  Kernel values;  // objective, constraints, gradient, Jacobian: IPOPT wants all at most points
  Kernel hessian;
};

/// The program in numbers, as IPOPT asks for it.
class Tnlp final : public Ipopt::TNLP {
 public:
  explicit Tnlp(NlpKernels kernels)
      : x(Vector::Zero(kernels.unknown_count())),
        y(Vector::Zero(kernels.constraint_count())),
        kernels_(std::move(kernels)),
        parameters_(Vector::Zero(kernels_.parameter_count())),
        x_(x),
        y_(y),
        c_(y),
        gradient_now_(x),
        jacobian_now_(Vector::Zero(kernels_.values.sparsity_out(3).nnz())),
        hessian_now_(Vector::Zero(kernels_.hessian.sparsity_out(0).nnz())) {}

  [[nodiscard]] const NlpKernels& kernels() const { return kernels_; }

  Vector x, y;
  double lower = -unbounded, upper = unbounded;

  void set_parameters(const Vector& values) {
    parameters_ = values;
    known_ = false;
  }
  /// From now on the objective is measured in lengths, by the gradient_scale of the parameters,
  /// which is returned. The multipliers are those of this objective.
  double scale_objective() {
    kernels_.gradient_scale({parameters_}, {scale_});
    return scale_;
  }

  bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& nnz_jac_g,
                    Ipopt::Index& nnz_h_lag, IndexStyleEnum& index_style) override {
    n = static_cast<Ipopt::Index>(x.size());
    m = static_cast<Ipopt::Index>(y.size());
    nnz_jac_g = static_cast<Ipopt::Index>(jacobian_now_.size());
    nnz_h_lag = static_cast<Ipopt::Index>(hessian_now_.size());
    index_style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Ipopt::Index n, double* x_l, double* x_u, Ipopt::Index m, double* g_l,
                       double* g_u) override {
    std::fill(x_l, x_l + n, lower);
    std::fill(x_u, x_u + n, upper);
    std::fill(g_l, g_l + m, 0.0);
    for (Ipopt::Index i = 0; i < m; ++i) g_u[i] = i < kernels_.inequalities ? unbounded : 0.0;
    return true;
  }

  bool get_starting_point(Ipopt::Index n, bool /*init_x*/, double* x0, bool init_z, double* z_l,
                          double* z_u, Ipopt::Index m, bool init_lambda, double* lambda) override {
    std::copy_n(x.data(), n, x0);
    if (init_z) std::fill(z_l, z_l + n, 1.0), std::fill(z_u, z_u + n, 1.0);
    // IPOPT's multipliers have the opposite sign: L = objective + lambda^T constraints.
    if (init_lambda)
      for (Ipopt::Index i = 0; i < m; ++i) lambda[i] = -y[i];
    return true;
  }

  bool eval_f(Ipopt::Index /*n*/, const double* at, bool /*new_x*/, double& value) override {
    evaluate(at);
    value = scale_ * objective_now_;
    return std::isfinite(value);
  }

  bool eval_grad_f(Ipopt::Index n, const double* at, bool /*new_x*/, double* values) override {
    evaluate(at);
    for (Ipopt::Index i = 0; i < n; ++i) values[i] = scale_ * gradient_now_[i];
    return gradient_now_.allFinite();
  }

  bool eval_g(Ipopt::Index /*n*/, const double* at, bool /*new_x*/, Ipopt::Index m,
              double* values) override {
    evaluate(at);
    return give(c_, m, values);
  }

  bool eval_jac_g(Ipopt::Index /*n*/, const double* at, bool /*new_x*/, Ipopt::Index /*m*/,
                  Ipopt::Index nonzeros, Ipopt::Index* rows, Ipopt::Index* columns,
                  double* values) override {
    if (!values) return give_pattern(kernels_.values.sparsity_out(3), rows, columns);
    evaluate(at);
    return give(jacobian_now_, nonzeros, values);
  }

  bool eval_h(Ipopt::Index /*n*/, const double* at, bool /*new_x*/, double sigma, Ipopt::Index m,
              const double* lambda, bool /*new_lambda*/, Ipopt::Index nonzeros, Ipopt::Index* rows,
              Ipopt::Index* columns, double* values) override {
    if (!values) return give_pattern(kernels_.hessian.sparsity_out(0), rows, columns);
    evaluate(at);
    std::copy_n(lambda, m, y_.data());
    kernels_.hessian({x_, parameters_, scale_ * sigma, y_}, {hessian_now_});
    return give(hessian_now_, nonzeros, values);
  }

  void finalize_solution(Ipopt::SolverReturn /*status*/, Ipopt::Index n, const double* solution,
                         const double* /*z_l*/, const double* /*z_u*/, Ipopt::Index m,
                         const double* /*g*/, const double* lambda, double /*objective*/,
                         const Ipopt::IpoptData* /*data*/,
                         Ipopt::IpoptCalculatedQuantities* /*quantities*/) override {
    std::copy_n(solution, n, x.data());
    for (Ipopt::Index i = 0; i < m; ++i) y[i] = -lambda[i];
  }

 private:
  /// Everything but the Hessian, once per point.
  void evaluate(const double* at) {
    if (known_ && std::equal(at, at + x_.size(), x_.data())) return;
    std::copy_n(at, x_.size(), x_.data());
    kernels_.values({x_, parameters_}, {objective_now_, c_, gradient_now_, jacobian_now_});
    known_ = true;
  }

  static bool give(const Vector& from, Ipopt::Index n, double* values) {
    std::copy_n(from.data(), n, values);
    return from.allFinite();  // false: IPOPT shortens its step
  }

  static bool give_pattern(const casadi::Sparsity& pattern, Ipopt::Index* rows,
                           Ipopt::Index* columns) {
    const std::vector<casadi_int> row = pattern.get_row(), column = pattern.get_col();
    for (size_t k = 0; k < row.size(); ++k) {
      rows[k] = static_cast<Ipopt::Index>(row[k]);
      columns[k] = static_cast<Ipopt::Index>(column[k]);
    }
    return true;
  }

  NlpKernels kernels_;
  Vector parameters_, x_, y_, c_, gradient_now_, jacobian_now_, hessian_now_;
  double objective_now_ = 0.0, scale_ = 1.0;
  bool known_ = false;  // the values at x_
};

}  // namespace ricochet
