#include "ricochet/derivatives/differentiable_step.hpp"

#include "ricochet/derivatives/frozen_step.hpp"

#include <casadi/core/callback.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

enum Output : casadi_int { end, impact_times, label, transversality, log10_growth, z, delta };
constexpr casadi_int outputs = 7;
constexpr const char* output_names[] = {
    "end", "impact_times", "label", "transversality", "log10_growth", "z", "delta"};

/// Where the parameters with these names stand among all.
std::vector<Index> places(const System& s, const std::vector<std::string>& names) {
  const std::vector<std::string> all = s.parameter_names();
  std::vector<Index> found;
  for (const std::string& name : names) {
    (void)s.parameter(name);  // throws, with what there is
    if (std::count(names.begin(), names.end(), name) > 1)
      throw std::invalid_argument("DifferentiableStep: the parameter '" + name +
                                  "' is named twice in .parameters");
    found.push_back(std::find(all.begin(), all.end(), name) - all.begin());
  }
  return found;
}

/// dz/dw of R(w, z) = 0.
Expr implicit_derivative(const Expr& R, const Expr& z, const Expr& w) {
  return -Expr::solve(jacobian(R, z), jacobian(R, w));
}

/// dy/dw with z as a function of w.
Expr total_derivative(const Expr& y, const Expr& z, const Expr& w, const Expr& dz) {
  return jacobian(y, w) + mtimes(jacobian(y, z), dz);
}

/// A column with rows of zeros below.
Expr padded(const Expr& rows, casadi_int size) {
  return densify(vertcat(rows, Expr(size - rows.size1(), rows.size2())));
}

}  // namespace

class DifferentiableStep::Callback final : public casadi::Callback {
 public:
  Callback(const Stepper& stepper, const Options& options)
      : options_(options), varied_(places(stepper.system(), options.parameters)) {
    if (options.most_impacts < 0)
      throw std::invalid_argument("DifferentiableStep: .most_impacts must be >= 0, not " +
                                  std::to_string(options.most_impacts));
    const System& s = stepper.system();
    first_.stepper = stepper.clone();
    first_.all = s.parameter_values();
    const Index most = s.m() > 0 ? options.most_impacts : 0;
    std::vector<StepKernel> kernels;
    for (Index k = 0; k <= most; ++k) kernels.push_back(stepper.step_kernel(k));
    sizes_ = {.x = 2 * s.n(),
              .theta = static_cast<casadi_int>(varied_.size()),
              .impacts = options.most_impacts,
              .z = kernels.back().z.size1(),
              .delta = kernels.back().delta.size1()};
    for (const StepKernel& kernel : kernels) {
      first_.steps.emplace_back(kernel, s, FrozenStep::Order::first);
      derivatives_.push_back(derivatives_of(kernel));
    }
    construct("step_of_" + stepper.info().name.substr(0, stepper.info().name.find('-')));
    function_ = *this;
  }

  [[nodiscard]] const casadi::Function& function() const { return function_; }
  [[nodiscard]] std::string failure() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return failure_;
  }

  casadi_int get_n_in() override { return 3; }
  casadi_int get_n_out() override { return outputs; }
  std::string get_name_in(casadi_int i) override { return i == 0 ? "x" : i == 1 ? "theta" : "h"; }
  std::string get_name_out(casadi_int i) override { return output_names[i]; }
  casadi::Sparsity get_sparsity_in(casadi_int i) override {
    return casadi::Sparsity::dense(sizes_.in(i), 1);
  }
  casadi::Sparsity get_sparsity_out(casadi_int i) override {
    return casadi::Sparsity::dense(sizes_.out(i), 1);
  }
  bool has_eval_buffer() const override { return true; }
  bool has_jacobian() const override { return true; }

  int eval_buffer(const double** arg, const std::vector<casadi_int>& /*sizes_arg*/, double** res,
                  const std::vector<casadi_int>& /*sizes_res*/) const override {
    Worker worker = take_worker();
    const std::string why = make_step(arg, worker);
    if (why.empty()) {
      write(worker, input(arg, 2, 1)[0], res);
    } else {
      write_failure(res);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!why.empty()) failure_ = why;
    idle_.push_back(std::move(worker));
    return 0;
  }

  casadi::Function get_jacobian(const std::string& name, const std::vector<std::string>& inames,
                                const std::vector<std::string>& onames,
                                const casadi::Dict& opts) const override {
    std::vector<casadi::MX> in;
    for (casadi_int i = 0; i < 3; ++i) in.push_back(casadi::MX::sym(inames[at(i)], sizes_.in(i)));
    for (casadi_int o = 0; o < outputs; ++o)
      in.push_back(casadi::MX::sym(inames[at(3 + o)], sizes_.out(o)));
    const casadi::MX &made = in[at(3 + z)], &decided = in[at(3 + delta)];
    const casadi::Function by_impacts =
        casadi::Function::conditional("by_impacts", derivatives_, no_derivatives());
    const std::vector<casadi::MX> blocks = by_impacts(std::vector<casadi::MX>{
        decided(0), in[0], in[1], in[2], made, decided(casadi::Slice(1, sizes_.delta + 1))});
    std::vector<casadi::MX> all;
    for (casadi_int o = 0; o < outputs; ++o)
      for (casadi_int i = 0; i < 3; ++i) {
        const casadi_int row = o == end ? 0 : o == impact_times ? 1 : o == z ? 2 : -1;
        all.push_back(row < 0 ? casadi::MX(sizes_.out(o), sizes_.in(i)) : blocks[at(3 * row + i)]);
      }
    return {name, in, all, inames, onames, opts};
  }

 private:
  /// Of the inputs and outputs, which all numbers of impacts share.
  struct Sizes {
    casadi_int x = 0, theta = 0, impacts = 0, z = 0, delta = 0;

    [[nodiscard]] casadi_int in(casadi_int i) const { return i == 0 ? x : i == 1 ? theta : 1; }
    [[nodiscard]] casadi_int out(casadi_int i) const {
      const casadi_int all[] = {x, impacts, 1, 1, 1, z, delta + 1};
      return all[i];
    }
  };

  /// What evaluating takes: a stepper and its storage serve one thread.
  struct Worker {
    std::unique_ptr<Stepper> stepper;
    std::vector<FrozenStep> steps;  // per number of impacts
    Step from = {}, to = {};
    Vector all = {};  // parameter values
    std::vector<double> values = {};
  };

  static size_t at(casadi_int i) { return static_cast<size_t>(i); }
  [[nodiscard]] casadi::Function derivatives_of(const StepKernel& k) const;
  [[nodiscard]] casadi::Function no_derivatives() const;

  Worker take_worker() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty())
      return {.stepper = first_.stepper->clone(), .steps = first_.steps, .all = first_.all};
    Worker worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }

  /// Input i, or zeros where casadi gives none.
  Vector input(const double** arg, int i, Index size) const {
    return arg[i] ? Vector(Eigen::Map<const Vector>(arg[i], size)) : Vector(Vector::Zero(size));
  }

  /// The reason if there is no step with derivatives, else nothing.
  std::string make_step(const double** arg, Worker& worker) const {
    const Index n = sizes_.x / 2;
    const Vector x = input(arg, 0, sizes_.x), values = input(arg, 1, sizes_.theta);
    const double h = input(arg, 2, 1)[0];
    worker.from = Step{.state = {.t = options_.t, .q = x.head(n), .p = x.tail(n)}};
    try {
      if (!varied_.empty()) {
        worker.values.assign(values.begin(), values.end());
        worker.stepper->set(options_.parameters, worker.values);
        for (size_t i = 0; i < varied_.size(); ++i) worker.all[varied_[i]] = worker.values[i];
      }
    } catch (const std::invalid_argument& refusal) {
      return refusal.what();
    }
    worker.stepper->advance(worker.from, h, worker.to);
    const StepReport& report = worker.to.report;
    if (!report.ok()) return to_string(report.status) + ": " + report.message;
    if (worker.to.impacts.size() >= worker.steps.size())
      return "the step has " + std::to_string(worker.to.impacts.size()) +
             " impacts; give .most_impacts more than " + std::to_string(worker.steps.size() - 1) +
             ", or reduce h";
    FrozenStep& step = worker.steps[worker.to.impacts.size()];
    step.set_parameters(worker.all);
    return step.take(worker.from, h, worker.to);
  }

  void write(Worker& worker, double h, double** res) const {
    FrozenStep& step = worker.steps[worker.to.impacts.size()];
    const auto put = [&](Output o, const Vector& values, double rest) {
      if (!res[o]) return;
      std::fill_n(std::copy(values.begin(), values.end(), res[o]), sizes_.out(o) - values.size(),
                  rest);
    };
    put(end, step.end(), 0.0);
    put(impact_times, step.times(), h);
    put(z, step.point().z, 0.0);
    if (res[label]) *res[label] = label_of(worker.to);
    if (res[transversality])
      *res[transversality] = step.speeds().size() > 0 ? step.speeds().minCoeff()
                                                      : std::numeric_limits<double>::infinity();
    if (res[log10_growth])
      *res[log10_growth] =
          step.differentiate()
              ? std::log10(
                    step.derivative().topLeftCorner(sizes_.x, sizes_.x).cwiseAbs().maxCoeff())
              : nan;
    Vector decided(1 + step.point().delta.size());
    decided << static_cast<double>(worker.to.impacts.size()), step.point().delta;
    put(delta, decided, 0.0);
  }

  void write_failure(double** res) const {
    for (casadi_int o = 0; o < outputs; ++o)
      if (res[o]) std::fill_n(res[o], sizes_.out(o), nan);
    if (res[delta]) *res[delta] = -1.0;
  }

  double label_of(const Step& to) const {
    const auto base = static_cast<double>(first_.stepper->system().m() + 1);
    double sum = 0.0, power = 1.0;
    for (const Impact& impact : to.impacts) {
      sum += power * static_cast<double>(impact.constraints.front() + 1);
      power *= base;
    }
    return sum;
  }

  Options options_;
  std::vector<Index> varied_;
  Sizes sizes_;
  Worker first_;
  std::vector<casadi::Function> derivatives_;  // per number of impacts
  casadi::Function function_;
  mutable std::mutex mutex_;
  mutable std::vector<Worker> idle_;
  mutable std::string failure_;
};

/// d(end, impact times, z) / d(x, theta, h) with a number of impacts, nine blocks.
casadi::Function DifferentiableStep::Callback::derivatives_of(const StepKernel& k) const {
  const Expr theta = Expr::sym("theta", sizes_.theta), unknowns = Expr::sym("z", sizes_.z);
  const Expr decided = Expr::sym("delta", sizes_.delta);
  const Vector& values = first_.all;
  Expr all = casadi::DM(std::vector<double>(values.begin(), values.end()));
  for (size_t i = 0; i < varied_.size(); ++i)
    all(static_cast<casadi_int>(varied_[i])) = theta(static_cast<casadi_int>(i));
  const auto of = [&](const Expr& e) { return substitute(e, k.theta, all); };
  const Expr R = of(k.residual), w = vertcat(k.x, theta, k.h);
  const Expr dz = implicit_derivative(R, k.z, w);
  const auto total = [&](const Expr& y) { return total_derivative(y, k.z, w, dz); };
  const Expr times = vertcat(of(k.times), repmat(k.h, sizes_.impacts - k.impacts));
  const Expr rows[] = {total(of(k.end)), total(times), padded(dz, sizes_.z)};
  std::vector<Expr> blocks;
  for (const Expr& each : rows)
    for (const Expr& part :
         horzsplit(each, std::vector<casadi_int>{0, sizes_.x, sizes_.x + sizes_.theta, w.size1()}))
      blocks.push_back(densify(part));
  const casadi::Slice mine(0, k.z.size1()), decisions(0, k.delta.size1());
  blocks = substitute(blocks, {k.z, k.delta}, {unknowns(mine), decided(decisions)});
  return {"derivatives_" + std::to_string(k.impacts), {k.x, theta, k.h, unknowns, decided}, blocks};
}

/// The same blocks, all NaN: of a step that failed.
casadi::Function DifferentiableStep::Callback::no_derivatives() const {
  std::vector<Expr> in, blocks;
  for (const casadi_int size : {sizes_.x, sizes_.theta, casadi_int{1}, sizes_.z, sizes_.delta})
    in.push_back(Expr::sym("in", size));
  for (const casadi_int rows : {sizes_.x, sizes_.impacts, sizes_.z})
    for (const casadi_int columns : {sizes_.x, sizes_.theta, casadi_int{1}})
      blocks.push_back(nan * Expr::ones(rows, columns));
  return {"no_derivatives", in, blocks};
}

DifferentiableStep::DifferentiableStep(const Stepper& stepper, const Options& options)
    : callback_(std::make_unique<Callback>(stepper, options)) {}
DifferentiableStep::DifferentiableStep(DifferentiableStep&&) noexcept = default;
DifferentiableStep& DifferentiableStep::operator=(DifferentiableStep&&) noexcept = default;
DifferentiableStep::~DifferentiableStep() = default;

const casadi::Function& DifferentiableStep::function() const { return callback_->function(); }
std::string DifferentiableStep::failure() const { return callback_->failure(); }
// Itself and its member are two of those that hold it.
bool DifferentiableStep::in_use() const { return callback_->getCount() > 2; }

}  // namespace ricochet
