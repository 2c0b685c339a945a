#include "figures/figures.hpp"
#include "program/command.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;  // name, summary

Names problems() {
  Names names;
  for (const ProblemEntry& entry : all_problems())
    names.emplace_back(entry.name, entry.make().summary);
  return names;
}

template <class Entries>
Names summaries(const Entries& entries) {
  Names names;
  for (const auto& entry : entries) names.emplace_back(entry.name, entry.summary);
  return names;
}

Names figures() {
  Names names;
  for (const FigureEntry& entry : all_figures())
    names.emplace_back(entry.key, entry.source + ": " + entry.title);
  return names;
}

nlohmann::ordered_json as_json(const Names& names) {
  auto array = nlohmann::ordered_json::array();
  for (const auto& [name, summary] : names) array.push_back({{"name", name}, {"summary", summary}});
  return array;
}

void print(const std::string& title, const Names& names, std::ostream& out) {
  size_t width = 0;
  for (const auto& entry : names) width = std::max(width, entry.first.size());
  out << title << '\n';
  for (const auto& [name, summary] : names)
    out << "  " << name << std::string(width - name.size() + 2, ' ') << summary << '\n';
}

int list(const Options& options, Console& console) {
  const std::vector<std::pair<std::string, Names>> lists = {
      {"problems", problems()},
      {"steppers", summaries(all_steppers())},
      {"backends", summaries(all_backends())},
      {"figures", figures()},
  };
  nlohmann::ordered_json json;
  for (const auto& [title, names] : lists)
    if (options.json)
      json[title] = as_json(names);
    else if (!names.empty())
      print(title, names, console.out);
  if (options.json) console.out << json.dump(2) << '\n';
  return exit_code::done;
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "name problems, steppers, backends and figures",
          .options = {{"--json", "", "for scripts",
                       [](Options& o, const std::string&) { o.json = true; }}},
          .examples = {"list", "list --json"},
          .run = list};
}

}  // namespace ricochet::cli
