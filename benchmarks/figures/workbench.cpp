#include "figures/workbench.hpp"

#include "draw/gnuplot.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>

namespace ricochet::cli {
namespace {

void append(std::string& text, double x) {
  fmt::format_to(std::back_inserter(text), "{}{:.17g}",
                 text.empty() || text.back() == '\n' ? "" : ",", x);
}

std::string csv(const Table& table) {
  std::string text = join(table.columns, ",") + "\n";
  for (const std::vector<double>& row : table.rows) {
    for (const double x : row) append(text, x);
    text += '\n';
  }
  return text;
}

/// A name as a column of a table: without commas and spaces.
std::string column(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == ',') c = '_';
  return name;
}

Table table_of(const ProblemRun& run) {
  const System& s = run.problem.system;
  Table table{.columns = {"t"}};
  for (const char* letter : {"q", "p"})
    for (Index i = 0; i < s.n(); ++i) table.columns.push_back(letter + std::to_string(i));
  for (const char* name : {"energy", "energy_least", "energy_most"}) table.columns.push_back(name);
  for (const MomentumMap& map : s.specification().momenta)
    table.columns.push_back(column(map.name));
  for (Index i = 0; i < s.m(); ++i) table.columns.push_back("gap_" + column(s.gap_name(i)));
  for (const Sample& at : run.samples) {
    std::vector<double> row{at.state.t};
    row.insert(row.end(), at.state.q.begin(), at.state.q.end());
    row.insert(row.end(), at.state.p.begin(), at.state.p.end());
    row.insert(row.end(), {at.energy, at.energy_least, at.energy_most});
    row.insert(row.end(), at.momenta.begin(), at.momenta.end());
    row.insert(row.end(), at.gaps.begin(), at.gaps.end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Workbench::Workbench(std::string key, const FigureSettings& settings, Console& console)
    : key_(std::move(key)), settings_(settings), console_(console) {}

ProblemRun Workbench::run(const RunRequest& request) {
  ProblemRun run =
      record(request, settings_.backend, console_, settings_.quiet, settings_.stop_requested);
  if (run.end.status == StepStatus::interrupted) throw FigureStopped("stopped on request");
  if (!run.ok() && !request.may_fail) throw FigureFailure(run.command + ": " + run.message);
  runs_.push_back({.label = run.label,
                   .command = run.command,
                   .message = run.message,
                   .settings = run.settings,
                   .steps = run.summary.steps});
  if (request.table) table(run.label, table_of(run));
  return run;
}

void Workbench::table(const std::string& name, const Table& table) {
  tables_.emplace_back(key_ + "_" + name + ".csv", csv(table));
}

std::vector<std::string> Workbench::file_names() const {
  std::vector<std::string> names{key_ + ".svg"};
  if (!animation_.frames.empty()) names.push_back(key_ + ".gif");
  for (const Text& table : tables_) names.push_back(table.first);
  return names;
}

void Workbench::write() const {
  const std::filesystem::path folder = settings_.folder;
  for (const auto& [name, content] : tables_) write_atomically((folder / name).string(), content);
  draw(script(chart_), (folder / (key_ + ".svg")).string(), chart_.width, chart_.height);
  if (animation_.frames.empty()) return;
  const Chart& frame = animation_.frames.front();
  draw(script(animation_), (folder / (key_ + ".gif")).string(), frame.width, frame.height,
       animation_.interval);
}

}  // namespace ricochet::cli
