#pragma once

#include "program/console.hpp"

#include <chrono>
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

  void update(long step, double energy_error);  ///< [J]
  void update(long made, const std::string& note = {});
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool due();
  void draw(long made, const std::string& note);

  Console& console_;
  const std::string counted_;
  bool shown_, drawn_ = false;
  long first_, total_;
  Clock::time_point begin_, last_;
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
