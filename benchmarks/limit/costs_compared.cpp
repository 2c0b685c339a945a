#include "limit/costs_compared.hpp"

#include "program/text_table.hpp"

#include <fmt/format.h>

namespace ricochet::limit {
namespace {

constexpr double noticed = 0.1;  // change of the instructions

}  // namespace

CostsCompared compare(const std::vector<Cost>& committed, const std::vector<Cost>& counted) {
  cli::TextTable table({"problem", "method", "committed", "instructions", "change"}, "<<>>>");
  CostsCompared result;
  bool shrunk = false;
  for (const Cost& cost : counted) {
    const Cost* before = find(committed, cost.problem, cost.program);
    const double change = before ? cost.instructions / before->instructions - 1.0 : 0.0;
    table.add({cost.problem, cost.program,
               before ? fmt::format("{:.0f}", before->instructions) : "-",
               fmt::format("{:.0f}", cost.instructions),
               before ? fmt::format("{:+.2f} %", 100.0 * change) : "-"});
    result.grown = result.grown || !before || !(change <= noticed);
    shrunk = shrunk || change < -noticed;
  }
  result.text = table.text();
  if (result.grown)
    result.text +=
        "A step takes 10 % more instructions than committed, or its figure is missing.\n";
  if (shrunk) result.text += "A step takes 10 % less than committed: renew the figures.\n";
  if (result.grown || shrunk)
    result.text += "`.ci/instructions --renew` writes them anew; commit what it writes.\n";
  return result;
}

}  // namespace ricochet::limit
