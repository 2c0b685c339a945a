#include "ricochet/backends/ipopt_program.hpp"

#include "ricochet/backends/bunch_kaufman.hpp"

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>
#include <IpTNLPAdapter.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#ifdef RICOCHET_OPENBLAS
extern "C" void openblas_set_num_threads(int);
#endif

namespace ricochet {
namespace {

constexpr Index largest_dense = 100;             // unknowns plus constraints
constexpr long solves_per_application = 100000;  // IPOPT's 32-bit object tags wrap far above
constexpr double unbounded = 2e19;               // IPOPT's infinity

/// The BLAS behind IPOPT must not start threads: systems are tiny and results must repeat.
void use_one_blas_thread() {
#ifdef RICOCHET_OPENBLAS
  static const bool done = (openblas_set_num_threads(1), true);
  (void)done;
#endif
}

/// The program's derivatives, compiled once; copies share them.
struct NlpKernels {
  explicit NlpKernels(const Nlp& nlp) : inequalities(nlp.inequalities) {
    const Expr y = Expr::sym("y", nlp.constraints.size1()), sigma = Expr::sym("sigma");
    const Expr lagrangian = sigma * nlp.objective + dot(y, nlp.constraints);
    const Expr H = tril(jacobian_in_blocks(gradient(lagrangian, nlp.x), nlp.x));
    const Expr J = jacobian_in_blocks(nlp.constraints, nlp.x);
    values = Kernel("program", {nlp.x, nlp.parameters},
                    {densify(nlp.objective), densify(nlp.constraints),
                     densify(gradient(nlp.objective, nlp.x)), J},
                    true);
    hessian = Kernel("hessian", {nlp.x, nlp.parameters, sigma, y}, {H}, true);
  }

  [[nodiscard]] Index unknown_count() const { return values.function().nnz_in(0); }
  [[nodiscard]] Index parameter_count() const { return values.function().nnz_in(1); }
  [[nodiscard]] Index constraint_count() const { return values.function().nnz_out(1); }

  Index inequalities;
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
    value = objective_now_;
    return std::isfinite(value);
  }

  bool eval_grad_f(Ipopt::Index n, const double* at, bool /*new_x*/, double* values) override {
    evaluate(at);
    return give(gradient_now_, n, values);
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
    kernels_.hessian({x_, parameters_, sigma, y_}, {hessian_now_});
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
  double objective_now_ = 0.0;
  bool known_ = false;  // the values at x_
};

IpoptEnd translate(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Solve_Succeeded:
    case Ipopt::Solved_To_Acceptable_Level:
    case Ipopt::Feasible_Point_Found: return IpoptEnd::solved;
    case Ipopt::Infeasible_Problem_Detected: return IpoptEnd::infeasible;
    case Ipopt::Maximum_Iterations_Exceeded: return IpoptEnd::iteration_limit;
    case Ipopt::Invalid_Number_Detected: return IpoptEnd::not_finite;
    case Ipopt::Search_Direction_Becomes_Too_Small:
    case Ipopt::Diverging_Iterates:
    case Ipopt::Restoration_Failed:
    case Ipopt::Error_In_Step_Computation: return IpoptEnd::stalled;
    case Ipopt::Invalid_Option: return IpoptEnd::unavailable;
    default: return IpoptEnd::failed;
  }
}

}  // namespace

class IpoptProgram::Application {
 public:
  Application(const Nlp& nlp, IpoptOptions options)
      : tnlp(new Tnlp(NlpKernels(nlp))), options_(std::move(options)) {
    start();
  }
  Application(const Application& o) : tnlp(new Tnlp(o.tnlp->kernels())), options_(o.options_) {
    start();
  }

  IpoptEnd solve(bool warm) {
    if (solves_ >= solves_per_application) start();
    const auto settings = app_->Options();
    settings->SetStringValue("warm_start_init_point", warm ? "yes" : "no");
    settings->SetNumericValue("mu_init", warm ? 1e-8 : 0.1);
    Ipopt::SmartPtr<Ipopt::AlgorithmBuilder> builder = new StepAlgorithmBuilder(dense());
    const auto status =
        solves_ == 0 ? app_->OptimizeNLP(adapter_, builder) : app_->ReOptimizeNLP(adapter_);
    ++solves_;
    const auto statistics = app_->Statistics();
    iterations = Ipopt::IsValid(statistics) ? statistics->IterationCount() : 0;
    return translate(status);
  }

  Ipopt::SmartPtr<Tnlp> tnlp;
  long iterations = 0;

 private:
  [[nodiscard]] bool dense() const {
    if (options_.linear_solver != LinearSolver::automatic)
      return options_.linear_solver == LinearSolver::dense;
    return tnlp->x.size() + tnlp->y.size() <= largest_dense;
  }

  /// A fresh application: all options at once, none from files, no output.
  void start() {
    use_one_blas_thread();
    app_ = new Ipopt::IpoptApplication(options_.print_level > 0);
    const auto o = app_->Options();
    o->SetIntegerValue("print_level", options_.print_level);
    o->SetStringValue("sb", "yes");
    if (!o->SetStringValue("linear_solver", options_.sparse_solver))
      throw std::invalid_argument("ipopt: IPOPT knows no linear solver '" + options_.sparse_solver +
                                  "'; use \"mumps\", which stands beside CasADi");
    o->SetStringValue("nlp_scaling_method", "none");  // rows are scaled to lengths already
    o->SetNumericValue("bound_relax_factor", 0.0);    // else contact surfaces move
    o->SetStringValue("honor_original_bounds", "no");
    for (const char* name :
         {"tol", "dual_inf_tol", "constr_viol_tol", "compl_inf_tol", "acceptable_tol",
          "acceptable_dual_inf_tol", "acceptable_constr_viol_tol", "acceptable_compl_inf_tol"})
      o->SetNumericValue(name, options_.tolerance);
    o->SetIntegerValue("acceptable_iter", 0);
    o->SetIntegerValue("max_iter", options_.max_iterations);
    for (const char* name :
         {"warm_start_bound_push", "warm_start_bound_frac", "warm_start_slack_bound_push",
          "warm_start_slack_bound_frac", "warm_start_mult_bound_push"})
      o->SetNumericValue(name, 1e-9);
    for (const char* name : {"bound_push", "bound_frac"}) o->SetNumericValue(name, 1e-8);
    if (app_->Initialize("") != Ipopt::Solve_Succeeded)
      throw std::runtime_error(
          "IPOPT does not start: its library lacks an option this backend needs; use the IPOPT "
          "(3.14 or newer, with MUMPS) that stands beside CasADi");
    adapter_ = new Ipopt::TNLPAdapter(Ipopt::GetRawPtr(tnlp), nullptr);
    solves_ = 0;
  }

  IpoptOptions options_;
  Ipopt::SmartPtr<Ipopt::IpoptApplication> app_;
  Ipopt::SmartPtr<Ipopt::NLP> adapter_;
  long solves_ = 0;
};

IpoptProgram::IpoptProgram(const Nlp& nlp, const IpoptOptions& options)
    : application_(std::make_unique<Application>(nlp, options)) {}

IpoptProgram::IpoptProgram(const IpoptProgram& other)
    : application_(std::make_unique<Application>(*other.application_)) {}

IpoptProgram::~IpoptProgram() = default;

IpoptEnd IpoptProgram::solve(const Vector& parameters, Vector& x, Vector& y, bool warm) {
  Tnlp& tnlp = *application_->tnlp;
  tnlp.set_parameters(parameters);
  tnlp.x = x;
  tnlp.y = y;
  const IpoptEnd end = application_->solve(warm);
  x = tnlp.x;
  y = tnlp.y;
  return end;
}

void IpoptProgram::set_bounds(double lower, double upper) {
  application_->tnlp->lower = lower;
  application_->tnlp->upper = upper;
}

long IpoptProgram::iterations() const { return application_->iterations; }
Index IpoptProgram::unknowns() const { return application_->tnlp->x.size(); }
Index IpoptProgram::constraints() const { return application_->tnlp->y.size(); }

}  // namespace ricochet
