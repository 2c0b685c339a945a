#pragma once

#include "ricochet/backends/quick_run.hpp"

#include <IpAlgBuilder.hpp>
#include <IpIteratesVector.hpp>

#include <functional>
#include <string>
#include <utility>

namespace ricochet {

/// What a program lets IPOPT leave out.
struct AlgorithmParts {
  bool dense = false;  ///< Bunch-Kaufman factorization instead of IPOPT's linear solver
  bool silent = true;  ///< nothing is printed, so no line of output is composed
};

/// Puts IPOPT's algorithm together from its own parts and from those that small programs, solved
/// many times, do without.
class StepAlgorithmBuilder : public Ipopt::AlgorithmBuilder {
 public:
  explicit StepAlgorithmBuilder(const AlgorithmParts& parts) : parts_(parts) {}

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> SymLinearSolverFactory(
      const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
      const std::string& prefix) override;
  Ipopt::SmartPtr<Ipopt::IterationOutput> BuildIterationOutput(const Ipopt::Journalist& journalist,
                                                               const Ipopt::OptionsList& options,
                                                               const std::string& prefix) override;

 private:
  AlgorithmParts parts_;
};

/// IPOPT's algorithm for a program whose solution is near: the iteration starts exactly where it is
/// told, the barrier parameter stays, and every step goes as far as the bounds allow. There is
/// neither a filter nor a restoration phase, and nothing is kept from one solve to the next.
class QuickAlgorithmBuilder final : public StepAlgorithmBuilder {
 public:
  using Fill = std::function<void(Ipopt::IteratesVector&)>;  // writes the first iterate

  QuickAlgorithmBuilder(const AlgorithmParts& parts, const QuickRun& run, Fill fill)
      : StepAlgorithmBuilder(parts), run_(run), fill_(std::move(fill)) {}

  Ipopt::SmartPtr<Ipopt::ConvergenceCheck> BuildConvergenceCheck(
      const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
      const std::string& prefix) override;
  Ipopt::SmartPtr<Ipopt::EqMultiplierCalculator> BuildEqMultiplierCalculator(
      const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
      const std::string& prefix) override;
  Ipopt::SmartPtr<Ipopt::IterateInitializer> BuildIterateInitializer(
      const Ipopt::Journalist& journalist, const Ipopt::OptionsList& options,
      const std::string& prefix) override;
  Ipopt::SmartPtr<Ipopt::LineSearch> BuildLineSearch(const Ipopt::Journalist& journalist,
                                                     const Ipopt::OptionsList& options,
                                                     const std::string& prefix) override;
  Ipopt::SmartPtr<Ipopt::MuUpdate> BuildMuUpdate(const Ipopt::Journalist& journalist,
                                                 const Ipopt::OptionsList& options,
                                                 const std::string& prefix) override;

 private:
  const QuickRun& run_;  // of the solve to come
  Fill fill_;
};

}  // namespace ricochet
