#pragma once

#include <string_view>

namespace ricochet::cli::resources {

// The files with these names in view/ and figures/, as CMake found them.
extern const std::string_view page_html, page_css, scene_js, timeline_js, player_js;
extern const std::string_view index_css;

}  // namespace ricochet::cli::resources
