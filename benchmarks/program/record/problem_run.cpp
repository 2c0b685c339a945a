#include "program/record/problem_run.hpp"

#include "program/options/parse.hpp"
#include "program/progress_line.hpp"

#include <fmt/format.h>

#include <sstream>
#include <utility>
#include <variant>

namespace ricochet::cli {
namespace {

RunPlan plan_of(const std::string& words, const std::string& backend) {
  std::vector<std::string> arguments{"run"};
  std::istringstream stream(words);
  for (std::string word; stream >> word;) arguments.push_back(word);
  return make_run_plan(resolve(parse(arguments)), backend);
}

/// The words, completed by what was decided elsewhere, so that the run can be made again.
std::string command_of(const std::string& words, const RunPlan& plan) {
  const SettingValue* backend = find(plan.from.settings.options, "backend");
  const bool added =
      backend && std::holds_alternative<std::string>(*backend) && !plan.options.word("backend");
  return fmt::format("ricochet run {}{}{}", words, added ? " --backend " : "",
                     added ? std::get<std::string>(*backend) : "");
}

}  // namespace

RunRecipe recipe_of(const RunPlan& plan) {
  const Options& o = plan.options;
  return {.h = plan.h,
          .steps = plan.steps,
          .every = o.every,
          .certify_every = o.certify_every,
          .files = {.trajectory = o.out,
                    .events = o.events,
                    .contacts = o.contacts,
                    .checkpoint = o.checkpoint,
                    .report = o.report},
          .settings = plan.from.settings,
          .more = {{"version", std::string(RICOCHET_VERSION)}}};
}

ProblemRun record(const RunRequest& request, const std::string& backend, Console& console,
                  bool quiet, const std::function<bool()>& stop_requested) {
  RunPlan plan = plan_of(request.words, backend);
  const std::string command = command_of(request.words, plan);
  ProblemRun run = record(std::move(plan), request, console, quiet, stop_requested);
  run.command = command;
  return run;
}

ProblemRun record(RunPlan plan, const RunRequest& request, Console& console, bool quiet,
                  const std::function<bool()>& stop_requested) {
  ProgressLine line(console, 0, plan.steps, quiet);
  RunRecipe recipe = recipe_of(plan);
  recipe.samples = {.most = request.most_samples, .impacts = request.impacts};
  recipe.on_step = request.watch;
  recipe.on_progress = line.callback();
  recipe.stop_requested = stop_requested;
  RecordedRun made = ricochet::record(*plan.stepper, plan.from.step, recipe);
  return {std::move(made), request.label, {}, std::move(plan.problem)};
}

}  // namespace ricochet::cli
