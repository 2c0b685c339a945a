#include "cli/bench_report.hpp"
#include "cli/command.hpp"
#include "cli/gnuplot.hpp"
#include "cli/interrupt.hpp"
#include "cli/output_checks.hpp"
#include "cli/suites.hpp"
#include "cli/values.hpp"
#include "ricochet/files.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr long default_steps = 300;
constexpr const char* default_folder = "build/benchmarks";

/// The backends compared: the one asked for, or all but the one that only checks others.
std::vector<std::string> backends(const Options& o) {
  if (o.backend) {
    (void)make_backend(*o.backend);
    return {*o.backend};
  }
  return {"newton", "ipopt", "automatic"};
}

/// Where results go; created, and tried, before anything runs.
std::filesystem::path prepared_folder(const Options& o) {
  std::filesystem::path folder = o.out.empty() ? default_folder : o.out;
  create_folder(folder);
  for (const char* name : {"bench.csv", "bench.md", "time_per_step.png"})
    check_writable((folder / name).string());
  return folder;
}

Measurements run_suite(const Suite& suite, const Options& o, const std::filesystem::path& folder,
                       const Interrupt& interrupt, Console& console) {
  Measurements rows;
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    if (!suite.has(problem)) continue;
    for (const std::string& backend : backends(o)) {
      if (interrupt.signal() != 0) return rows;
      if (console.interactive() && !o.quiet)
        console.err << "\r\033[K" << entry.name << " with " << backend << std::flush;
      Picture picture(problem, problem.stepper + ", h = " + brief(problem.h) + " s, " + backend);
      rows.push_back(measure(entry.name, problem, backend, o.steps.value_or(default_steps),
                             &picture, [&] { return interrupt.signal() != 0; }));
      if (backend == backends(o).back() && rows.back().summary.steps > 0)
        picture.draw((folder / (entry.name + ".png")).string());
    }
  }
  if (console.interactive() && !o.quiet) console.err << "\r\033[K" << std::flush;
  return rows;
}

void write(const Measurements& rows, const Suite& suite, const std::filesystem::path& folder) {
  write_atomically((folder / "bench.csv").string(), bench_csv(rows));
  write_atomically((folder / "bench.md").string(), bench_page(rows, suite.name));
  draw(bench_chart(rows), (folder / "time_per_step.png").string(), 1000, 560);
}

int conclude(const Measurements& rows, const std::filesystem::path& folder, int signal,
             const Options& o, Console& console) {
  if (!o.quiet)
    console.out << bench_table(rows) << '\n'
                << bench_ratios(rows)
                << fmt::format(
                       "\nTable, CSV and pictures: {0}/bench.md, {0}/bench.csv, {0}/*.png\n",
                       folder.string());
  if (signal != 0) {
    console.error("stopped on request; the cases before are written");
    return 128 + signal;
  }
  int code = exit_code::done;
  for (const Measurement& row : rows)
    if (!row.ok()) {
      console.warning(row.problem + " with " + row.backend + ": " + row.message);
      code = exit_code::failed_step;
    }
  return code;
}

int bench(const Options& o, Console& console) {
  const Suite& suite = find_suite(o.operand.empty() ? all_suites().front().name : o.operand);
  check_picture("time_per_step.png");
  (void)backends(o);
  const std::filesystem::path folder = prepared_folder(o);
  try {
    const Interrupt interrupt;
    const Measurements rows = run_suite(suite, o, folder, interrupt, console);
    if (!rows.empty()) write(rows, suite, folder);
    return conclude(rows, folder, interrupt.signal(), o, console);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable bench_options() {
  using Text = const std::string&;
  return {
      {"--backend", "NAME", "this backend only", [](Options& o, Text t) { o.backend = t; }},
      {"--steps", "N", "at most N steps of each problem, 300 by default",
       [](Options& o, Text t) { o.steps = count("--steps", t); }},
      {"--out", "DIR", "where results go, build/benchmarks by default",
       [](Options& o, Text t) { o.out = t; }},
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command bench_command() {
  return {.name = "bench",
          .summary = "multi-constraint benchmark: problems x backends",
          .operand = "SUITE",
          .takes = Operand::optional,
          .options = bench_options(),
          .examples = {"bench", "bench all --backend newton"},
          .run = bench};
}

}  // namespace ricochet::cli
