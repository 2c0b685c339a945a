#pragma once

#include "program/console.hpp"
#include "ricochet/run/progress.hpp"

#include <string>

namespace ricochet::cli {

/// A line on the terminal that says how far work is; silent where there is no terminal.
class ProgressLine {
 public:
  /// `done` of `total` steps, or of what is counted, were made by an earlier run.
  ProgressLine(Console& console, long done, long total, bool quiet, std::string counted = "steps");
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// What shows the progress of a recorded run while the line lives; empty if nothing is shown.
  [[nodiscard]] OnProgress callback();
  void update(long made, const std::string& note = {});
  void clear();

 private:
  void draw(const Progress& progress, const std::string& note);

  Console& console_;
  const std::string counted_;
  bool shown_, drawn_ = false;
  ProgressMeter meter_;
};

/// Says on the terminal what is being done until it is over; silent where there is no terminal.
class Notice {
 public:
  Notice(Console& console, bool quiet, const std::string& text);
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;
  ~Notice() { clear(); }

  void clear();

 private:
  Console& console_;
  bool shown_;
};

}  // namespace ricochet::cli
