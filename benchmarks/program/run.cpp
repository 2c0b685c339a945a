#include "program/command.hpp"
#include "program/options/run_plan.hpp"
#include "program/options/values.hpp"
#include "program/progress_line.hpp"
#include "program/record/recorder.hpp"
#include "program/record/summary.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <ostream>

namespace ricochet::cli {
namespace {

std::string headline(const RunPlan& plan, const Recorder& recorder) {
  return fmt::format("{} on '{}': {} of {} steps of h = {} s made and certified",
                     plan.stepper->info().name, plan.problem.system.name(),
                     recorder.summary().steps, plan.steps, brief(plan.h));
}

/// How the run ended, in one paragraph.
std::string message_of(const RunPlan& plan, const Recorder& recorder, const StepReport& end) {
  if (end.ok()) return headline(plan, recorder);
  if (end.status == StepStatus::interrupted)
    return fmt::format("stopped on request after {} of {} steps, at t = {} s",
                       recorder.summary().steps, plan.steps, brief(recorder.last().state.t));
  return plan.stepper->info().name + " on '" + plan.problem.system.name() + "', " +
         describe_failure(end, recorder.summary().steps + 1, recorder.last().state.t);
}

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

int conclude(const RunPlan& plan, const Recorder& recorder, const StepReport& end, int signal,
             Console& console) {
  const Options& o = plan.options;
  if (!o.quiet) {
    console.out << headline(plan, recorder) << '\n';
    print_summary(recorder.summary(), recorder.wall_seconds(), console.out);
    print_files(o, console.out);
  }
  if (end.ok()) return exit_code::done;
  console.error(message_of(plan, recorder, end));
  if (end.status != StepStatus::interrupted) return exit_code::failed_step;
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

int run(const Options& o, Console& console) {
  const RunPlan plan = plan_of(o, console);
  note_duration(o, plan, console);
  const Interruption interrupt;  // from here on there are files
  Recorder recorder(plan, console);
  try {
    const Trajectory made = simulate(*plan.stepper, plan.from.step,
                                     {.h = plan.h,
                                      .steps = plan.steps - plan.from.summary.steps,
                                      .every = 0,
                                      .on_step = [&](const Step& step) { recorder.take(step); },
                                      .stop_requested = [&] { return interrupt.signal() != 0; }});
    recorder.finish(made.end, message_of(plan, recorder, made.end));
    return conclude(plan, recorder, made.end, interrupt.signal(), console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(std::string(failure.what()) + ". " + how_to_resume(o));
  }
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
