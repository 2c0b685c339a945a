#include "cli/comparison.hpp"

#include "cli/parse.hpp"
#include "cli/run_plan.hpp"
#include "cli/setup.hpp"
#include "cli/start.hpp"
#include "ricochet/facts.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* default_backend = "automatic";
// How orders are observed.
constexpr long order_steps = 100;           // of size h
constexpr int order_levels = 4;             // h, h/2, h/4, h/8
constexpr size_t fewest_rows = 6;           // of size h: fewer show no order
constexpr double most_disagreement = 1.0;   // between the orders of two refinements
constexpr double least_difference = 1e-11;  // of the system's length: smaller ones are round-off

/// The common options, completed by the words of a method. Refuses wrong words.
Options options_of(const Options& common, const std::string& method) {
  std::vector<std::string> words{"run", common.operand, "--stepper"};
  std::istringstream stream(method);
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.size() == 3)
    throw std::invalid_argument("--steppers: expected names of methods separated by commas");
  (void)find_stepper(words[3]);
  Options o = common;
  o.out.clear();  // the folder of the comparison, not a trajectory
  for (const Given& given : parse(words).given) given.option->take(o, given.value);
  return o;
}

/// Whether a contact that was open at the start acts in a step, or is closed after it.
class ContactWatch {
 public:
  ContactWatch(const System& system, const State& start)
      : system_(system), open_(system.g(start.q).array() > system.tolerances().gap) {}

  [[nodiscard]] bool acts_in(const Step& step) const {
    if (!step.impacts.empty()) return true;
    const Vector gaps = system_.g(step.state.q);
    const Vector& lambda = step.force.lambda;
    for (Index i = 0; i < gaps.size(); ++i)
      if (open_[i] && (gaps[i] <= system_.tolerances().gap || (i < lambda.size() && lambda[i] > 0)))
        return true;
    return false;
  }

 private:
  const System& system_;
  Eigen::Array<bool, Eigen::Dynamic, 1> open_;
};

/// The positions of a run at multiples of h.
struct Refined {
  std::vector<Vector> positions = {};  ///< empty if a step failed
  size_t smooth = 0;                   ///< of them before a contact acts that was open at the start
};

/// Made in steps of h / 2^level.
Refined refined(Options o, double h, long steps, int level) {
  const long parts = 1L << level;
  o.h = h / static_cast<double>(parts);
  o.time.reset();
  o.steps = steps * parts;
  const RunPlan plan = make_run_plan(o, default_backend);
  const ContactWatch watch(plan.problem.system, plan.from.step.state);
  long made = 0, smooth = plan.steps;
  const auto on_step = [&](const Step& step) {
    if (smooth == plan.steps && watch.acts_in(step)) smooth = made;
    ++made;
  };
  const Trajectory run =
      simulate(*plan.stepper, plan.from.step,
               {.h = plan.h, .steps = plan.steps, .every = parts, .on_step = on_step});
  Refined result{.smooth = 1 + static_cast<size_t>(smooth / parts)};
  if (run.ok())
    for (const Step& step : run.steps) result.positions.push_back(step.state.q);
  return result;
}

/// Mean distance of positions over the first rows: a single time is at the mercy of where an impact
/// falls inside a step.
double distance(const Refined& a, const Refined& b, size_t rows) {
  double sum = 0.0;
  for (size_t i = 0; i < rows; ++i) sum += (a.positions[i] - b.positions[i]).norm();
  return sum / static_cast<double>(rows);
}

/// Mean of the orders that each two of three distances show; NaN where they disagree (no order is
/// to be seen yet at these steps) or are round-off.
double order_over(const std::vector<Refined>& levels, size_t rows, double round_off) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (rows < fewest_rows) return nan;
  const double coarse = distance(levels[0], levels[1], rows);
  const double fine = distance(levels[1], levels[2], rows);
  const double finest = distance(levels[2], levels[3], rows);
  const double first = std::log2(coarse / fine), second = std::log2(fine / finest);
  const bool agree = std::abs(first - second) < most_disagreement;
  return finest > round_off && agree ? 0.5 * (first + second) : nan;
}

void observe_order(const Options& o, Contender& contender) {
  const long steps = std::min(order_steps, contender.run->steps_wanted);
  std::vector<Refined> levels;
  size_t smooth = static_cast<size_t>(steps) + 1;
  for (int level = 0; level < order_levels; ++level) {
    levels.push_back(refined(o, contender.run->h, steps, level));
    if (levels.back().positions.empty()) return;
    smooth = std::min(smooth, levels.back().smooth);
  }
  const size_t all = levels.front().positions.size();
  const double round_off = least_difference * contender.run->problem.system.length();
  contender.order = order_over(levels, smooth, round_off);
  if (smooth < all) contender.order_through_impacts = order_over(levels, all, round_off);
}

/// What a method claims for motion that starts like this one; 0: nothing.
int claimed_order(const StepperInfo& info, const Facts& facts) {
  if (facts.sliding > 0) return info.contact_order;
  return facts.equalities > 0 ? info.bilateral_order : info.order;
}

Contender contend(const std::string& method, const Options& o, Console& console,
                  const std::function<bool()>& stop_requested) {
  Contender made{.words = method};
  const StepperEntry& entry = find_stepper(*o.stepper);
  made.refusal = entry.why_not(make_setup(o).problem.system);
  if (!made.refusal.empty()) return made;
  try {
    RunPlan plan = make_run_plan(o, default_backend);
    made.claimed =
        claimed_order(plan.stepper->info(), facts_of(plan.problem.system, plan.from.step.state));
    made.run = record(std::move(plan), {.label = method}, console, o.quiet, stop_requested);
    if (made.run->ok()) observe_order(o, made);
  } catch (const std::invalid_argument& refusal) {
    made.refusal = refusal.what();
  }
  return made;
}

}  // namespace

std::vector<std::string> split_methods(const std::string& list) {
  std::vector<std::string> methods{""};
  for (size_t i = 0; i < list.size(); ++i) {
    const bool separates = list[i] == ',' && i + 1 < list.size() &&
                           std::isalpha(static_cast<unsigned char>(list[i + 1])) != 0;
    if (separates)
      methods.emplace_back();
    else
      methods.back() += list[i];
  }
  return methods;
}

void refuse_comparison(const Options& o, const std::vector<std::string>& methods) {
  Setup setup = make_setup(o);
  const double h = step_size(o, setup);
  const State start = make_start(o, setup.problem, discretization(o, setup.problem), h);
  if (!o.violated_start) refuse_violations(setup.problem.system, start);
  for (const std::string& method : methods) (void)options_of(o, method);
}

Comparison compare_methods(const Options& o, const std::vector<std::string>& methods,
                           Console& console, const std::function<bool()>& stop_requested) {
  Comparison comparison;
  for (const std::string& method : methods) {
    if (stop_requested()) break;
    comparison.push_back(contend(method, options_of(o, method), console, stop_requested));
  }
  return comparison;
}

}  // namespace ricochet::cli
