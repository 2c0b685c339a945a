#include "program/options/operands.hpp"

#include "bench/suites.hpp"
#include "figures/figures.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::cli {
namespace {

using Words = std::vector<std::string>;

Words figure_keys() {
  Words keys{"all"};
  for (const FigureEntry& entry : all_figures()) keys.push_back(entry.key);
  return keys;
}

Words suite_names() {
  Words names;
  for (const Suite& suite : all_suites()) names.push_back(suite.name);
  names.emplace_back("full");
  return names;
}

/// "multi (default), touching, ...": in lines, as the help has narrow columns.
std::string suite_list() {
  constexpr size_t widest = 50;
  std::string text = all_suites().front().name + " (default)";
  size_t line = 0;  // where the last one begins
  for (const Suite& suite : all_suites()) {
    if (suite.name == all_suites().front().name) continue;
    const bool full = text.size() - line + suite.name.size() > widest;
    text += full ? ",\n" : ", ";
    if (full) line = text.size();
    text += suite.name;
  }
  return text + ";\nseveral are joined by commas, full is all of them";
}

}  // namespace

std::string about_operand(const Command& command) {
  if (!command.about.empty()) return command.about;
  if (command.operand == "PROBLEM") return "a problem, see `ricochet list`";
  if (command.operand == "SUITE") return suite_list();
  return {};
}

Words operand_words(const Command& command) {
  if (command.words) return command.words();
  if (command.operand == "PROBLEM") return problem_names();
  if (command.operand == "KEY|all") return figure_keys();
  if (command.operand == "SUITE") return suite_names();
  return {};
}

}  // namespace ricochet::cli
