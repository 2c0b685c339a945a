#pragma once

#include "ricochet/derivatives/sequence_numbers.hpp"

#include <casadi/core/callback.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ricochet {

/// The derivatives of (end, impact times) and of z by w = (x, theta, h), as a function of
/// (x, theta, h, z, delta). Its own derivatives by w are total ones, with z as a function of w;
/// then nothing is left for those by z. So derivatives of every order need z, but none of them a
/// solver. The first and the second are numbers of FrozenStep; from the third on they are
/// expressions, which are written and compiled when they are evaluated for a label first, under the
/// lock of symbols.
class SequenceDerivatives final : public casadi::Callback {
 public:
  SequenceDerivatives(FrozenSteps steps, StepInputs inputs, int order = 1);

  [[nodiscard]] const casadi::Function& function() const { return function_; }

  casadi_int get_n_in() override { return 5; }
  casadi_int get_n_out() override { return 2; }
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
  [[nodiscard]] casadi_int rows(casadi_int o) const;
  [[nodiscard]] casadi::Function written(const StepKernel& kernel) const;
  [[nodiscard]] const casadi::Function* of(double label) const;
  int interpret(const double** arg, double label, double** res) const;

  FrozenSteps steps_;
  StepInputs inputs_;
  int order_;
  Vector zeros_;                              // for inputs that are left out
  std::unique_ptr<SequenceNumbers> numbers_;  // up to the second order
  casadi::Function function_;
  mutable std::mutex mutex_;
  mutable std::map<double, casadi::Function> by_label_;
  mutable std::unique_ptr<SequenceDerivatives> next_;  // of the next order
};

}  // namespace ricochet
