#pragma once

#include "figures/figures.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A figure that was made, or why it could not be.
struct FigureResult {
  FigureEntry figure;
  std::vector<Claim> claims = {};
  std::vector<RunNote> runs = {};
  std::vector<std::string> remarks = {};
  std::vector<std::string> files = {};  ///< names in the folder
  std::string failure = {};             ///< why it could not be computed; empty if it was
  double seconds = 0.0;

  [[nodiscard]] bool ok() const { return failure.empty(); }
};

/// Makes a figure and writes its tables, its picture and KEY.json. What cannot be computed becomes
/// `failure`; FigureStopped and failures of the operating system pass through.
[[nodiscard]] FigureResult make_figure(const FigureEntry& figure, const FigureSettings& settings,
                                       Console& console);

/// For scripts: key, title, source, runs with all settings in force, claims with the numbers and
/// bands that decided, files.
[[nodiscard]] std::string to_json(const FigureResult& result);
/// For people: a line "claim / measured / verdict" per claim.
[[nodiscard]] std::string to_text(const FigureResult& result);
/// A Markdown table of all claims.
[[nodiscard]] std::string claims_table(const std::vector<FigureResult>& results);

}  // namespace ricochet::cli
