#include "cli/bench_report.hpp"

#include "cli/gnuplot.hpp"
#include "ricochet/text.hpp"

#include <casadi/core/casadi_meta.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace ricochet::cli {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

/// Words in order of first appearance.
template <class Member>
std::vector<std::string> distinct(const Measurements& rows, Member member) {
  std::vector<std::string> words;
  for (const Measurement& row : rows)
    if (std::find(words.begin(), words.end(), row.*member) == words.end())
      words.push_back(row.*member);
  return words;
}

const Measurement* find(const Measurements& rows, const std::string& problem,
                        const std::string& backend) {
  for (const Measurement& row : rows)
    if (row.problem == problem && row.backend == backend) return &row;
  return nullptr;
}

}  // namespace

std::string bench_table(const Measurements& rows) {
  std::string text = fmt::format(
      "| {:<19} | {:>3} | {:>3} | {:>3} | {:<15} | {:<9} | {:>5} | {:>8} | {:>9} | {:>10} | {:>11} "
      "| "
      "{:>11} | {:<9} |\n",
      "problem", "n", "m", "k", "stepper", "backend", "steps", "ms/step", "IPOPT it.", "Newton it.",
      "certificate", "energy band", "status");
  for (size_t i = 0, end = text.size(); i < end; ++i)
    text += text[i] == '|' || text[i] == '\n' ? text[i] : '-';
  for (const Measurement& r : rows)
    text += fmt::format(
        "| {:<19} | {:>3} | {:>3} | {:>3} | {:<15} | {:<9} | {:>5} | {:>8.4f} | {:>9.2f} | "
        "{:>10.2f} | "
        "{:>11.1e} | {:>11.3e} | {:<9} |\n",
        r.problem, r.n, r.m, r.k, r.stepper, r.backend, r.summary.steps, 1e3 * r.seconds_median,
        r.ipopt_iterations(), r.newton_iterations(), r.summary.certificate_max, r.energy_band(),
        r.status);
  return text;
}

std::string bench_ratios(const Measurements& rows) {
  std::string list;
  for (const std::string& problem : distinct(rows, &Measurement::problem)) {
    const Measurement *slow = find(rows, problem, "ipopt"), *fast = find(rows, problem, "newton");
    if (slow && fast && slow->seconds_median > 0.0 && fast->seconds_median > 0.0)
      list += fmt::format("{}{} {:.0f}", list.empty() ? "" : ", ", problem,
                          slow->seconds_median / fast->seconds_median);
  }
  return list.empty() ? list : "Time per step, ipopt / newton: " + list + ".\n";
}

std::string bench_csv(const Measurements& rows) {
  std::string text =
      "problem,n,m,k,stepper,backend,status,steps,seconds_per_step_median,seconds_per_step_mean,"
      "ipopt_iterations_per_step,newton_iterations_per_step,fallbacks,certificate_max,energy_band,"
      "gap_min,equality_max,impacts\n";
  for (const Measurement& r : rows) {
    const RunSummary& s = r.summary;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", r.problem, r.n,
                        r.m, r.k, r.stepper, r.backend, r.status, s.steps, exact(r.seconds_median),
                        exact(r.seconds_mean), exact(r.ipopt_iterations()),
                        exact(r.newton_iterations()), s.solver.fallbacks, exact(s.certificate_max),
                        exact(r.energy_band()), exact(s.gap_min), exact(s.equality_max), s.impacts);
  }
  return text;
}

std::string bench_page(const Measurements& rows, const std::string& suite) {
  std::string page = fmt::format(
      "# Benchmark suite '{}'\n\n"
      "Each problem runs with its own stepper, Lagrangian, step and start. `ms/step` is the "
      "median; "
      "iterations are per step;\n`certificate` is the worst of all steps [m]; `energy band` is the "
      "largest minus the smallest energy [J].\n\n{}\n{}\n",
      suite, bench_table(rows), bench_ratios(rows));
  for (const Measurement& r : rows)
    if (!r.message.empty())
      page += fmt::format("- {} with {}: {}\n", r.problem, r.backend, r.message);
  page += fmt::format("\nricochet {}, CasADi {}, compiler {}, {}; {}, {} threads, one used.\n",
                      RICOCHET_VERSION, casadi::CasadiMeta::version(), __VERSION__,
                      std::string(RICOCHET_BUILD_TYPE), processor(),
                      std::thread::hardware_concurrency());
  return page;
}

std::string bench_chart(const Measurements& rows) {
  const auto backends = distinct(rows, &Measurement::backend);
  std::string data = "$times << EOD\n";
  for (const std::string& problem : distinct(rows, &Measurement::problem)) {
    data += fmt::format("\"{}\"", problem);
    for (const std::string& backend : backends) {
      const Measurement* row = find(rows, problem, backend);
      data += row && row->seconds_median > 0.0 ? fmt::format(" {:.6g}", 1e3 * row->seconds_median)
                                               : " NaN";
    }
    data += '\n';
  }
  std::string script = data + R"(EOD
set datafile missing 'NaN'
set style data histogram
set style histogram clustered gap 1.5
set style fill solid 0.85 border lc rgb '#333333'
set logscale y
set format y '%g'
set ylabel 'time per step, median [ms]'
set xtics rotate by -25 noenhanced
set rmargin 9
set grid ytics lc rgb '#dddddd' lt 1
set border 3
set tics nomirror
set key outside above center horizontal
plot )";
  const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
  for (size_t i = 0; i < backends.size(); ++i)
    script += fmt::format("{}$times using {}{} title {} noenhanced lc rgb '{}'", i == 0 ? "" : ", ",
                          i + 2, i == 0 ? ":xtic(1)" : "", quoted(backends[i]), colours[i % 4]);
  return script + "\n";
}

}  // namespace ricochet::cli
