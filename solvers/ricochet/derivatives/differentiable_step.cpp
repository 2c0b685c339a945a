#include "ricochet/derivatives/differentiable_step.hpp"

#include "ricochet/derivatives/sequence_derivatives.hpp"

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

}  // namespace

class DifferentiableStep::Callback final : public casadi::Callback {
 public:
  Callback(const Stepper& stepper, const Options& options)
      : options_(options),
        varied_(places(stepper.system(), options.parameters)),
        all_(stepper.system().parameter_values()),
        stepper_(stepper.clone()),
        steps_(stepper, FrozenStep::Order::first) {
    if (options.most_impacts < 0)
      throw std::invalid_argument("DifferentiableStep: .most_impacts must be >= 0, not " +
                                  std::to_string(options.most_impacts));
    const System& s = stepper.system();
    if (options.accept_grid_reflection) steps_.accept_grid_reflection();
    sizes_ = {.x = 2 * s.n(),
              .theta = static_cast<casadi_int>(varied_.size()),
              .impacts = options.most_impacts,
              .z = steps_.most_unknowns(options.most_impacts + 1),
              .late = steps_.backwards() ? -1.0 : 1.0};
    derivatives_ = std::make_unique<SequenceDerivatives>(steps_, StepInputs{varied_, all_, sizes_});
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
    return casadi::Sparsity::dense(size_out(i), 1);
  }
  bool has_eval_buffer() const override { return true; }
  bool has_jacobian() const override { return true; }

  int eval_buffer(const double** arg, const std::vector<casadi_int>& /*sizes_arg*/, double** res,
                  const std::vector<casadi_int>& /*sizes_res*/) const override {
    std::unique_ptr<Worker> worker = take_worker();
    const double h = arg[2] ? *arg[2] : 0.0;
    const std::string why = make_step(arg, h, *worker);
    if (why.empty()) {
      write(*worker, h, res);
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
      in.push_back(casadi::MX::sym(inames[at(3 + o)], size_out(o)));
    const std::vector<casadi::MX> D = derivatives_->function()(
        std::vector<casadi::MX>{in[0], in[1], in[2], in[at(3 + z)], in[at(3 + delta)]});
    std::vector<casadi::MX> rows = vertsplit(D[0], {0, sizes_.x, sizes_.rows(0)});
    rows.push_back(D[1]);
    std::vector<casadi::MX> all;
    for (casadi_int o = 0; o < outputs; ++o) {
      const casadi_int row = o == end ? 0 : o == impact_times ? 1 : o == z ? 2 : -1;
      for (casadi_int i = 0; i < 3; ++i)
        all.push_back(row < 0 ? casadi::MX(size_out(o), sizes_.in(i))
                              : horzsplit(rows[at(row)], sizes_.columns())[at(i)]);
    }
    return {name, in, all, inames, onames, opts};
  }

 private:
  /// What evaluating takes: a stepper and its storage serve one thread. Nothing is allocated once
  /// it has met a sequence.
  struct Worker {
    std::unique_ptr<Stepper> stepper;
    FrozenSteps steps;
    Step from = {}, to = {};
    FrozenStep* made = nullptr;
    std::vector<double> values = {};  // of theta
  };

  [[nodiscard]] casadi_int size_out(casadi_int i) const {
    const casadi_int all[] = {sizes_.x, sizes_.impacts, 1, 1, 1, sizes_.z, 2};
    return all[i];
  }
  static size_t at(casadi_int i) { return static_cast<size_t>(i); }

  std::unique_ptr<Worker> take_worker() const {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    const Vector zero = Vector::Zero(sizes_.x / 2);
    std::vector<double> values;
    for (const Index place : varied_) values.push_back(all_[place]);
    return std::make_unique<Worker>(
        Worker{.stepper = stepper_->clone(),
               .steps = steps_,
               .from = {.state = {.t = options_.t, .q = zero, .p = zero}},
               .values = values});
  }

  /// Input i in `to`, or zeros where casadi gives none.
  template <typename Numbers>
  static void read(const double* input, Numbers& to) {
    if (input)
      std::copy_n(input, to.size(), to.begin());
    else
      std::fill(to.begin(), to.end(), 0.0);
  }

  /// Gives a worker the parameters, if they are others than those of its last step.
  void set_parameters(const double* theta, Worker& worker) const {
    const auto given = [&](size_t i) { return theta ? theta[i] : 0.0; };
    bool same = true;
    for (size_t i = 0; i < worker.values.size(); ++i) same = same && given(i) == worker.values[i];
    if (same) return;
    read(theta, worker.values);
    try {
      worker.stepper->set(options_.parameters, worker.values);
      worker.steps.set_parameters(worker.stepper->system());
    } catch (const std::invalid_argument&) {
      std::fill(worker.values.begin(), worker.values.end(), nan);  // another time again
      throw;
    }
  }

  /// The reason if there is no step with derivatives, else nothing.
  std::string make_step(const double** arg, double h, Worker& worker) const {
    State& from = worker.from.state;
    read(arg[0], from.q);
    read(arg[0] ? arg[0] + from.q.size() : nullptr, from.p);
    try {
      set_parameters(arg[1], worker);
    } catch (const std::invalid_argument& refusal) {
      return refusal.what();
    }
    worker.stepper->advance(worker.from, h, worker.to);
    const StepReport& report = worker.to.report;
    if (!report.ok()) return to_string(report.status) + ": " + report.message;
    const auto most = static_cast<size_t>(options_.most_impacts);
    const std::string cure =
        "; give .most_impacts more than " + std::to_string(most) + ", or reduce h";
    if (worker.to.impacts.size() > most)
      return "the step has " + std::to_string(worker.to.impacts.size()) + " impacts" + cure;
    std::string why;
    worker.made = worker.steps.take(worker.from, h, worker.to, why);
    if (worker.made && worker.made->unknowns() > sizes_.z)
      return "the step has " + std::to_string(worker.to.flights.size()) + " flights" + cure;
    return why;
  }

  void write(Worker& worker, double h, double** res) const {
    FrozenStep& step = *worker.made;
    const auto put = [&](Output o, const Vector& values, double rest) {
      if (!res[o]) return;
      std::fill_n(std::copy(values.begin(), values.end(), res[o]), size_out(o) - values.size(),
                  rest);
    };
    put(end, step.end(), 0.0);
    put(impact_times, step.times(), sizes_.late * h);
    put(z, step.point().z, 0.0);
    if (res[delta]) {
      res[delta][0] = worker.steps.label();
      res[delta][1] = step.point().t;
    }
    if (res[label]) *res[label] = worker.steps.label();
    if (res[transversality])
      *res[transversality] = step.speeds().size() > 0 ? step.speeds().minCoeff()
                                                      : std::numeric_limits<double>::infinity();
    if (res[log10_growth])
      *res[log10_growth] =
          step.differentiate()
              ? std::log10(
                    step.derivative().topLeftCorner(sizes_.x, sizes_.x).cwiseAbs().maxCoeff())
              : nan;
  }

  void write_failure(double** res) const {
    for (casadi_int o = 0; o < outputs; ++o)
      if (res[o]) std::fill_n(res[o], size_out(o), nan);
  }

  Options options_;
  std::vector<Index> varied_;
  StepSizes sizes_;
  Vector all_;  // parameters of the stepper
  std::unique_ptr<Stepper> stepper_;
  FrozenSteps steps_;
  std::unique_ptr<SequenceDerivatives> derivatives_;
  casadi::Function function_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
  mutable std::string failure_;
};

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
