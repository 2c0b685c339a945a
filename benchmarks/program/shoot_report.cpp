#include "program/shoot_report.hpp"

#include "program/record/settings_json.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ricochet::cli {
namespace {

/// The data of the start that were open.
Json unknowns_of(const BoundaryValue& target, const Shot& shot) {
  Json object = Json::object();
  Index i = 0;
  for (const StartValue& value : target.start_values()) {
    if (!value.known()) object[value.name] = shot.start[i];
    ++i;
  }
  return object;
}

Json as_json(const BoundaryValue& target, const Shot& shot) {
  return {{"unknowns", unknowns_of(target, shot)},
          {"residual", shot.residual},
          {"iterations", shot.iterations},
          {"rounds", shot.rounds},
          {"sequence", shot.sequence},
          {"path_violation", shot.path_violation},
          {"h", shot.path.h}};
}

Json ends_of(const ShootingResult& result) {
  Json object = Json::object();
  for (const auto& [status, count] : result.ends) object[to_string(status)] = count;
  return object;
}

}  // namespace

std::string sequence_text(const std::vector<std::string>& sequence) {
  return sequence.empty() ? "none" : join(sequence);
}

std::string to_text(const ShootingRecord& record) {
  const auto& solutions = record.result.solutions;
  size_t wide = 7;
  for (const Shot& shot : solutions) wide = std::max(wide, sequence_text(shot.sequence).size());
  std::string text = fmt::format("  {:<{}}", "impacts", wide);
  for (const StartValue& value : record.target.start_values())
    text += fmt::format("  {:>12}", value.name);
  text += "  residual  violation  iterations\n";
  for (const Shot& shot : solutions) {
    text += fmt::format("  {:<{}}", sequence_text(shot.sequence), wide);
    for (const double x : shot.start) text += fmt::format("  {:>12.6g}", x);
    text += fmt::format("  {:>8.1e}  {:>9.1e}  {:>10}\n", shot.residual, shot.path_violation,
                        shot.iterations);
  }
  if (solutions.empty()) text.clear();
  std::vector<std::string> ends;
  for (const auto& [status, count] : record.result.ends)
    ends.push_back(fmt::format("{} {}", count, to_string(status)));
  return text + fmt::format("  starts         {}\n  wall time      {:.3g} s\n", join(ends),
                            record.wall_seconds);
}

std::string to_json(const ShootingRecord& record) {
  const ShootingResult& result = record.result;
  Json json = {{"status", to_string(result.status)},
               {"message", result.ok() ? record.headline : result.message}};
  const Json empty = {{"unknowns", Json::object()},
                      {"residual", Json()},
                      {"iterations", Json()},
                      {"rounds", Json()},
                      {"sequence", Json::array()},
                      {"path_violation", Json()},
                      {"h", Json()}};
  json.update(result.solutions.empty() ? empty : as_json(record.target, result.solutions.front()));
  json["solutions"] = Json::array();
  for (const Shot& shot : result.solutions)
    json["solutions"].push_back(as_json(record.target, shot));
  json["starts"] = ends_of(result);
  json["wall_seconds"] = record.wall_seconds;
  json["version"] = RICOCHET_VERSION;
  json["options"] = settings_json(record.settings.options);
  json["structure"] = settings_json(record.settings.structure);
  json["parameters"] = settings_json(record.settings.parameters);
  return json.dump(2) + "\n";
}

}  // namespace ricochet::cli
