#include "bench/charts.hpp"
#include "program/options/refusals.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <utility>

namespace ricochet::cli {
namespace {

/// Rows with the same method and the same reason for which they ended, and their cases.
struct Group {
  std::string method = {}, reason = {};
  std::vector<std::string> cases = {};
};

void put(const std::string& method, const Measurement& row, std::vector<Group>& groups) {
  const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
    return g.method == method && g.reason == row.message;
  });
  Group& group = known != groups.end() ? *known : groups.emplace_back();
  group.method = method;
  group.reason = row.message;
  const std::string name = row.trial.problem.name();
  if (std::find(group.cases.begin(), group.cases.end(), name) == group.cases.end())
    group.cases.push_back(name);
}

/// "- gvi, rattle: cradle n=50, cradle n=100: reason"
std::string lines(const std::vector<Group>& groups) {
  Refusals methods;
  for (const Group& g : groups) methods.emplace_back(g.method, join(g.cases) + ": " + g.reason);
  std::string text;
  for (const std::string& line : lines_of(methods)) text += "- " + line + '\n';
  return text;
}

std::string headed(const std::string& heading, const std::string& notes) {
  return notes.empty() ? notes : heading + ":\n\n" + notes + '\n';
}

}  // namespace

std::string bench_notes(const Measurements& rows) {
  const bool several = several_backends(rows);
  std::string failed, cut;
  std::vector<Group> not_tried, refused;
  for (const Measurement& r : rows) {
    const std::string line = "- " + r.trial.name() + ": " + r.message + '\n';
    if (r.refused())
      put(r.trial.method, r, refused);
    else if (!r.tried())
      put(competitor_name(r.trial.method, r.trial.backend, several), r, not_tried);
    else if (!r.ok())
      (r.cut() ? cut : failed) += line;
  }
  return headed("Failed", failed) + headed("Cut by the limit of time", cut) +
         headed("Not tried", lines(not_tried)) +
         headed("Methods that cannot take a case", lines(refused));
}

}  // namespace ricochet::cli
