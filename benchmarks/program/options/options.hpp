#pragma once

#include "ricochet/state.hpp"
#include "ricochet/stepper_options.hpp"
#include "ricochet/text/settings.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// Where a run starts. What is not set keeps the start of the problem.
struct StartOptions {
  std::optional<double> t0 = {};  ///< [s]; known to reports only
  std::optional<std::vector<double>> q0 = {}, p0 = {}, v0 = {};
  bool q0_stored = false, p0_stored = false;  ///< they come from a file, not from the user
  bool violated_start = false, project_start = false;
};

/// Files to read and to write; empty: none.
struct FileOptions {
  std::string start = {}, states = {}, resume = {}, from = {};  ///< to read
  std::string out = {}, events = {}, contacts = {}, report = {}, plot = {}, checkpoint = {};
  long out_begins = 0;  ///< step of the first row of `out`; known to checkpoints only
};

/// What a boundary value problem looks for, and how often it begins.
struct ShotOptions {
  long starts = 1, seed = 1;
  std::optional<std::string> target = {}, sequence = {};
};

/// What many runs differ in, and which of them are made.
struct SweepOptions {
  std::vector<std::string> operands = {};  ///< all words after the command: parts to join
  std::vector<std::string> grid = {}, random = {};
  long samples = 1;
  std::string part = {};       ///< "k/N" or "auto"; empty: all
  std::string impacts = {};    ///< file of the impacts of all runs
  double impacts_after = 0.0;  ///< [s] since the start of each run
  std::string plot_of = {};    ///< column that is drawn
  bool join = false, go_on = false;
};

/// What was asked for. What is not set keeps the default of the problem or of the method.
struct Options : StartOptions, FileOptions, ShotOptions, SweepOptions {
  std::string operand = {};  ///< the word after the command: a problem, a suite
  std::string problem = {};  ///< of a table to view

  std::string methods = {};  ///< those to compare, with their options
  std::optional<std::string> stepper = {};
  SettingList method = {};  ///< options of the stepper, by key; see all_stepper_options()
  std::vector<std::pair<std::string, double>> set = {};  ///< the last value of a name counts

  std::optional<double> h = {}, time = {};  ///< [s]
  std::optional<long> steps = {};
  long every = 1, certify_every = 1;

  bool json = false, quiet = false;
  bool all = false;      ///< rows of long lists, of show
  bool measure = false;  ///< errors of the methods, of choose

  long jobs = 1;                     ///< threads, of map and bench
  std::optional<double> limit = {};  ///< wall time of a case of bench [s]

  /// The word chosen for an option of the stepper, if one is.
  [[nodiscard]] std::optional<std::string> word(const std::string& key) const;
};

/// The files to write, by option name.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> files_to_write(const Options& o);

/// Rebuilds the options of a run from its report: system, method, numbers, start, not its files.
[[nodiscard]] Options options_of(const Settings& settings, const std::string& file);

/// The stored value of an option of steppers; null if there is none. A report may spell it as the
/// command line does.
[[nodiscard]] const SettingValue* find_stored(const SettingList& list, const StepperOption& option);

/// What gives a start back to options_of with its bits.
void add_start(const State& start, SettingList& list);

/// The files a run writes, for take_files.
void add_files(const Options& o, SettingList& list);

/// The files a run was writing, from its checkpoint.
void take_files(const Settings& settings, const std::string& file, Options& o);

}  // namespace ricochet::cli
