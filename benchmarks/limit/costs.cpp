#include "limit/costs.hpp"

#include "ricochet/io/read_table.hpp"

#include <fmt/format.h>

namespace ricochet::limit {

std::vector<Cost> read_costs(const std::string& path) {
  std::vector<std::string> columns = {"problem", "program", "instructions"};
  columns.insert(columns.end(), parts.begin(), parts.end());
  std::vector<Cost> costs;
  read_table(path, columns, [&costs](const TableRow& row) {
    Cost& cost = costs.emplace_back(
        Cost{.problem = row.text(0), .program = row.text(1), .instructions = row.number(2)});
    for (size_t i = 0; i < parts.size(); ++i) cost.part[i] = row.number(3 + i);
  });
  return costs;
}

std::vector<Time> read_times(const std::string& path) {
  std::vector<Time> times;
  read_table(path, {"problem", "program", "nanoseconds", "setup"}, [&times](const TableRow& row) {
    times.push_back({.problem = row.text(0),
                     .program = row.text(1),
                     .nanoseconds = row.number(2),
                     .setup = row.number(3)});
  });
  return times;
}

std::string times_csv(const std::vector<Time>& times) {
  std::string text = "problem,program,nanoseconds,setup\n";
  for (const Time& time : times)
    text += fmt::format("{},{},{:.4g},{:.3g}\n", time.problem, time.program, time.nanoseconds,
                        time.setup);
  return text;
}

}  // namespace ricochet::limit
