#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/text/text.hpp"
#include "sweep/join.hpp"
#include "sweep/sweep_options.hpp"
#include "sweep/sweep_picture.hpp"
#include "sweep/sweep_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// "frequency [Hz]"
std::string labelled(const System& system, const std::string& column) {
  for (const Parameter& p : system.specification().parameters)
    if (p.name == column && !p.unit.empty()) return column + " [" + p.unit + "]";
  if (column == "h") return "h [s]";
  if (column == "speed") return "speed of approach at the impact [m/s]";
  return column.rfind("energy", 0) == 0 ? column + " [J]" : column;
}

/// Where there is nothing to draw, as no impact, the tables are there all the same.
void draw_sweep(const SweepPlan& plan, const SweepOutcome& outcome, Console& console) {
  const Options& o = plan.options;
  if (o.plot.empty() || outcome.before + outcome.made == 0) return;
  const System& system = plan.base.problem.system;
  const SweepPicture picture{
      .table = o.impacts.empty() ? o.out : o.impacts,
      .column = o.plot_of,
      .title = system.name(),
      .label = [&](const std::string& column) { return labelled(system, column); }};
  try {
    draw(picture, o.plot);
  } catch (const std::invalid_argument& nothing) {
    console.warning(std::string("no picture: ") + nothing.what());
  }
}

void print(const SweepPlan& plan, const SweepOutcome& outcome, std::ostream& out) {
  const Options& o = plan.options;
  const std::string part =
      o.part.empty() ? "" : fmt::format(" of part {}/{}", plan.part.number, plan.part.of);
  const std::string before =
      outcome.before == 0 ? "" : fmt::format(", {} were there before", outcome.before);
  out << fmt::format("'{}': {} of {} members{} made{}, {} failed, {:.3g} s\n",
                     plan.base.problem.system.name(), outcome.made, outcome.members, part, before,
                     outcome.failed, outcome.wall_seconds);
  for (const auto& [name, path] : files_to_write(o))
    if (std::filesystem::exists(path))  // there may have been nothing to draw
      out << fmt::format("  {:<15}{}\n", name.substr(2), path);
}

int conclude(const SweepPlan& plan, const SweepOutcome& outcome, int signal, Console& console) {
  if (!plan.options.quiet) print(plan, outcome, console.out);
  if (outcome.failed > 0)
    console.warning(fmt::format("{} of {} members failed; the first is member {}: {}",
                                outcome.failed, outcome.made, outcome.first_failed,
                                outcome.failure));
  if (signal != 0) {
    console.error(fmt::format("stopped on request after {} of {} members",
                              outcome.before + outcome.made, outcome.members));
    console.err << "Resume with the same command and --resume." << std::endl;
    return 128 + signal;
  }
  const bool none = outcome.made > 0 && outcome.failed == outcome.made && outcome.before == 0;
  return none ? exit_code::failed_step : exit_code::done;
}

/// A picture of an earlier sweep does not lie beside tables of this one.
void remove_earlier_picture(const Options& o) {
  std::error_code ignored;
  if (!o.plot.empty() && std::filesystem::is_regular_file(o.plot, ignored))
    std::filesystem::remove(o.plot, ignored);
}

int make_runs(const Options& o, Console& console) {
  const SweepPlan plan = make_sweep_plan(o);
  const Interruption interrupt;
  SweepOutcome outcome;
  try {
    outcome = make_sweep(plan, console, [&] { return interrupt.requested(); });
    remove_earlier_picture(o);
    draw_sweep(plan, outcome, console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(std::string(failure.what()) +
                        ". Members that are done are kept; go on with --resume");
  }
  return conclude(plan, outcome, interrupt.signal(), console);
}

void check_join(const Options& o) {
  const bool sweeps = !o.grid.empty() || !o.random.empty() || !o.part.empty() || o.go_on ||
                      !o.impacts.empty() || !o.set.empty();
  if (sweeps)
    refuse(
        "--join: joins tables that are there; leave --grid, --random, --set, --part, --resume and "
        "--impacts out, and join tables of impacts by a second --join");
  if (o.out.empty()) refuse("--join: --out FILE.csv is needed: the joined table");
  check_outputs(o);
  for (const std::string& file : o.operands)
    if (same_file(file, o.out) || (!o.plot.empty() && same_file(file, o.plot)))
      refuse("--join: " + file + " is a part and would be written; name another file");
}

int join_tables(const Options& o, Console& console) {
  check_join(o);
  const Joined joined = join_parts(o.operands);
  try {
    write_atomically(o.out, joined.table);
    if (!o.plot.empty()) draw(SweepPicture{.table = o.out, .column = o.plot_of}, o.plot);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
  if (!o.quiet)
    console.out << fmt::format("{}: {} {} from {} tables\n", o.out, joined.rows,
                               joined.impacts ? "impacts" : "members", o.operands.size());
  return exit_code::done;
}

std::vector<std::string> examples() {
  const std::string random = "--random \"mass=uniform(0.5,2)\" --samples 50 --seed 7",
                    impacts = "--impacts impacts.csv --impacts-after 40 --plot bifurcation.png";
  return {"sweep pogo --grid gravity=1:20:200 --jobs 2 --out sweep.csv --plot sweep.svg",
          "sweep pogo --grid gravity=1:20:20 " + random + " --out sweep.csv",
          "sweep pogo --grid gravity=1:20:200 --part 1/2 --out part1.csv --resume",
          "sweep --join part1.csv part2.csv --out sweep.csv",
          "sweep impact-oscillator --grid frequency=0.65:1.25:200 --time 60 --out sweep.csv " +
              impacts};
}

int sweep(const Options& o, Console& console) {
  return o.join ? join_tables(o, console) : make_runs(o, console);
}

}  // namespace

Command sweep_command() {
  return {.name = "sweep",
          .summary = "runs over grids and random values of parameters, starts and step sizes",
          .operand = "PROBLEM|PART.csv",
          .takes = Operand::several,
          .about =
              "a problem, see `ricochet list`; with --join tables of parts.\nNAME is a parameter "
              "of the problem, h, start.q0,\nstart.p0, start.v0, .., or a number of the method,"
              "\nas rest-energy",
          .words = problem_names,
          .options = joined({sweep_options(), system_options(), method_options(),
                             duration_options(), start_options()}),
          .examples = examples(),
          .run = sweep};
}

}  // namespace ricochet::cli
