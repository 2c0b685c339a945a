#include "program/record/saved_run.hpp"

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/files.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// Where the single runs are that a file sums up; empty if it sums up none.
std::string place_of_runs(const std::string& file) {
  constexpr bool throws = false;
  const auto json = nlohmann::json::parse(read_file(file), nullptr, throws);
  if (!json.is_object() || json.contains("options")) return {};
  if (json.contains("methods"))
    return "sums up a comparison; name the report of one method, " +
           std::filesystem::path(file).replace_extension().string() + "_METHOD.json";
  if (json.contains("cases"))
    return "sums up a benchmark; name the report of one run, " +
           (std::filesystem::path(file).parent_path() / "runs/CASE_METHOD_BACKEND.json").string();
  if (json.contains("runs"))
    return "describes a figure; its 'runs' hold the command line of each of them";
  return {};
}

Settings load(const std::string& file) {
  try {
    return load_settings(file);
  } catch (const std::invalid_argument&) {
    const std::string place = place_of_runs(file);
    if (!place.empty()) refuse(file + ": " + place);
    throw;
  }
}

}  // namespace

Settings load_run(const std::string& file) {
  Settings settings = load(file);
  const SettingValue* command = find(settings.options, "command");
  const auto made_by = [&](const char* name) {
    return command && *command == SettingValue(std::string(name));
  };
  if (made_by("map"))
    refuse(file +
           ": is the report of `map`, which makes one step from every row of a table; `run` cannot "
           "repeat it. Use `ricochet map`, or name the report of a run");
  if (made_by("shoot") && !find(settings.options, "q0"))
    refuse(file +
           ": is the report of a search that found no path, hence no run; its 'message' says why");
  return settings;
}

}  // namespace ricochet::cli
