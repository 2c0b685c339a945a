#pragma once

#include "view/playback.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// What a page says about its run.
struct PageText {
  std::string title = {};                                       ///< the problem
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< method, step, parameters, ...
  std::vector<std::string> notes = {};                          ///< what the page does not show
};

/// A page for any browser that plays the run and needs no other file.
[[nodiscard]] std::string player_page(const Playback& play, const PageText& text);

}  // namespace ricochet::cli
