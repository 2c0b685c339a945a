#include "draw/gnuplot.hpp"
#include "figures/make_figures.hpp"
#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/interruption.hpp"

#include <filesystem>
#include <ostream>

namespace ricochet::cli {
namespace {

FigureEntries wanted(const std::string& key) {
  return key == "all" ? all_figures() : FigureEntries{find_figure(key)};
}

/// Where the files go; created, and tried, before anything runs.
void prepare_folder(const std::filesystem::path& folder, const FigureEntries& figures) {
  create_folder(folder);
  for (const FigureEntry& figure : figures)
    for (const char* kind : {".json", ".svg"})
      check_writable((folder / (figure.key + kind)).string());
}

FigureSettings settings_of(const Options& o) {
  FigureSettings settings{.quiet = o.quiet};
  if (!o.out.empty()) settings.folder = o.out;
  if (const auto backend = o.word("backend")) settings.backend = *backend;
  (void)make_backend(settings.backend);
  return settings;
}

int figure(const Options& o, Console& console) {
  const FigureEntries figures = wanted(o.operand);
  FigureSettings settings = settings_of(o);
  check_picture("figure.svg");
  prepare_folder(settings.folder, figures);
  const Interruption interrupt;
  settings.stop_requested = [&] { return interrupt.signal() != 0; };
  try {
    return make_figures(figures, settings, console);
  } catch (const FigureStopped& stopped) {
    console.error("stopped on request; the figures before are written");
    console.err << stopped.what() << std::endl;
    return 128 + interrupt.signal();
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable figure_options() {
  using Text = const std::string&;
  return {
      {"--out", "DIR", "where pictures and tables go, figures by default",
       [](Options& o, Text t) { o.out = t; }},
      stepper_option("backend", "solver of the step problems, automatic by default"),
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command figure_command() {
  return {.name = "figure",
          .summary = "make a paper's figure again and judge its claims",
          .operand = "KEY|all",
          .takes = Operand::required,
          .about = "a figure, see `ricochet list`, or all of them",
          .options = figure_options(),
          .examples = {"figure kp12-8.3", "figure all --out pictures"},
          .run = figure};
}

}  // namespace ricochet::cli
