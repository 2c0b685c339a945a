#include "draw/picture.hpp"
#include "program/command.hpp"
#include "program/options/run_plan.hpp"
#include "program/options/values.hpp"
#include "program/progress_line.hpp"
#include "program/record/problem_run.hpp"
#include "program/record/summary.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/io/read_states.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <ostream>
#include <vector>

namespace ricochet::cli {
namespace {

/// The line that resumes the run; a device keeps nothing, and a report that failed is not there.
std::string how_to_resume(const Options& o) {
  std::error_code ignored;
  for (const std::string& file : {o.checkpoint, o.report})
    if (!file.empty() && std::filesystem::is_regular_file(file, ignored))
      return "Resume with: ricochet run --resume " + as_word(file);
  return "It cannot be resumed: there is no file of --checkpoint or --report.";
}

void print_files(const Options& o, std::ostream& out) {
  for (const auto& [name, path] : files_to_write(o))
    out << fmt::format("  {:<15}{}\n", name.substr(2), path);
}

int conclude(const RunPlan& plan, const RecordedRun& made, int signal, Console& console) {
  const Options& o = plan.options;
  if (!o.quiet) {
    const RunSummary& s = made.summary;
    console.out << fmt::format(
        "{} on '{}': {} of {} steps of h = {} s made and {}\n", plan.stepper->info().name,
        plan.problem.system.name(), s.steps, plan.steps, brief(plan.h),
        s.certified == s.steps ? "certified" : std::to_string(s.certified) + " of them certified");
    print_summary(made.summary, made.wall_seconds, console.out);
    print_files(o, console.out);
  }
  if (made.ok()) return exit_code::done;
  console.error(made.message);
  if (made.end.status != StepStatus::interrupted) return exit_code::failed_step;
  console.err << how_to_resume(o) << std::endl;
  return 128 + signal;
}

/// A large system takes minutes to build.
RunPlan plan_of(const Options& o, Console& console) {
  const Notice building(console, o.quiet, "building " + o.operand + " ...");
  return make_run_plan(o);
}

/// A duration that is no whole number of steps is not the one that was asked for.
void note_duration(const Options& o, const RunPlan& plan, Console& console) {
  if (!o.time || o.quiet) return;
  constexpr double noticed = 1e-6;  // of a step
  const double made = static_cast<double>(plan.steps) * plan.h;
  if (std::abs(made - *o.time) > noticed * plan.h)
    console.warning("--time " + brief(*o.time) + " s is no whole number of steps of h = " +
                    brief(plan.h) + " s: the run takes " + brief(made) + " s");
}

/// A start far from the one that was given is another motion.
void note_projection(const Options& o, const RunPlan& plan, Console& console) {
  if (!o.project_start || plan.resumed || o.quiet) return;
  console.out << "--project-start moved the start by " << brief(plan.start_moved) << " m\n";
}

/// Removes the report and the picture of an earlier run, so that they do not lie beside the tables
/// of a run that is cut off. A resumed run keeps them. A run that is repeated from a report keeps
/// this report.
void remove_earlier_results(const RunPlan& plan) {
  if (plan.resumed) return;
  for (const std::string& path : {plan.options.report, plan.options.plot}) {
    std::error_code ignored;
    const bool ours = std::filesystem::symlink_status(path, ignored).type() ==
                      std::filesystem::file_type::regular;
    const bool needed = !plan.options.from.empty() && same_file(path, plan.options.from);
    if (ours && !needed) std::filesystem::remove(path, ignored);
  }
}

/// States that the trajectory of a resumed run has from before, the last of them where it goes on.
std::vector<State> earlier_states(const RunPlan& plan) {
  const Options& o = plan.options;
  std::error_code ignored;
  if (!plan.resumed || o.plot.empty() || !std::filesystem::is_regular_file(o.out, ignored))
    return {};
  return read_states(o.out, plan.problem.system.n());
}

void draw_run(const RunPlan& plan, const std::vector<State>& earlier, const RecordedRun& made) {
  const Options& o = plan.options;
  Picture picture{.problem = plan.problem,
                  .subtitle = plan.stepper->info().name + ", h = " + brief(plan.h) + " s",
                  .energy_initial = made.summary.energy_initial};
  if (o.every > 0) picture.every = made.samples_every / o.every;
  Measures measures(plan.problem.system);
  for (size_t i = 0; i < earlier.size(); i += static_cast<size_t>(picture.every))
    if (earlier[i].t < made.samples.front().state.t)
      picture.rows.push_back(sample_of({.state = earlier[i]}, measures));
  picture.rows.insert(picture.rows.end(), made.samples.begin(), made.samples.end());
  draw(picture, o.plot);
}

RecordedRun make(const RunPlan& plan, const Interruption& interrupt, Console& console) {
  ProgressLine line(console, plan.from.summary.steps, plan.steps, plan.options.quiet);
  RunRecipe recipe = recipe_of(plan);
  recipe.samples.every = plan.options.plot.empty() ? 0 : plan.options.every;
  recipe.on_progress = line.callback();
  recipe.stop_requested = [&] { return interrupt.requested(); };
  const auto recording = plan.resumed
                             ? std::make_unique<Recording>(*plan.stepper, plan.from, recipe)
                             : std::make_unique<Recording>(*plan.stepper, plan.from.step, recipe);
  remove_earlier_results(plan);
  const std::vector<State> earlier = earlier_states(plan);
  try {
    recording->make();
    line.clear();
    RecordedRun made = recording->finish();
    if (!plan.options.plot.empty()) draw_run(plan, earlier, made);
    return made;
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(std::string(failure.what()) + ". " + how_to_resume(plan.options));
  }
}

int run(const Options& o, Console& console) {
  const RunPlan plan = plan_of(o, console);
  note_duration(o, plan, console);
  note_projection(o, plan, console);
  const Interruption interrupt;  // from here on there are files
  const RecordedRun made = make(plan, interrupt, console);
  return conclude(plan, made, interrupt.signal(), console);
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "one simulation",
          .operand = "PROBLEM",
          .takes = Operand::optional,
          .options = joined({system_options(), method_options(), duration_options(),
                             start_options(), step_files(), run_files()}),
          .examples =
              {"run cradle --time 5 --plot cradle.svg --events impacts.csv",
               "run bowl --q0 -1,0.5 --v0 2,-2 --set gravity=1.62 --out run.csv --report run.json",
               "run wedge --law coulomb --set restitution=0.5 --set friction=0.3",
               "run lennard-jones --time 1000 --every 100 --out lj.csv --checkpoint lj.json",
               "run --resume lj.json", "run --from run.json --backend audit"},
          .run = run};
}

}  // namespace ricochet::cli
