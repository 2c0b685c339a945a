#include "program/record/settings_json.hpp"

#include <cmath>
#include <type_traits>
#include <variant>

namespace ricochet::cli {

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json settings_json(const SettingList& list) {
  Json object = Json::object();
  for (const auto& [name, value] : list) {
    Json& entry = object[name];
    std::visit(
        [&](const auto& x) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(x)>, std::monostate>) entry = x;
        },
        value);
  }
  return object;
}

}  // namespace ricochet::cli
