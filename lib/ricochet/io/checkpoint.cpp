#include "ricochet/io/checkpoint.hpp"

#include "ricochet/io/files.hpp"
#include "ricochet/io/json_codec.hpp"

namespace ricochet {
namespace {

Settings settings_of(const JsonReader& in) {
  return {.options = in["options"].settings(),
          .structure = in["structure"].settings(),
          .parameters = in["parameters"].settings()};
}

}  // namespace

void save(const Checkpoint& c, const std::string& path) {
  const Json json = {
      {"format", "ricochet checkpoint"},
      {"wall_seconds", encode(c.wall_seconds)},
      {"options", encode(c.settings.options)},
      {"structure", encode(c.settings.structure)},
      {"parameters", encode(c.settings.parameters)},
      {"resume",
       {{"version", resume_version}, {"summary", encode(c.summary)}, {"step", encode(c.step)}}}};
  write_atomically(path, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Checkpoint load_checkpoint(const std::string& path) {
  const JsonReader in(path, read_file(path));
  const JsonReader resume = in["resume"];
  if (!resume.has("version") || resume["version"].integer() != resume_version)
    resume.refuse("expected version " + std::to_string(resume_version) +
                  " of a stored step; begin the run again (a report repeats it with --from)");
  return {.step = resume["step"].step(),
          .summary = resume["summary"].summary(),
          .wall_seconds = in["wall_seconds"].number(),
          .settings = settings_of(in)};
}

Settings load_settings(const std::string& path) {
  return settings_of(JsonReader(path, read_file(path)));
}

}  // namespace ricochet
