#pragma once

#include <string>

namespace ricochet::cli {

/// A text as HTML shows it literally.
[[nodiscard]] std::string escaped(const std::string& text);

}  // namespace ricochet::cli
