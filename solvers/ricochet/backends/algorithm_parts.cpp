#include "ricochet/backends/algorithm_parts.hpp"

#include "ricochet/backends/bunch_kaufman.hpp"

#include <IpConvCheck.hpp>
#include <IpIpoptCalculatedQuantities.hpp>
#include <IpIpoptData.hpp>
#include <IpIpoptNLP.hpp>
#include <IpIterateInitializer.hpp>
#include <IpIterationOutput.hpp>
#include <IpLineSearch.hpp>
#include <IpMuUpdate.hpp>
#include <IpTSymLinearSolver.hpp>

#include <cmath>
#include <utility>

namespace ricochet {
namespace {

constexpr double fraction = 0.995;  // of the way to a bound that a step may go

/// A part of the algorithm without options.
template <class Part>
class Plain : public Part {
 public:
  bool InitializeImpl(const Ipopt::OptionsList& /*options*/,
                      const std::string& /*prefix*/) override {
    return true;
  }
};

class NoOutput final : public Plain<Ipopt::IterationOutput> {
 public:
  void WriteOutput() override {}
};

class StartHere final : public Plain<Ipopt::IterateInitializer> {
 public:
  StartHere(const QuickRun& run, QuickAlgorithmBuilder::Fill fill)
      : run_(run), fill_(std::move(fill)) {}

  bool SetInitialIterates() override {
    Ipopt::IpoptData& data = IpData();
    if (!data.InitializeDataStructures(IpNLP(), false, false, false, false, false)) return false;
    const Ipopt::SmartPtr<Ipopt::IteratesVector> first = data.curr()->MakeNewIteratesVector(true);
    fill_(*first);
    data.Set_mu(run_.barrier);
    data.Set_tau(fraction);
    Ipopt::SmartPtr<Ipopt::IteratesVector> trial = first;
    data.set_trial(trial);
    data.AcceptTrialPoint();
    return true;
  }

 private:
  const QuickRun& run_;
  QuickAlgorithmBuilder::Fill fill_;
};

class SameBarrier final : public Plain<Ipopt::MuUpdate> {
 public:
  bool UpdateBarrierParameter() override { return true; }
};

class CloseEnough final : public Plain<Ipopt::ConvergenceCheck> {
 public:
  explicit CloseEnough(const QuickRun& run) : run_(run) {}

  ConvergenceStatus CheckConvergence(bool /*call_intermediate_callback*/) override {
    const double violation = IpCq().curr_primal_infeasibility(Ipopt::NORM_MAX);
    if (violation <= run_.tolerance &&
        IpCq().curr_dual_infeasibility(Ipopt::NORM_MAX) <= run_.tolerance &&
        IpCq().curr_complementarity(0.0, Ipopt::NORM_MAX) <= run_.complementarity)
      return CONVERGED;
    if (!std::isfinite(violation)) return DIVERGING;
    return IpData().iter_count() >= run_.max_iterations ? MAXITER_EXCEEDED : CONTINUE;
  }

  bool CurrentIsAcceptable() override { return false; }

 private:
  const QuickRun& run_;
};

class AsFarAsAllowed final : public Plain<Ipopt::LineSearch> {
 public:
  void FindAcceptableTrialPoint() override {
    Ipopt::IpoptData& data = IpData();
    const Ipopt::IteratesVector& d = *data.delta();
    const double primal = IpCq().primal_frac_to_the_bound(fraction, *d.x(), *d.s());
    const double dual =
        IpCq().dual_frac_to_the_bound(fraction, *d.z_L(), *d.z_U(), *d.v_L(), *d.v_U());
    data.SetTrialPrimalVariablesFromStep(primal, *d.x(), *d.s());
    data.SetTrialEqMultipliersFromStep(primal, *d.y_c(), *d.y_d());
    data.SetTrialBoundMultipliersFromStep(dual, *d.z_L(), *d.z_U(), *d.v_L(), *d.v_U());
  }
  void Reset() override {}
  void SetRigorousLineSearch(bool /*rigorous*/) override {}
  bool CheckSkippedLineSearch() override { return false; }
  bool ActivateFallbackMechanism() override { return false; }
};

}  // namespace

Ipopt::SmartPtr<Ipopt::SymLinearSolver> StepAlgorithmBuilder::SymLinearSolverFactory(
    const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
    const std::string& prefix) {
  if (!parts_.dense) return AlgorithmBuilder::SymLinearSolverFactory(journalist, options, prefix);
  const Ipopt::SmartPtr<Ipopt::SparseSymLinearSolverInterface> solver = new BunchKaufman();
  return new Ipopt::TSymLinearSolver(solver, nullptr);
}

Ipopt::SmartPtr<Ipopt::IterationOutput> StepAlgorithmBuilder::BuildIterationOutput(
    const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
    const std::string& prefix) {
  if (!parts_.silent) return AlgorithmBuilder::BuildIterationOutput(journalist, options, prefix);
  return new NoOutput();
}

Ipopt::SmartPtr<Ipopt::ConvergenceCheck> QuickAlgorithmBuilder::BuildConvergenceCheck(
    const Ipopt::Journalist& /*journalist*/, const Ipopt::OptionsList& /*options*/,
    const std::string& /*prefix*/) {
  return new CloseEnough(run_);
}

/// None: the multipliers of the iteration are good enough.
Ipopt::SmartPtr<Ipopt::EqMultiplierCalculator> QuickAlgorithmBuilder::BuildEqMultiplierCalculator(
    const Ipopt::Journalist& /*journalist*/, const Ipopt::OptionsList& /*options*/,
    const std::string& /*prefix*/) {
  return nullptr;
}

Ipopt::SmartPtr<Ipopt::IterateInitializer> QuickAlgorithmBuilder::BuildIterateInitializer(
    const Ipopt::Journalist& /*journalist*/, const Ipopt::OptionsList& /*options*/,
    const std::string& /*prefix*/) {
  return new StartHere(run_, fill_);
}

Ipopt::SmartPtr<Ipopt::LineSearch> QuickAlgorithmBuilder::BuildLineSearch(
    const Ipopt::Journalist& /*journalist*/, const Ipopt::OptionsList& /*options*/,
    const std::string& /*prefix*/) {
  return new AsFarAsAllowed();
}

Ipopt::SmartPtr<Ipopt::MuUpdate> QuickAlgorithmBuilder::BuildMuUpdate(
    const Ipopt::Journalist& /*journalist*/, const Ipopt::OptionsList& /*options*/,
    const std::string& /*prefix*/) {
  return new SameBarrier();
}

}  // namespace ricochet
