#pragma once

#include "ricochet/derivatives/frozen_steps.hpp"

#include <casadi/core/callback.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ricochet {

/// Sizes of the inputs and results of a step as a function, which all sequences share; see
/// DifferentiableStep.
struct StepSizes {
  casadi_int x = 0, theta = 0, impacts = 0, z = 0;

  [[nodiscard]] casadi_int in(casadi_int i) const { return i == 0 ? x : i == 1 ? theta : 1; }
  /// Where x, theta and h begin among the columns of a derivative, and where they end.
  [[nodiscard]] std::vector<casadi_int> columns() const { return {0, x, x + theta, inputs()}; }
  [[nodiscard]] casadi_int inputs() const { return x + theta + 1; }
  [[nodiscard]] casadi_int rows() const { return x + impacts + z; }
};

/// The derivative of (end, impact times, z) by w = (x, theta, h), as a function of
/// (x, theta, h, z, delta). It is looked up by the label in delta, and written and compiled when it
/// is evaluated for a label first, under the lock of symbols. Its own derivatives by w are total
/// ones, with z as a function of w; then nothing is left for those by z. So derivatives of every
/// order need z, but none of them a solver.
class SequenceDerivatives final : public casadi::Callback {
 public:
  struct Inputs {
    std::vector<Index> varied = {};  ///< places of theta among all parameters
    Vector all = {};                 ///< values of all
    StepSizes sizes = {};
  };
  SequenceDerivatives(FrozenSteps steps, Inputs inputs, int order = 1);

  [[nodiscard]] const casadi::Function& function() const { return function_; }

  casadi_int get_n_in() override { return 5; }
  casadi_int get_n_out() override { return 1; }
  casadi::Sparsity get_sparsity_in(casadi_int i) override;
  casadi::Sparsity get_sparsity_out(casadi_int i) override;
  bool has_eval_buffer() const override { return true; }
  int eval_buffer(const double** arg, const std::vector<casadi_int>& sizes_arg, double** res,
                  const std::vector<casadi_int>& sizes_res) const override;
  bool has_jacobian() const override { return true; }
  casadi::Function get_jacobian(const std::string& name, const std::vector<std::string>& inames,
                                const std::vector<std::string>& onames,
                                const casadi::Dict& opts) const override;

 private:
  [[nodiscard]] casadi_int rows() const;
  [[nodiscard]] casadi::Function written(const StepKernel& kernel) const;
  [[nodiscard]] const casadi::Function* of(double label) const;

  FrozenSteps steps_;
  Inputs inputs_;
  int order_;
  casadi::Function function_;
  mutable std::mutex mutex_;
  mutable std::map<double, casadi::Function> by_label_;
  mutable std::unique_ptr<SequenceDerivatives> next_;  // of the next order
};

}  // namespace ricochet
