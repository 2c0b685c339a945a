#include "bench/attempt.hpp"
#include "bench/charts.hpp"
#include "bench/run.hpp"
#include "draw/gnuplot.hpp"
#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "program/options/values.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/interruption.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_folder = "build/benchmarks";
constexpr const char* default_backend = "automatic";
constexpr const char* runs_folder = "runs";

/// The methods asked for. Refuses wrong words.
std::vector<std::string> checked_methods(const Options& o) {
  const std::vector<std::string> methods = methods_of(o);
  Options common;
  common.operand = problem_names().front();
  for (const std::string& method : methods) {
    if (method == "own") continue;
    refuse_method(method);
    if (with_method(common, method).word("backend"))
      throw std::invalid_argument("--steppers: '" + method +
                                  "' names a backend; backends belong to --backend");
  }
  return methods;
}

std::vector<std::string> backends_of(const Options& o) {
  std::vector<std::string> backends;
  std::istringstream words(o.word("backend").value_or(default_backend));
  for (std::string name; std::getline(words, name, ',');) {
    (void)make_backend(name);
    backends.push_back(name);
  }
  return without_repeats(backends);
}

BenchRequest request_of(const Options& o) {
  BenchRequest request{
      .suites = find_suites(o.operand.empty() ? all_suites().front().name : o.operand),
      .methods = checked_methods(o),
      .backends = backends_of(o),
      .jobs = o.jobs,
      .quiet = o.quiet};
  for (Suite& suite : request.suites) {
    if (o.steps) suite.limits.steps = *o.steps;
    if (o.limit) suite.limits.seconds = *o.limit;
  }
  return request;
}

/// Where results go; created, and tried, before anything runs.
fs::path prepared_folder(const Options& o, const std::vector<Suite>& suites) {
  fs::path folder = o.out.empty() ? default_folder : o.out;
  create_folder(folder / runs_folder);
  std::vector<std::string> names = {"bench.csv", "bench.json", "bench.md", "precision.csv"};
  for (const Suite& suite : suites)
    for (const std::string& name :
         {profile_name(suite), scaling_name(suite), precision_name(suite)})
      names.push_back(name);
  for (const std::string& name : names) check_writable((folder / name).string());
  return folder;
}

/// The words that make the benchmark again.
std::string command_of(const Options& o, const BenchRequest& request) {
  std::string command =
      "ricochet bench " + (o.operand.empty() ? request.suites.front().name : o.operand);
  if (!o.methods.empty()) command += " --steppers \"" + o.methods + "\"";
  if (const auto backend = o.word("backend")) command += " --backend " + *backend;
  if (o.steps) command += fmt::format(" --steps {}", *o.steps);
  if (o.limit) command += fmt::format(" --limit {}", *o.limit);
  return command + fmt::format(" --jobs {}", request.jobs);
}

void draw_chart(const Chart& chart, const fs::path& path) {
  if (chart.diagrams.empty())
    fs::remove(path);  // of an earlier benchmark
  else
    draw(script(chart), path.string(), chart.width, chart.height);
}

/// Writes the reports that `run --from` takes. Removes the reports of an earlier benchmark for
/// cases that did not run.
void write_runs(const Measurements& rows, const fs::path& folder) {
  for (const Measurement& row : rows) {
    const fs::path path = folder / run_name(row.trial);
    if (row.ran())
      save(report_of(row), path.string());
    else
      fs::remove(path);
  }
}

void write(const BenchReport& report, const fs::path& folder) {
  write_atomically((folder / "bench.csv").string(), bench_csv(report));
  write_atomically((folder / "bench.json").string(), bench_json(report));
  write_atomically((folder / "precision.csv").string(), precision_csv(report.precision));
  write_atomically((folder / "bench.md").string(), bench_page(report));
  write_runs(report.rows, folder / runs_folder);
  const BenchCharts charts(report);
  for (const SuiteResult& result : report.suites) {
    draw_chart(charts.profiles(result), folder / profile_name(result.suite));
    draw_chart(charts.precision(result), folder / precision_name(result.suite));
    if (!result.suite.sizes.empty())
      draw_chart(charts.scaling(result), folder / scaling_name(result.suite));
  }
}

void print(const BenchReport& report, const fs::path& folder, Console& console) {
  console.out << bench_table(report.rows) << '\n';
  for (const SuiteResult& result : report.suites)
    if (!result.rows.empty())
      console.out << fmt::format("{}: {}\n\n{}\n{}\n", result.suite.name, result.suite.summary,
                                 suite_table(result), reported_lines(result));
  console.out << bench_notes(report.rows) << bench_ratios(report.rows)
              << fmt::format(
                     "\nPage, tables and pictures: {0}/bench.md, {0}/bench.csv, {0}/bench.json, "
                     "{0}/precision.csv, {0}/*.svg\nA report per run, from which `ricochet run "
                     "--from` repeats it: {0}/{1}/*.json\n",
                     folder.string(), runs_folder);
}

/// A method that fails is a result of the benchmark; nothing solved at all is a failure of it.
int conclude(const BenchReport& report, int signal, Console& console) {
  if (signal != 0) {
    console.error(report.rows.empty() ? "stopped on request before the first case was done"
                                      : "stopped on request; the cases before are written");
    return 128 + signal;
  }
  for (const Measurement& row : report.rows)
    if (row.ok()) return exit_code::done;
  console.error(report.rows.empty() ? "no problem is in this suite"
                                    : "no method reached the end of any case");
  return exit_code::failed_step;
}

int bench(const Options& o, Console& console) {
  const BenchRequest request = request_of(o);
  check_picture("profile.svg");
  const fs::path folder = prepared_folder(o, request.suites);
  try {
    const Interruption interrupt;
    BenchReport report =
        run_bench(request, all_problems(), console, [&] { return interrupt.signal() != 0; });
    report.command = command_of(o, request);
    if (!report.rows.empty()) write(report, folder);
    if (!o.quiet) print(report, folder, console);
    return conclude(report, interrupt.signal(), console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable bench_options() {
  using Text = const std::string&;
  return {
      {"--steppers", "A,B,..",
       "methods, all by default; each may have options; own: the problem's own",
       [](Options& o, Text t) { o.methods = t; }},
      {"--backend", "NAME,..", "solvers of the step problems, automatic by default",
       [](Options& o, Text t) { put(o.method, "backend", t); }},
      {"--steps", "N", "at most N steps of each case; by default 300, in reported all",
       [](Options& o, Text t) {
         o.steps = count("--steps", t);
         if (*o.steps < 1) throw std::invalid_argument("--steps: expected at least 1, not " + t);
       }},
      {"--limit", "S", "wall time of a case, then it is cut; by default 2 s, in reported 60 s",
       [](Options& o, Text t) { o.limit = positive_number("--limit", t); }},
      jobs_option(),
      {"--out", "DIR", "where results go, build/benchmarks by default",
       [](Options& o, Text t) { o.out = t; }},
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command bench_command() {
  return {
      .name = "bench",
      .summary = "suites of problems x methods: success, errors, time",
      .operand = "SUITE",
      .takes = Operand::optional,
      .options = bench_options(),
      .examples = {"bench touching,sliding", "bench multi --steppers own --backend newton,ipopt"},
      .run = bench};
}

}  // namespace ricochet::cli
