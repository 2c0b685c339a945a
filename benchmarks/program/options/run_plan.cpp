#include "program/options/run_plan.hpp"

#include "program/options/output_checks.hpp"
#include "program/options/resume.hpp"
#include "program/options/start.hpp"
#include "ricochet/project.hpp"
#include "ricochet/run/resumption.hpp"
#include "ricochet/start.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr double most_steps = 1e15;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

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

namespace {

void add_run_settings(const RunPlan& plan, const State& start, SettingList& list) {
  const Options& o = plan.options;
  list.emplace_back("command", std::string("run"));
  list.emplace_back("steps", plan.steps);
  list.emplace_back("every", o.every);
  list.emplace_back("certify_every", o.certify_every);
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

/// What is to be resumed; nothing if the run is a new one. What would make another run of it is
/// refused before anything is built.
std::optional<Checkpoint> earlier_run(const Options& o, const Setup& setup) {
  if (o.resume.empty()) return {};
  Checkpoint earlier = load_checkpoint(o.resume);
  refuse_changes(o, earlier.settings, setup.settings);
  return earlier;
}

/// Everything but what is symbolic; the settings of the setup have h.
RunPlan plan_of(const Options& o, Setup setup, std::unique_ptr<Stepper> stepper, double h,
                std::optional<Checkpoint> earlier) {
  RunPlan plan{
      .problem = std::move(setup.problem), .stepper = std::move(stepper), .options = o, .h = h};
  plan.steps = step_count(o, plan.problem, h);
  const State given = given_start(o, plan.problem, discretization(o, plan.problem), h);
  const State start = o.project_start ? project(plan.problem.system, given) : given;
  plan.start_moved = (start.q - given.q).norm();
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

}  // namespace

Built build(const Options& o, const std::string& default_backend) {
  Setup setup = make_setup(o);
  auto stepper = make_stepper(o, setup, default_backend);
  return {.setup = std::move(setup), .stepper = std::move(stepper)};
}

RunPlan make_run_plan(const Options& o, const Built& built) {
  return make_run_plan(o, Built{.setup = built.setup, .stepper = built.stepper->clone()});
}

RunPlan make_run_plan(const Options& o, Built&& built) {
  const double h = step_size(o, built.setup);
  std::optional<Checkpoint> earlier = earlier_run(o, built.setup);
  return plan_of(o, std::move(built.setup), std::move(built.stepper), h, std::move(earlier));
}

RunPlan make_run_plan(const Options& o, const std::string& default_backend) {
  check_outputs(o);
  Setup setup = make_setup(o);
  std::optional<Checkpoint> earlier = earlier_run(o, setup);
  const double h = step_size(o, setup);  // a wrong one is refused before anything is built
  auto stepper = make_stepper(o, setup, default_backend);
  return plan_of(o, std::move(setup), std::move(stepper), h, std::move(earlier));
}

}  // namespace ricochet::cli
