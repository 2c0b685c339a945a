#pragma once

#include "ricochet/text/settings.hpp"

#include <nlohmann/json.hpp>

namespace ricochet::cli {

using Json = nlohmann::ordered_json;

/// JSON has neither NaN nor infinity: they are null.
[[nodiscard]] Json number_or_null(double x);
[[nodiscard]] Json settings_json(const SettingList& list);

}  // namespace ricochet::cli
