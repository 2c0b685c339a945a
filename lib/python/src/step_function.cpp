#include "step_function.hpp"

#include <casadi/core/callback.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

namespace ricochet::python {
namespace {

/// Workers of a function: a stepper and its storage serve one thread.
struct Worker {
  std::unique_ptr<Stepper> stepper;
  Step from = {}, to = {};
  std::vector<double> values = {};
};

class StepCallback final : public casadi::Callback {
 public:
  StepCallback(const Method& method, const std::string& name, std::vector<std::string> parameters)
      : prototype_(method.stepper().clone()),
        n_(method.system().n()),
        parameters_(std::move(parameters)) {
    for (const std::string& parameter : parameters_) (void)method.system().parameter(parameter);
    construct(name);
  }

  casadi_int get_n_in() override { return parameters_.empty() ? 4 : 5; }
  casadi_int get_n_out() override { return 2; }
  std::string get_name_in(casadi_int i) override {
    static const char* const names[] = {"q", "p", "t", "h", "parameters"};
    return names[i];
  }
  std::string get_name_out(casadi_int i) override { return i == 0 ? "q_next" : "p_next"; }
  casadi::Sparsity get_sparsity_in(casadi_int i) override {
    const casadi_int sizes[] = {n_, n_, 1, 1, static_cast<casadi_int>(parameters_.size())};
    return casadi::Sparsity::dense(sizes[i], 1);
  }
  casadi::Sparsity get_sparsity_out(casadi_int /*i*/) override {
    return casadi::Sparsity::dense(n_, 1);
  }
  bool has_eval_buffer() const override { return true; }

  int eval_buffer(const double** arg, const std::vector<casadi_int>& /*sizes_arg*/, double** res,
                  const std::vector<casadi_int>& /*sizes_res*/) const override {
    Worker worker = take_worker();
    make_step(arg, worker);
    write(worker, res);
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(worker));
    return 0;
  }

 private:
  Worker take_worker() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return {.stepper = prototype_->clone()};
    Worker worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }

  /// Input i, or zeros where casadi gives none.
  Vector input(const double** arg, int i, Index size) const {
    return arg[i] ? Vector(Eigen::Map<const Vector>(arg[i], size)) : Vector(Vector::Zero(size));
  }

  void make_step(const double** arg, Worker& worker) const {
    worker.from =
        Step{.state = {.t = input(arg, 2, 1)[0], .q = input(arg, 0, n_), .p = input(arg, 1, n_)}};
    try {
      if (!parameters_.empty()) {
        const Vector values = input(arg, 4, static_cast<Index>(parameters_.size()));
        worker.values.assign(values.begin(), values.end());
        worker.stepper->set(parameters_, worker.values);
      }
      worker.stepper->advance(worker.from, input(arg, 3, 1)[0], worker.to);
    } catch (const std::exception& refusal) {  // of a parameter: a step that fails
      stay(worker.from, worker.to, StepStatus::invalid_input, refusal.what());
    }
  }

  void write(const Worker& worker, double** res) const {
    const Vector* outputs[] = {&worker.to.state.q, &worker.to.state.p};
    for (int i = 0; i < 2; ++i) {
      if (!res[i]) continue;
      if (worker.to.report.ok())
        std::copy(outputs[i]->begin(), outputs[i]->end(), res[i]);
      else
        std::fill_n(res[i], n_, std::numeric_limits<double>::quiet_NaN());
    }
  }

  std::unique_ptr<Stepper> prototype_;
  Index n_;
  std::vector<std::string> parameters_;
  mutable std::mutex mutex_;
  mutable std::vector<Worker> idle_;
};

/// The functions that live; used with the interpreter's lock only.
std::vector<std::unique_ptr<StepCallback>>& all_functions() {
  // Never destroyed: at the end of the process casadi may be gone already.
  static auto* const all = new std::vector<std::unique_ptr<StepCallback>>();
  return *all;
}

}  // namespace

size_t functions_alive() {
  auto& all = all_functions();
  std::erase_if(all, [](const auto& callback) { return callback->getCount() <= 1; });
  return all.size();
}

casadi::Function step_function(const Method& method, const std::string& name,
                               const std::vector<std::string>& parameters) {
  (void)functions_alive();
  auto callback = std::make_unique<StepCallback>(method, name, parameters);
  casadi::Function function = *callback;
  all_functions().push_back(std::move(callback));
  return function;
}

}  // namespace ricochet::python
