#include "bench/attempt_report.hpp"

#include "ricochet/status.hpp"

#include <cctype>
#include <vector>

namespace ricochet::cli {

std::string file_name(const std::string& words) {
  std::string name = words;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 &&
        std::string("+-.=").find(letter) == std::string::npos)
      letter = '_';
  return name;
}

SettingList end_of(const State& end) {
  return {{"t_end", end.t},
          {"q_end", std::vector<double>(end.q.begin(), end.q.end())},
          {"p_end", std::vector<double>(end.p.begin(), end.p.end())}};
}

Report report_of(const RecordedRun& run, double wall_seconds) {
  return {.status = to_string(run.end.status),
          .message = run.ok() ? "" : run.message,
          .summary = run.summary,
          .wall_seconds = wall_seconds,
          .settings = run.settings,
          .more = end_of(run.last.state)};
}

}  // namespace ricochet::cli
