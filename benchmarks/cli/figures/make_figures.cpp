#include "cli/figures/make_figures.hpp"

#include "cli/command.hpp"

#include <fmt/format.h>

#include <ostream>

namespace ricochet::cli {
namespace {

void print(const FigureResult& result, const FigureSettings& settings, Console& console) {
  if (!result.ok())
    console.error(result.figure.key + " could not be computed: " + result.failure);
  else if (!settings.quiet)
    console.out << to_text(result) << std::flush;
}

int conclude(const std::vector<FigureResult>& results, const FigureSettings& settings,
             Console& console) {
  if (!settings.quiet && results.size() > 1) console.out << '\n' << claims_table(results);
  if (!settings.quiet)
    console.out << fmt::format("\nPictures, tables and descriptions: {0}/*.svg, *.csv, *.json\n",
                               settings.folder);
  for (const FigureResult& result : results)
    if (!result.ok()) return exit_code::failed_step;
  return exit_code::done;
}

}  // namespace

int make_figures(const FigureEntries& figures, const FigureSettings& settings, Console& console) {
  std::vector<FigureResult> results;
  for (const FigureEntry& figure : figures) {
    results.push_back(make_figure(figure, settings, console));
    print(results.back(), settings, console);
  }
  return conclude(results, settings, console);
}

}  // namespace ricochet::cli
