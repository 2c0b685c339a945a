#include "limit/ratios.hpp"

#include "limit/runs.hpp"
#include "program/text_table.hpp"

#include <fmt/format.h>

namespace ricochet::limit {
namespace {

using cli::TextTable;

const std::string none = "-";

/// Three digits.
std::string digits(double value) {
  if (value >= 99.5) return fmt::format("{:.0f}", value);
  return value >= 9.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

/// a / b of entries that may be missing.
std::string ratio(const Time* a, const Time* b) {
  return a && b ? digits(a->nanoseconds / b->nanoseconds) : none;
}

std::string ratio(const Cost* a, const Cost* b) {
  return a && b ? digits(a->instructions / b->instructions) : none;
}

std::string nanoseconds(const Time* time) { return time ? digits(time->nanoseconds) : none; }

std::string counted(const Cost* cost) {
  return cost ? fmt::format("{:.0f}", cost->instructions) : none;
}

/// Levels of the programs by hand; one without a name where there is none.
std::vector<std::string> levels_of(const Subject& subject) {
  std::vector<std::string> levels;
  for (const Program& program : programs_for(subject.problem)) levels.emplace_back(program.level);
  if (levels.empty()) levels.push_back(none);
  return levels;
}

}  // namespace

double goal(const std::string& problem) { return problem == "pogo" ? 10.0 : 2.0; }

std::string instructions_table(const std::vector<Cost>& costs) {
  TextTable table({"problem", "method", "instructions", "by hand", "instructions", "ratio", "goal"},
                  "<<><>>>");
  for (const Subject& subject : all_subjects()) {
    const std::string& problem = subject.problem;
    const Cost* ours = find(costs, problem, subject.stepper);
    const std::vector<std::string> levels = levels_of(subject);
    for (const std::string& level : levels) {
      const Cost* hand = find(costs, problem, level);
      const bool first = level == levels.front();
      table.add({problem, subject.stepper, counted(ours), level, counted(hand), ratio(ours, hand),
                 hand && first ? fmt::format("{:.0f}", goal(problem)) : none});
    }
  }
  return table.text();
}

std::string parts_table(const std::vector<Cost>& costs) {
  std::vector<std::string> headings = {"problem"};
  headings.insert(headings.end(), parts.begin(), parts.end());
  headings.insert(headings.end(), {"all", "goal"});
  TextTable table(headings, "<" + std::string(headings.size() - 1, '>'));
  for (const Subject& subject : all_subjects()) {
    const Cost* ours = find(costs, subject.problem, subject.stepper);
    if (!ours) continue;
    std::vector<std::string> cells = {subject.problem};
    for (const double part : ours->part)
      cells.push_back(fmt::format("{:.0f} ({:.0f} %)", part, 100.0 * part / ours->instructions));
    const Cost* hand = find(costs, subject.problem, levels_of(subject).front());
    cells.push_back(counted(ours));
    cells.push_back(hand ? fmt::format("{:.0f}", goal(subject.problem) * hand->instructions)
                         : none);
    table.add(cells);
  }
  return table.text();
}

std::string times_table(const std::vector<Time>& times, const std::vector<Time>& committed) {
  TextTable table({"problem", "method", "set-up [ms]", "step [ns]", "by hand", "step [ns]", "ratio",
                   "committed", "nlpsol / step"},
                  "<<>><>>>>");
  for (const Subject& subject : all_subjects()) {
    const std::string& problem = subject.problem;
    const Time* ours = find(times, problem, subject.stepper);
    const Time* before = find(committed, problem, subject.stepper);
    for (const std::string& level : levels_of(subject)) {
      const Time* hand = find(times, problem, level);
      table.add({problem, subject.stepper, ours ? digits(ours->setup) : none, nanoseconds(ours),
                 level, nanoseconds(hand), ratio(ours, hand),
                 ratio(before, find(committed, problem, level)),
                 ratio(find(times, problem, "nlpsol"), ours)});
    }
  }
  return table.text();
}

}  // namespace ricochet::limit
