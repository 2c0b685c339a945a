#include "program/options/refusals.hpp"

#include <algorithm>

namespace ricochet::cli {

std::vector<std::string> lines_of(const Refusals& refusals) {
  Refusals groups;
  for (const auto& refusal : refusals) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.second == refusal.second;
    });
    if (same == groups.end())
      groups.push_back(refusal);
    else
      same->first += ", " + refusal.first;
  }
  std::vector<std::string> lines;
  for (const auto& [names, reason] : groups) lines.push_back(names + ": " + reason);
  return lines;
}

}  // namespace ricochet::cli
