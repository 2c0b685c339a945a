#include "draw/picture.hpp"
#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "program/options/setup.hpp"
#include "program/options/values.hpp"
#include "program/progress_line.hpp"
#include "program/shoot_report.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/measures.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr long most_steps = 100000;  // the whole path is one program, and kept

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

/// A search with everything decided.
struct ShootPlan {
  Problem problem;
  BoundaryValue target;
  ShootingOptions shooting;
  SearchOptions search = {};
  Settings settings = {};
};

std::vector<std::string> problems_with_boundary_values() {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems())
    if (!entry.make().boundary_values.empty()) names.push_back(entry.name);
  return names;
}

BoundaryValue chosen_target(const Options& o, const Problem& problem) {
  const auto& all = problem.boundary_values;
  if (all.empty())
    refuse("problem '" + o.operand +
           "' has no boundary value; these have some: " + join(problems_with_boundary_values()));
  std::vector<std::string> names;
  for (const BoundaryValue& b : all) names.push_back(b.name);
  if (!o.target) return all.front();
  const auto found = std::find(names.begin(), names.end(), *o.target);
  if (found == names.end())
    refuse("--target: problem '" + o.operand + "' has no boundary value '" + *o.target + "'" +
           suggestion(*o.target, names));
  return all[static_cast<size_t>(found - names.begin())];
}

/// The guess, in a range that contains it; of a datum that is known the value.
void take_guess(StartValue& value, double guess) {
  const bool known = value.known();
  value.guess = guess;
  value.least = known ? guess : std::min(value.least, guess);
  value.most = known ? guess : std::max(value.most, guess);
}

void take_guesses(const Options& o, BoundaryValue& target) {
  if (o.time) take_guess(target.duration, *o.time);
  if (!o.v0) return;
  if (o.v0->size() != target.velocities.size())
    refuse("--v0: problem '" + o.operand + "' has " + std::to_string(target.velocities.size()) +
           " velocities, but " + std::to_string(o.v0->size()) + " numbers are given");
  for (size_t i = 0; i < o.v0->size(); ++i) take_guess(target.velocities[i], (*o.v0)[i]);
}

/// The values of --set that belong to the target go there, the others stay for the system.
Options take_targets(const Options& o, BoundaryValue& target) {
  Options rest = o;
  rest.set.clear();
  for (const auto& assignment : o.set)
    if (!target.set_target(assignment.first, assignment.second)) rest.set.push_back(assignment);
  return rest;
}

void refuse_unknown_names(const Options& o, const Problem& problem, const BoundaryValue& target) {
  std::vector<std::string> names = problem.system.parameter_names();
  for (const Parameter& each : target.targets) names.push_back(each.name);
  for (const StructuralParameter& each : find_problem(o.operand).structure)
    names.push_back(each.name);
  for (const auto& assignment : o.set)
    if (std::find(names.begin(), names.end(), assignment.first) == names.end())
      refuse("--set " + assignment.first + ": neither problem '" + o.operand +
             "' nor its target '" + target.name + "' has it" + suggestion(assignment.first, names));
}

void add_settings(const Options& o, ShootPlan& plan) {
  SettingList& list = plan.settings.options;
  list.emplace_back("command", std::string("shoot"));
  list.emplace_back("target", plan.target.name);
  for (const Parameter& target : plan.target.targets) list.emplace_back(target.name, target.value);
  list.emplace_back("stepper", std::string("collision"));
  list.emplace_back("lagrangian", plan.shooting.discretization.name());
  list.emplace_back("backend", plan.shooting.backend.name());
  list.emplace_back("steps", plan.shooting.steps);
  list.emplace_back("starts", o.starts);
  list.emplace_back("seed", o.seed);
  list.emplace_back("asked_sequence", o.sequence ? SettingValue(*o.sequence) : SettingValue());
  for (const StartValue& value : plan.target.start_values())
    list.emplace_back("guess_" + value.name, value.guess);
}

ShootPlan make_plan(const Options& o) {
  check_outputs(o);
  // The target decides which names --set may have, and belongs to the problem without them.
  Options plain = o;
  plain.set.clear();
  const Problem unchanged = make_setup(plain).problem;
  BoundaryValue target = chosen_target(o, unchanged);
  refuse_unknown_names(o, unchanged, target);
  Setup setup = make_setup(take_targets(o, target));
  // The symbols of the target are those of this problem.
  target = chosen_target(o, setup.problem);
  (void)take_targets(o, target);
  take_guesses(o, target);
  const Discretization rule = discretization(o, setup.problem);
  const long steps = o.steps.value_or(setup.problem.steps());
  if (steps < 1) refuse("--steps: a path has at least 1 step");
  if (steps > most_steps)
    refuse("--steps: a path has at most " + std::to_string(most_steps) + " steps, not " +
           std::to_string(steps));
  if (o.starts < 1) refuse("--starts: expected at least 1, not " + std::to_string(o.starts));
  ShootPlan plan{.problem = std::move(setup.problem),
                 .target = std::move(target),
                 .shooting = {.discretization = rule,
                              .backend = make_backend(o.word("backend").value_or("automatic")),
                              .steps = steps},
                 .search = {.starts = o.starts, .seed = static_cast<std::uint64_t>(o.seed)},
                 .settings = std::move(setup.settings)};
  if (o.sequence)
    plan.search.sequence = *o.sequence == "none" ? std::vector<std::string>() : split(*o.sequence);
  add_settings(o, plan);
  return plan;
}

/// What makes `run --from` repeat a path, and `view` find it.
void add_path(const Options& o, const Trajectory& path, Settings& settings) {
  settings.options.emplace_back("h", path.h);
  add_start(path.steps.front().state, settings.options);
  add_files(o, settings.options);
}

std::string headline(const ShootPlan& plan, const ShootingResult& result) {
  long made = 0, met = 0;
  for (const auto& [status, count] : result.ends) {
    made += count;
    if (status == ShotStatus::converged) met = count;
  }
  return fmt::format("'{}', target '{}' ({}): {} of {} starts met it, {} different solution{}",
                     plan.problem.system.name(), plan.target.name, plan.target.summary, met, made,
                     result.solutions.size(), result.solutions.size() == 1 ? "" : "s");
}

void write_path(const ShootPlan& plan, const Options& o, const Trajectory& path) {
  const System& system = plan.problem.system;
  if (!o.out.empty()) {
    std::string text = trajectory_header(system.n()) + "\n";
    for (const Step& step : path.steps) text += trajectory_row(step.state);
    write_atomically(o.out, text);
  }
  if (!o.events.empty()) {
    std::string text = events_header() + "\n";
    for (size_t k = 1; k < path.steps.size(); ++k)
      text += events_rows(system, static_cast<long>(k) - 1, path.steps[k]);
    write_atomically(o.events, text);
  }
  if (o.plot.empty()) return;
  Measures measures(system);
  Picture picture{.problem = plan.problem,
                  .subtitle = "target '" + plan.target.name + "', h = " + brief(path.h) + " s"};
  for (const Step& step : path.steps) picture.rows.push_back(sample_of(step, measures));
  picture.energy_initial = picture.rows.front().energy;
  draw(picture, o.plot);
}

int conclude(const ShootPlan& plan, const Options& o, const ShootingRecord& record, int signal,
             Console& console) {
  const ShootingResult& result = record.result;
  if (!o.report.empty()) write_atomically(o.report, to_json(record));
  if (!result.solutions.empty()) write_path(plan, o, result.solutions.front().path);
  if (!o.quiet) console.out << record.headline << '\n' << to_text(record);
  if (signal != 0) {
    console.error("stopped on request; the solutions found so far are written");
    return 128 + signal;
  }
  if (result.ok()) return exit_code::done;
  console.error(to_string(result.status) + ": " + result.message);
  return exit_code::failed_step;
}

int shoot(const Options& o, Console& console) {
  Notice building(console, o.quiet, "building " + o.operand + " ...");
  ShootPlan plan = make_plan(o);
  Shooting shooting(plan.problem, plan.target, plan.shooting);
  building.clear();
  const Interruption interrupt;
  ProgressLine progress(console, 0, plan.search.starts, o.quiet, "starts");
  long done = 0;
  plan.search.stop_requested = [&] { return interrupt.signal() != 0; };
  plan.search.on_shot = [&](const Shot&) { progress.update(++done); };
  const auto begin = std::chrono::steady_clock::now();
  const ShootingResult result = shooting.search(plan.search);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  progress.clear();
  if (!result.solutions.empty()) add_path(o, result.solutions.front().path, plan.settings);
  try {
    return conclude(plan, o,
                    {plan.target, result, plan.settings, taken.count(), headline(plan, result)},
                    interrupt.signal(), console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable shoot_options() {
  using Text = const std::string&;
  return {
      {"--target", "NAME", "which boundary value, see `ricochet show`; the first by default",
       [](Options& o, Text t) { o.target = t; }},
      {"--set", "NAME=VALUE", "a parameter of the problem or of the target; may be repeated",
       [](Options& o, Text t) { o.set.push_back(assignment("--set", t)); }, true},
      {"--starts", "N", "guesses: the problem's own, then random ones; 1 by default",
       [](Options& o, Text t) { o.starts = count("--starts", t); }},
      {"--seed", "S", "of the random guesses, 1 by default",
       [](Options& o, Text t) { o.seed = count("--seed", t); }},
      {"--sequence", "NAMES", "only paths with these impacts, as floor,wall, or none",
       [](Options& o, Text t) { o.sequence = t; }},
      {"--v0", "A,B,..", "guess of the velocities",
       [](Options& o, Text t) { o.v0 = numbers("--v0", t); }},
      {"--duration", "T", "duration [s], or guess of it if it is unknown",
       [](Options& o, Text t) { o.time = positive_number("--duration", t); }},
      {"--steps", "N", "steps of the path, those of the problem by default",
       [](Options& o, Text t) { o.steps = count("--steps", t); }},
      stepper_option("discretization"),
      stepper_option("backend", "solver of the simulated steps, automatic by default"),
      {"--out", "FILE.csv", "write the path of the first solution",
       [](Options& o, Text t) { o.out = t; }},
      {"--events", "FILE.csv", "write its impacts", [](Options& o, Text t) { o.events = t; }},
      {"--plot", "FILE.svg|.png", "draw its path, energy and gaps",
       [](Options& o, Text t) { o.plot = t; }},
      {"--report", "FILE.json", "write what was found, for scripts",
       [](Options& o, Text t) { o.report = t; }},
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command shoot_command() {
  return {.name = "shoot",
          .summary = "find the start from which a path through impacts meets a prescribed end",
          .operand = "PROBLEM",
          .takes = Operand::required,
          .about = "a problem with boundary values, see `ricochet show`",
          .words = problems_with_boundary_values,
          .options = shoot_options(),
          .examples = {"shoot shooting-disc --plot path.svg --report found.json",
                       "shoot shooting-disc --starts 30 --seed 7",
                       "shoot shooting-ellipse --target turn --set theta_end=6.7 --starts 50"},
          .run = shoot};
}

}  // namespace ricochet::cli
