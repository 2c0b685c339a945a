#include "figures/make_figures.hpp"

#include "figures/figure_index.hpp"
#include "program/command.hpp"
#include "program/options/values.hpp"
#include "ricochet/io/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

namespace ricochet::cli {
namespace {

void print(const FigureResult& result, const FigureSettings& settings, Console& console) {
  if (!result.ok())
    console.error(result.figure.key + " could not be computed: " + result.failure);
  else if (!settings.quiet)
    console.out << to_text(result) << std::flush;
}

/// A line of shell for the figures that are left.
std::string how_to_go_on(const FigureEntries& figures, size_t first,
                         const FigureSettings& settings) {
  std::string keys;
  for (size_t i = first; i < figures.size(); ++i) keys += " " + figures[i].key;
  return fmt::format(
      "Make the others with: for key in{}; do ricochet figure $key --out {} "
      "--backend {}; done",
      keys, as_word(settings.folder), settings.backend);
}

int conclude(const std::vector<FigureResult>& results, const FigureSettings& settings,
             Console& console) {
  if (!settings.quiet && results.size() > 1) console.out << '\n' << claims_table(results);
  if (!settings.quiet)
    console.out << fmt::format(
        "\nPictures, tables and descriptions: {0}/*.svg, *.csv, *.json{1}\n", settings.folder,
        results.size() > 1 ? "; on one page: index.html, claims alone: claims.md" : "");
  for (const FigureResult& result : results)
    if (!result.ok()) return exit_code::failed_step;
  return exit_code::done;
}

}  // namespace

int make_figures(const FigureEntries& figures, const FigureSettings& settings, Console& console) {
  std::vector<FigureResult> results;
  for (const FigureEntry& figure : figures) {
    try {
      results.push_back(make_figure(figure, settings, console));
    } catch (const FigureStopped&) {
      throw FigureStopped(how_to_go_on(figures, results.size(), settings));
    }
    print(results.back(), settings, console);
  }
  if (results.size() > 1) {
    const std::filesystem::path folder = settings.folder;
    write_atomically((folder / "index.html").string(), figure_index(results));
    write_atomically((folder / "claims.md").string(), claims_page(results));
  }
  return conclude(results, settings, console);
}

}  // namespace ricochet::cli
