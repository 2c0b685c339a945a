#include "ricochet/backends/quick_ipopt.hpp"

#include "ricochet/backends/ipopt_application.hpp"
#include "ricochet/backends/ipopt_tnlp.hpp"

#include <IpDenseVector.hpp>
#include <IpIpoptAlg.hpp>
#include <IpIpoptCalculatedQuantities.hpp>
#include <IpIpoptData.hpp>
#include <IpIpoptNLP.hpp>
#include <IpSearchDirCalculator.hpp>
#include <IpTNLPAdapter.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace ricochet {
namespace {

IpoptEnd translate(Ipopt::SolverReturn status) {
  switch (status) {
    case Ipopt::SUCCESS: return IpoptEnd::solved;
    case Ipopt::MAXITER_EXCEEDED: return IpoptEnd::iteration_limit;
    case Ipopt::INVALID_NUMBER_DETECTED: return IpoptEnd::not_finite;
    default: return IpoptEnd::stalled;
  }
}

template <class Values>
void write(const Values& from, const Ipopt::SmartPtr<Ipopt::Vector>& into) {
  auto* dense = static_cast<Ipopt::DenseVector*>(Ipopt::GetRawPtr(into));
  Eigen::Map<Vector>(dense->Values(), from.size()) = from;
}

Eigen::Map<const Vector> read(const Ipopt::SmartPtr<const Ipopt::Vector>& from) {
  const auto* dense = static_cast<const Ipopt::DenseVector*>(Ipopt::GetRawPtr(from));
  return {dense->ExpandedValues(), dense->Dim()};
}

}  // namespace

class QuickIpopt::Engine {
 public:
  Engine(const NlpKernels& kernels, IpoptOptions options)
      : tnlp_(new Tnlp(kernels)),
        slacks_(Vector::Ones(kernels.inequalities)),
        options_(std::move(options)) {
    start();
  }
  Engine(const Engine& o) : Engine(o.tnlp_->kernels(), o.options_) {}
  Engine& operator=(const Engine&) = delete;
  ~Engine() = default;

  IpoptEnd solve(const Vector& parameters, const QuickRun& run, Vector& x, Vector& y,
                 const Vector& slacks) {
    if (++solves_ > solves_per_application || thread_ != thread_number()) start();
    tnlp_->set_parameters(parameters);
    const double scale = tnlp_->scale_objective();
    tnlp_->x = x;
    tnlp_->y = scale * y;
    slacks_ = slacks;
    run_ = run;
    centre();
    const IpoptEnd end = optimize();
    if (end == IpoptEnd::failed) return end;  // its iterates may be those of the solve before
    const Ipopt::SmartPtr<const Ipopt::IteratesVector> answer = data_->curr();
    if (!Ipopt::IsValid(answer) || !Ipopt::IsValid(answer->x())) return IpoptEnd::failed;
    x = read(answer->x());
    y.head(slacks_.size()) = read(answer->y_d()) / -scale;
    y.tail(y.size() - slacks_.size()) = read(answer->y_c()) / -scale;
    return end;
  }

  [[nodiscard]] long iterations() const { return data_->iter_count(); }

 private:
  void start() {
    application_ = make_application(options_);
    application_->Options()->SetStringValue("fast_step_computation", "yes");
    const Ipopt::SmartPtr<Ipopt::NLP> adapter =
        new Ipopt::TNLPAdapter(Ipopt::GetRawPtr(tnlp_), nullptr);
    const AlgorithmParts parts = parts_for(tnlp_->x.size() + tnlp_->y.size(), options_);
    QuickAlgorithmBuilder builder(parts, run_, [this](Ipopt::IteratesVector& i) { fill(i); });
    const Ipopt::Journalist& journalist = *application_->Jnlst();
    const Ipopt::OptionsList& options = *application_->Options();
    builder.BuildIpoptObjects(journalist, options, "", adapter, nlp_, data_, quantities_);
    algorithm_ = builder.BuildBasicAlgorithm(journalist, options, "");
    fresh_ = true;
    structured_ = false;
    solves_ = 0;
    thread_ = thread_number();
  }

  /// The larger one of a slack and its multiplier stays, if it is not too small.
  void centre() {
    Vector& y = tnlp_->y;
    const double least = std::sqrt(run_.barrier);
    for (Index i = 0; i < slacks_.size(); ++i) {
      if (y[i] > slacks_[i]) {
        y[i] = std::max(y[i], least);
        slacks_[i] = run_.barrier / y[i];
      } else {
        slacks_[i] = std::max(slacks_[i], least);
        y[i] = run_.barrier / slacks_[i];
      }
    }
  }

  /// In IPOPT's order, inequalities and equations apart, and with its signs.
  void fill(Ipopt::IteratesVector& first) const {
    const Vector& y = tnlp_->y;
    const Index m = slacks_.size();
    write(tnlp_->x, first.x_NonConst());
    write(slacks_, first.s_NonConst());
    write(-y.head(m), first.y_d_NonConst());
    write(y.head(m), first.v_L_NonConst());
    write(-y.tail(y.size() - m), first.y_c_NonConst());
  }

  /// Foreign exceptions end here.
  IpoptEnd optimize() {
    try {
      initialize();
      const IpoptEnd end = translate(algorithm_->Optimize());
      keep_structure();
      return end;
    } catch (const Ipopt::IpoptException&) {
      return IpoptEnd::failed;
    } catch (const std::bad_alloc&) {
      return IpoptEnd::failed;
    }
  }

  /// All parts, or those that remember: counters, and the perturbation of the linear system.
  void initialize() {
    const Ipopt::Journalist& journalist = *application_->Jnlst();
    const Ipopt::OptionsList& options = *application_->Options();
    if (fresh_) {
      algorithm_->Initialize(journalist, *nlp_, *data_, *quantities_, options, "");
      fresh_ = false;
    } else {
      data_->Initialize(journalist, options, "");
      algorithm_->SearchDirCalc()->Initialize(journalist, *nlp_, *data_, *quantities_, options, "");
    }
  }

  /// The structure of the linear system is known from the first iteration on.
  void keep_structure() {
    if (structured_ || data_->iter_count() == 0) return;
    application_->Options()->SetStringValue("warm_start_same_structure", "yes");
    structured_ = fresh_ = true;
  }

  Ipopt::SmartPtr<Tnlp> tnlp_;
  Vector slacks_;
  IpoptOptions options_;
  QuickRun run_ = {};
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application_;
  Ipopt::SmartPtr<Ipopt::IpoptNLP> nlp_;
  Ipopt::SmartPtr<Ipopt::IpoptData> data_;
  Ipopt::SmartPtr<Ipopt::IpoptCalculatedQuantities> quantities_;
  Ipopt::SmartPtr<Ipopt::IpoptAlgorithm> algorithm_;
  bool fresh_ = true;  // every part has to be initialized
  bool structured_ = false;
  long solves_ = 0;
  long thread_ = 0;  // IPOPT counts its objects thread by thread
};

QuickIpopt::QuickIpopt(const IpoptProgram& program, const IpoptOptions& options)
    : engine_(std::make_unique<Engine>(program.kernels(), options)) {}

QuickIpopt::QuickIpopt(const QuickIpopt& other)
    : engine_(std::make_unique<Engine>(*other.engine_)) {}

QuickIpopt::~QuickIpopt() = default;

IpoptEnd QuickIpopt::solve(const Vector& parameters, const QuickRun& run, Vector& x, Vector& y,
                           const Vector& slacks) {
  return engine_->solve(parameters, run, x, y, slacks);
}

long QuickIpopt::iterations() const { return engine_->iterations(); }

}  // namespace ricochet
