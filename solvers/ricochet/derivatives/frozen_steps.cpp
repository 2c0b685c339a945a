#include "ricochet/derivatives/frozen_steps.hpp"

#include "ricochet/derivatives/sequence_label.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

namespace ricochet {

struct FrozenSteps::Shared {
  struct Made {
    StepSequence sequence;
    StepKernel kernel;
    FrozenStep step;
    std::optional<FrozenStep> curved = {};  // if `step` has first derivatives only
  };
  System system;
  FrozenStep::Order highest;
  std::mutex mutex = {};
  std::map<double, Made> made = {};  // by label

  /// The equations of a sequence; nothing if its label is that of another one.
  const FrozenStep* of(const StepSequence& sequence, double label, const StepEquations& equations) {
    const SymbolicsLock symbolics = lock_symbolics();
    const std::lock_guard<std::mutex> lock(mutex);
    auto found = made.find(label);
    if (found == made.end()) {
      const StepKernel kernel = equations.kernel(sequence);
      found = made.insert({label, {sequence, kernel, FrozenStep(kernel, system, highest)}}).first;
    }
    return found->second.sequence == sequence ? &found->second.step : nullptr;
  }

  const FrozenStep* with_curvature(double label) {
    const SymbolicsLock symbolics = lock_symbolics();
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = made.find(label);
    if (found == made.end()) return nullptr;
    if (highest == FrozenStep::Order::second) return &found->second.step;
    std::optional<FrozenStep>& curved = found->second.curved;
    if (!curved) curved.emplace(found->second.kernel, system, FrozenStep::Order::second);
    return &*curved;
  }
};

FrozenSteps::FrozenSteps(const Stepper& stepper, FrozenStep::Order highest)
    : shared_(new Shared{.system = stepper.system(), .highest = highest}),
      equations_(stepper.step_equations()),
      theta_(stepper.system().parameter_values()) {}

FrozenSteps::FrozenSteps(const FrozenSteps& other)
    : shared_(other.shared_), equations_(other.equations_->clone()), theta_(other.theta_) {}

void FrozenSteps::set_parameters(const System& s) {
  equations_->set_parameters(s);
  theta_ = s.parameter_values();
}

void FrozenSteps::set_parameters(const Vector& theta) {
  const System& s = shared_->system;
  set_parameters(s.with(s.parameter_names(), {theta.begin(), theta.end()}));
}

FrozenStep* FrozenSteps::take(const Step& from, double h, const Step& to, std::string& why) {
  why = equations_->read(from, h, to, sequence_);
  if (!why.empty()) return nullptr;
  label_ = label_of(sequence_, shared_->system.m());
  auto found = steps_.find(label_);
  if (found == steps_.end() || found->second.sequence != sequence_) {
    const FrozenStep* const made = shared_->of(sequence_, label_, *equations_);
    if (!made) {
      why = "its sequence has the label of another one";
      return nullptr;
    }
    found = steps_.insert({label_, {sequence_, *made}}).first;
  }
  FrozenStep& step = found->second.step;
  step.set_parameters(theta_);
  equations_->unknowns(from, h, to, sequence_, z_);
  why = step.take(from, h, to, z_);
  return why.empty() ? &step : nullptr;
}

const StepKernel* FrozenSteps::kernel(double label) const {
  if (std::isnan(label)) return nullptr;
  const std::lock_guard<std::mutex> lock(shared_->mutex);
  const auto found = shared_->made.find(label);
  return found == shared_->made.end() ? nullptr : &found->second.kernel;
}

const FrozenStep* FrozenSteps::frozen(double label, FrozenStep::Order order) const {
  if (std::isnan(label)) return nullptr;
  if (order == FrozenStep::Order::second) return shared_->with_curvature(label);
  const std::lock_guard<std::mutex> lock(shared_->mutex);
  const auto found = shared_->made.find(label);
  return found == shared_->made.end() ? nullptr : &found->second.step;
}

Index FrozenSteps::made() const {
  const std::lock_guard<std::mutex> lock(shared_->mutex);
  return static_cast<Index>(shared_->made.size());
}

Index FrozenSteps::most_unknowns(Index flights) const { return equations_->most_unknowns(flights); }

}  // namespace ricochet
