#include "ricochet/backends/ipopt_program.hpp"

#include "ricochet/backends/bunch_kaufman.hpp"
#include "ricochet/backends/ipopt_tnlp.hpp"

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLPAdapter.hpp>

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

/// The BLAS behind IPOPT must not start threads: systems are tiny and results must repeat.
void use_one_blas_thread() {
#ifdef RICOCHET_OPENBLAS
  static const bool done = (openblas_set_num_threads(1), true);
  (void)done;
#endif
}

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
