#include "ricochet/io/report.hpp"

#include "ricochet/io/files.hpp"
#include "ricochet/io/json_codec.hpp"

#include <cmath>

namespace ricochet {
namespace {

Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json energy_json(const RunSummary& s) {
  return {{"initial", finite(s.energy_initial)},
          {"final", finite(s.energy_final)},
          {"min", finite(s.energy_min)},
          {"max", finite(s.energy_max)},
          {"work", finite(s.work)},
          {"less_work_min", finite(s.balance_min)},
          {"less_work_max", finite(s.balance_max)},
          {"slope", s.moments.count > 1.0 ? finite(s.energy_slope()) : Json(nullptr)}};
}

/// error_max is relative here: it is what claims are about.
Json shadow_json(const ShadowSummary& s) {
  return {{"order", s.order},
          {"virtual_steps", s.virtual_steps},
          {"initial", finite(s.initial)},
          {"error_max", finite(s.relative_error())},
          {"events", s.events},
          {"without_root", s.without_root},
          {"located", s.located},
          {"landed", s.landed},
          {"debt_max", finite(s.debt_max)},
          {"jump_rms", finite(s.jump_rms())},
          {"order_ratio", finite(s.order_ratio())},
          {"too_large_h", s.too_large_h()}};
}

Json momentum_json(const RunSummary& s) {
  Json maps = Json::object();
  for (size_t i = 0; i < s.momentum_initial.size(); ++i)
    maps[s.momentum_names[i]] = {{"initial", finite(s.momentum_initial[i])},
                                 {"max_error", finite(s.momentum_max_error[i])}};
  return maps;
}

}  // namespace

std::string to_json(const Report& r) {
  const RunSummary& s = r.summary;
  Json json = {{"status", r.status},
               {"message", r.message},
               {"steps", s.steps},
               {"wall_seconds", finite(r.wall_seconds)},
               {"energy", energy_json(s)},
               {"momentum", momentum_json(s)},
               {"gap_min", finite(s.gap_min)},
               {"equality_max", finite(s.equality_max)},
               {"certificate_max", finite(s.certificate_max)},
               {"certified_steps", s.certified},
               {"impacts", s.impacts},
               {"flagged_impacts", s.flagged_impacts},
               {"solver", encode(s.solver)}};
  if (s.shadow.any()) json["shadow"] = shadow_json(s.shadow);
  json.update(encode(r.more));
  json["options"] = encode(r.settings.options);
  json["structure"] = encode(r.settings.structure);
  json["parameters"] = encode(r.settings.parameters);
  if (r.last)
    json["resume"] = {
        {"version", resume_version}, {"summary", encode(s)}, {"step", encode(*r.last)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void save(const Report& report, const std::string& path) {
  write_atomically(path, to_json(report));
}

}  // namespace ricochet
