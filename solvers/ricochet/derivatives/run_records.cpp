#include "ricochet/derivatives/run_records.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

/// What a record takes [byte].
double bytes(const RunRecords::Record& record) {
  const Index numbers = record.at.x.size() + record.at.z.size() + record.D.size();
  return static_cast<double>(sizeof(RunRecords::Record)) +
         static_cast<double>(sizeof(double)) * static_cast<double>(numbers);
}

constexpr const char* ends_elsewhere =
    "made again, it ends elsewhere; give the stepper that made the run";

bool same(const State& a, const State& b) { return a.q == b.q && a.p == b.p; }

}  // namespace

RunRecords::RunRecords(const Stepper& stepper, Index most_impacts, double memory)
    : steps_(stepper, FrozenStep::Order::second),
      stepper_(stepper.clone()),
      most_impacts_(static_cast<size_t>(most_impacts)),
      memory_(memory) {
  if (most_impacts < 0)
    throw std::invalid_argument("RunSensitivity: .most_impacts must be >= 0, not " +
                                std::to_string(most_impacts));
  if (!(memory >= 0.0))
    throw std::invalid_argument("RunSensitivity: .memory must be >= 0 bytes, not " +
                                std::to_string(memory));
  stepper_->certify_steps(false);  // the run was judged, or was not to be
}

void RunRecords::set_parameters(const Vector& theta) {
  forget();
  stepper_->set(stepper_->system().parameter_names(), {theta.begin(), theta.end()});
  steps_.set_parameters(stepper_->system());
}

void RunRecords::forget() {
  taken_ = false;
  windows_ = 0;
  open_ = 0;
  starts_.clear();
  records_.clear();
}

std::string RunRecords::take(const Trajectory& run) {
  forget();
  count_ = run.made;
  h_ = run.h;
  length_ = count_;
  windows_ = count_ > 0 ? 1 : 0;
  const Index inputs =
      2 * stepper_->system().n() + stepper_->system().parameter_values().size() + 1;
  tangents_ = Matrix::Identity(inputs, inputs);
  if (run.steps.empty()) return "it has no start";
  last_ = run.last().state;
  std::string why = walk(run);
  if (!why.empty()) forget();
  taken_ = why.empty();
  return why;
}

void RunRecords::require_run() const {
  if (!taken_)
    throw std::logic_error(
        "RunSensitivity: there is no run; take one whose answer is empty, after the last change of "
        "parameters");
}

size_t RunRecords::windows() const {
  require_run();
  return windows_;
}

const Matrix& RunRecords::tangents() const {
  require_run();
  return tangents_;
}

/// Steps that are not recorded are made again from the last one that is.
std::string RunRecords::walk(const Trajectory& run) {
  const std::vector<Step>& steps = run.steps;
  const auto recorded = static_cast<long>(steps.size()) - 1;
  const long every = recorded == count_ || recorded < 1
                         ? 1
                         : std::lround((steps[1].state.t - steps[0].state.t) / h_);
  if (every < 1 || (count_ + every - 1) / every != recorded)
    return "its steps are not recorded at equal distances";
  Step made = steps.front();
  for (long k = 0; k < count_; ++k) {
    const bool known = every == 1 || (k + 1) % every == 0 || k + 1 == count_;
    const Step* const next = known ? &steps[static_cast<size_t>((k + every) / every)] : nullptr;
    const Step& from = every == 1 ? steps[static_cast<size_t>(k)] : made;
    if (every > 1) stepper_->advance(from, h_, to_);
    if (every > 1 && next && !same(next->state, to_.state))
      return "step " + std::to_string(k + 1) + ": " + ends_elsewhere;
    if (!starts_.empty() && k % length_ == 0) open_window(from);
    if (std::string why = record(from, every == 1 ? *next : to_, k + 1); !why.empty()) return why;
    if (k == 0 && bytes(records_.front()) * static_cast<double>(count_) > memory_) split(from);
    std::swap(made, to_);
  }
  return {};
}

/// The first record tells what all would take.
void RunRecords::split(const Step& start) {
  length_ = std::lround(std::ceil(std::sqrt(static_cast<double>(count_))));
  windows_ = static_cast<size_t>((count_ + length_ - 1) / length_);
  starts_.reserve(windows_);
  starts_.push_back(start);
}

void RunRecords::open_window(const Step& start) {
  starts_.push_back(start);
  open_ = starts_.size() - 1;
  records_.clear();
}

std::string RunRecords::record(const Step& from, const Step& to, long number) {
  const std::string where = "step " + std::to_string(number) + ": ";
  if (to.impacts.size() > most_impacts_)
    return where + "it has " + std::to_string(to.impacts.size()) +
           " impacts, more than .most_impacts = " + std::to_string(most_impacts_);
  std::string why;
  FrozenStep* const step = steps_.take(from, h_, to, why);
  if (!step) return where + why;
  if (!step->differentiate()) return where + "its equations are singular, as in a grazing impact";
  if (number == 1) tangents_ = step->tangents();
  records_.push_back(
      {.at = step->point(), .D = step->derivative().topRows(step->states()), .step = step});
  return {};
}

const std::vector<RunRecords::Record>& RunRecords::window(size_t i) {
  if (i != open_) {
    open_ = windows_;  // none, until it is whole
    remake(i);
    open_ = i;
  }
  return records_;
}

void RunRecords::remake(size_t i) {
  records_.clear();
  Step from = starts_[i];
  const long first = static_cast<long>(i) * length_, last = std::min(first + length_, count_);
  for (long k = first; k < last; ++k) {
    stepper_->advance(from, h_, to_);
    if (const std::string why = record(from, to_, k + 1); !why.empty())
      throw std::logic_error("RunSensitivity: " + why + " when it is made again");
    std::swap(from, to_);
  }
  const State& end = i + 1 < starts_.size() ? starts_[i + 1].state : last_;
  if (!same(from.state, end))
    throw std::logic_error("RunSensitivity: step " + std::to_string(last) + ": " + ends_elsewhere);
}

}  // namespace ricochet
