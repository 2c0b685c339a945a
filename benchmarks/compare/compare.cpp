#include "bench/attempt.hpp"
#include "bench/attempt_report.hpp"
#include "compare/comparison_report.hpp"
#include "draw/gnuplot.hpp"
#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "program/options/values.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/run/interruption.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr const char* default_folder = "comparison";

/// DIR/PROBLEM.csv, .json, .svg; the folder is created, and tried, before anything runs.
std::filesystem::path prepared_stem(const Options& o) {
  const std::filesystem::path folder = o.out.empty() ? default_folder : o.out;
  create_folder(folder);
  const std::filesystem::path stem = folder / o.operand;
  for (const char* kind : {".csv", ".json", ".svg"}) check_writable(stem.string() + kind);
  return stem;
}

/// The methods that ran leave a report each, from which `run --from` repeats them.
void write_reports(const Comparison& comparison, const std::filesystem::path& stem) {
  for (const Contender& c : comparison) {
    const std::string path = stem.string() + "_" + file_name(c.words) + ".json";
    if (c.ran())
      save(report_of(*c.run, c.wall_seconds), path);
    else
      std::filesystem::remove(path);  // of an earlier comparison
  }
}

void write(const Options& o, const Comparison& comparison, const std::filesystem::path& stem) {
  write_atomically(stem.string() + ".csv", comparison_csv(comparison));
  write_atomically(stem.string() + ".json", comparison_json(o.operand, comparison));
  write_reports(comparison, stem);
  const Chart chart = comparison_chart(o.operand, comparison);
  if (chart.diagrams.size() > 1)
    draw(script(chart), stem.string() + ".svg", chart.width, chart.height);
  else
    std::filesystem::remove(stem.string() + ".svg");
}

bool any_ran(const Comparison& comparison) {
  return std::any_of(comparison.begin(), comparison.end(),
                     [](const Contender& c) { return c.ran(); });
}

void print(const Comparison& comparison, const std::filesystem::path& stem, Console& console) {
  if (!any_ran(comparison)) {
    console.out << comparison_notes(comparison)
                << fmt::format("\nThe reasons, for scripts: {}.json\n", stem.string());
    return;
  }
  const std::string notes = comparison_notes(comparison);
  console.out
      << comparison_table(comparison) << (notes.empty() ? "" : "\n" + notes)
      << fmt::format(
             "\nsteps: made / asked for; order: claimed / observed before the first contact / "
             "observed through impacts, - where none\nis seen; impacts: - where the method does "
             "not "
             "list them; energy band [J], slope [J/s], largest momentum error,\nworst gap and "
             "equality error [m].\n"
             "Picture, tables, and a report per method: {0}.svg, .csv, .json, {0}_*.json\n",
             stem.string());
}

int conclude(const Options& o, const Comparison& comparison, const std::filesystem::path& stem,
             int signal, Console& console) {
  if (!o.quiet) print(comparison, stem, console);
  if (signal != 0) {
    console.error("stopped on request; the methods before are written");
    return 128 + signal;
  }
  for (const Contender& c : comparison)
    if (c.ran() && c.run->ok()) return exit_code::done;
  console.error((any_ran(comparison) ? "no method reached the end of '" : "no method can take '") +
                o.operand + "'");
  return exit_code::failed_step;
}

int compare(const Options& o, Console& console) {
  const std::vector<std::string> methods = methods_of(o);
  check_picture("comparison.svg");
  refuse_comparison(o, methods);
  const std::filesystem::path stem = prepared_stem(o);
  try {
    const Interruption interrupt;
    const Comparison comparison =
        compare_methods(o, methods, console, [&] { return interrupt.signal() != 0; });
    write(o, comparison, stem);
    return conclude(o, comparison, stem, interrupt.signal(), console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable compare_options() {
  using Text = const std::string&;
  return {
      {"--steppers", "A,B,..",
       "methods, all by default; each may have options: \"gvi --energy numerical,rattle\"",
       [](Options& o, Text t) { o.methods = t; }},
      stepper_option("discretization"),
      stepper_option("backend", "solver of the step problems, automatic by default"),
      {"--h", "H", "step size [s]", [](Options& o, Text t) { o.h = positive_number("--h", t); }},
      {"--out", "DIR", "where picture, tables and reports go, comparison by default",
       [](Options& o, Text t) { o.out = t; }},
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "one problem under every method",
      .operand = "PROBLEM",
      .takes = Operand::required,
      .options = joined({system_options(), compare_options(), duration_options(), start_options()}),
      .examples =
          {"compare cradle --time 5",
           "compare cradle --time 5 --steppers \"gvi,gvi --reflection moreau,hybrid,rattle\""},
      .run = compare};
}

}  // namespace ricochet::cli
