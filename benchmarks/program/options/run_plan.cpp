#include "program/options/run_plan.hpp"

#include "program/options/output_checks.hpp"
#include "program/options/resume.hpp"
#include "program/options/setup.hpp"
#include "program/options/start.hpp"
#include "ricochet/start.hpp"
#include "ricochet/text.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

constexpr double most_steps = 1e15;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

long step_count(const Options& o, const Problem& problem, double h) {
  const double wanted =
      o.steps ? static_cast<double>(*o.steps) : o.time.value_or(problem.duration) / h;
  if (!(wanted >= 0.0 && wanted <= most_steps))
    refuse("the run would take " + brief(wanted) + " steps of h = " + brief(h) +
           " s; give --steps or --time between 0 and " + brief(most_steps) + " steps");
  const long steps = o.steps ? *o.steps : std::lround(wanted);
  if (steps == 0 && !o.steps)
    refuse("--time " + brief(wanted * h) + " s is less than half a step of h = " + brief(h) +
           " s; give a longer time, or a smaller --h");
  return steps;
}

void check_count(const std::string& file, const std::string& what, Index found, Index expected,
                 bool may_be_empty) {
  if (found == expected || (may_be_empty && found == 0)) return;
  refuse(file + ": " + what + " has " + std::to_string(found) + " entries, the problem needs " +
         std::to_string(expected) + "; was the file changed?");
}

void check_indices(const std::string& file, const std::vector<Index>& set, Index m) {
  for (const Index i : set)
    if (i >= m)
      refuse(file + ": constraint " + std::to_string(i) + " does not exist; the problem has " +
             std::to_string(m));
}

/// A step read from a file must fit the problem it is said to belong to.
void check_fit(const std::string& file, const Checkpoint& c, const System& s) {
  check_count(file, "q", c.step.state.q.size(), s.n(), false);
  check_count(file, "lambda", c.step.force.lambda.size(), s.m(), true);
  check_count(file, "mu", c.step.force.mu.size(), s.m(), true);
  check_count(file, "nu", c.step.force.nu.size(), s.k(), true);
  check_count(file, "xi", c.step.force.xi.size(), s.k(), true);
  check_count(file, "momentum_names", static_cast<Index>(c.summary.momentum_names.size()),
              static_cast<Index>(s.specification().momenta.size()), false);
  const ContactSets& sets = c.step.contacts;
  for (const auto* set : {&sets.predicted, &sets.smooth, &sets.held, &sets.weak})
    check_indices(file, *set, s.m());
  for (const Impact& impact : c.step.impacts) check_indices(file, impact.constraints, s.m());
  const auto tangents = s.contacts().tangents();
  for (const FlightRecord& flight : c.step.flights) {
    check_indices(file, flight.held, s.m());
    check_indices(file, flight.pinned, tangents);
    check_indices(file, flight.pinned_end, tangents);
  }
  for (const ReflectionPass& pass : c.step.reflections) {
    check_indices(file, pass.set, s.m());
    check_indices(file, pass.passive, s.m());
  }
}

void add_run_settings(const RunPlan& plan, const State& start, SettingList& list) {
  const Options& o = plan.options;
  list.emplace_back("command", std::string("run"));
  list.emplace_back("steps", plan.steps);
  list.emplace_back("every", o.every);
  add_start(start, list);
  list.emplace_back("violated_start", o.violated_start);
  add_files(o, list);
}

void continue_from(const Options& o, Checkpoint earlier, RunPlan& plan) {
  plan.resumed = true;
  plan.from = std::move(earlier);
  check_fit(o.resume, plan.from, plan.problem.system);
  if (const long done = plan.from.summary.steps; plan.steps < done)
    refuse("--steps: " + std::to_string(plan.steps) + " steps are asked for, but the run to " +
           "resume has made " + std::to_string(done) + " already; steps count from its start");
}

}  // namespace

RunPlan make_run_plan(const Options& o, const std::string& default_backend) {
  check_outputs(o);
  Setup setup = make_setup(o);
  std::optional<Checkpoint> earlier;
  if (!o.resume.empty()) earlier = load_checkpoint(o.resume);
  if (earlier) refuse_changes(o, earlier->settings, setup.settings);
  const double h = step_size(o, setup);
  auto stepper = make_stepper(o, setup, default_backend);
  RunPlan plan{
      .problem = std::move(setup.problem), .stepper = std::move(stepper), .options = o, .h = h};
  plan.steps = step_count(o, plan.problem, h);
  const State start = make_start(o, plan.problem, discretization(o, plan.problem), h);
  add_run_settings(plan, start, setup.settings.options);
  if (earlier) {
    refuse_changes(o, earlier->settings, setup.settings);
    continue_from(o, std::move(*earlier), plan);
  } else {
    check_finite_start(plan.problem.system, start);
    if (!o.violated_start) refuse_violations(plan.problem.system, start, h);
    plan.from.step.state = start;
  }
  plan.from.settings = std::move(setup.settings);
  return plan;
}

}  // namespace ricochet::cli
