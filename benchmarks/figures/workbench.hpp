#pragma once

#include "draw/chart.hpp"
#include "figures/claim.hpp"
#include "program/record/problem_run.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// A figure could not be computed; nothing is claimed then.
class FigureFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user asked for an end.
class FigureStopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Numbers under column names, which become a CSV file.
struct Table {
  std::vector<std::string> columns = {};
  std::vector<std::vector<double>> rows = {};
};

/// How figures are made, whichever they are.
struct FigureSettings {
  std::string folder = "figures";
  std::string backend = "automatic";
  bool quiet = false;
  std::function<bool()> stop_requested = [] { return false; };
};

/// A run as the description of a figure keeps it.
struct RunNote {
  std::string label = {}, command = {}, message = {};
  Settings settings = {};
  long steps = 0;
};

/// Where a figure is made: it asks for runs and hands in tables, claims and one picture.
class Workbench {
 public:
  Workbench(std::string key, const FigureSettings& settings, Console& console);

  /// Makes a run, notes it and keeps its table. Throws FigureFailure if it fails and may not.
  [[nodiscard]] ProblemRun run(const RunRequest& request);
  [[nodiscard]] const std::string& backend() const { return settings_.backend; }
  void table(const std::string& name, const Table& table);
  void picture(Chart chart) { chart_ = std::move(chart); }
  /// A motion beside the picture, as KEY.gif.
  void animation(Animation animation) { animation_ = std::move(animation); }
  void claim(Claim claim) { claims_.push_back(std::move(claim)); }
  /// What a reader must know to judge the figure: choices, durations, measures.
  void remark(const std::string& text) { remarks_.push_back(text); }

  [[nodiscard]] const std::vector<Claim>& claims() const { return claims_; }
  [[nodiscard]] const std::vector<RunNote>& runs() const { return runs_; }
  [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }
  /// Names of the files in the folder, the picture first.
  [[nodiscard]] std::vector<std::string> file_names() const;
  /// Writes tables and picture, each at once or not at all.
  void write() const;

 private:
  using Text = std::pair<std::string, std::string>;  // file name, content

  std::string key_;
  const FigureSettings& settings_;
  Console& console_;
  Chart chart_;
  Animation animation_;
  std::vector<Claim> claims_;
  std::vector<RunNote> runs_;
  std::vector<std::string> remarks_;
  std::vector<Text> tables_;
};

}  // namespace ricochet::cli
