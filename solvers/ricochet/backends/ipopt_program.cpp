#include "ricochet/backends/ipopt_program.hpp"

#include "ricochet/backends/ipopt_application.hpp"
#include "ricochet/backends/ipopt_tnlp.hpp"

#include <IpSolveStatistics.hpp>
#include <IpTNLPAdapter.hpp>

#include <optional>
#include <utility>

namespace ricochet {
namespace {

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
    if (solves_ >= solves_per_application || thread_ != thread_number()) start();
    set_warm(warm);
    Ipopt::ApplicationReturnStatus status = Ipopt::Internal_Error;
    if (solves_ == 0) {
      Ipopt::SmartPtr<Ipopt::AlgorithmBuilder> builder =
          new StepAlgorithmBuilder(parts_for(tnlp->x.size() + tnlp->y.size(), options_));
      status = app_->OptimizeNLP(adapter_, builder);
    } else {
      status = app_->ReOptimizeNLP(adapter_);
    }
    ++solves_;
    const auto statistics = app_->Statistics();
    iterations = Ipopt::IsValid(statistics) ? statistics->IterationCount() : 0;
    return translate(status);
  }

  Ipopt::SmartPtr<Tnlp> tnlp;
  long iterations = 0;

 private:
  void start() {
    app_ = make_application(options_);
    const auto o = app_->Options();
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
    warm_.reset();
    adapter_ = new Ipopt::TNLPAdapter(Ipopt::GetRawPtr(tnlp), nullptr);
    solves_ = 0;
    thread_ = thread_number();
  }

  void set_warm(bool warm) {
    if (warm_ == warm) return;
    app_->Options()->SetStringValue("warm_start_init_point", warm ? "yes" : "no");
    app_->Options()->SetNumericValue("mu_init", warm ? 1e-8 : 0.1);
    warm_ = warm;
  }

  IpoptOptions options_;
  Ipopt::SmartPtr<Ipopt::IpoptApplication> app_;
  Ipopt::SmartPtr<Ipopt::NLP> adapter_;
  long solves_ = 0;
  std::optional<bool> warm_ = {};  // whose options are set
  long thread_ = 0;                // IPOPT counts its objects thread by thread
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
bool IpoptProgram::linear() const { return kernels().hessian.sparsity_out(0).nnz() == 0; }
const NlpKernels& IpoptProgram::kernels() const { return application_->tnlp->kernels(); }

}  // namespace ricochet
