#include "program/progress_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>
#include <string>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr double redraw = 0.1;  // [s]
constexpr long bar_width = 12;  // the line fits 80 columns for a rate of 7 digits and 99 hours
constexpr size_t widest = 79;   // notes are cut: a line that wraps would be left behind

constexpr const char* erased = "\r\033[K";

std::string clock_text(double seconds) {
  const long s = static_cast<long>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace

Notice::Notice(Console& console, bool quiet, const std::string& text)
    : console_(console), shown_(console.interactive() && !quiet) {
  if (shown_) console_.err << text.substr(0, widest) << std::flush;
}

void Notice::clear() {
  if (shown_) console_.err << erased << std::flush;
  shown_ = false;
}

ProgressLine::ProgressLine(Console& console, long done, long total, bool quiet, std::string counted)
    : console_(console),
      counted_(std::move(counted)),
      shown_(console.interactive() && !quiet),
      meter_(done, total, redraw) {}

OnProgress ProgressLine::callback() {
  if (!shown_) return {};
  return [this](const Progress& progress) {
    draw(progress, std::isnan(progress.shadow_error)
                       ? fmt::format("  energy error {:.2e} J", progress.energy_error)
                       : fmt::format("  shadow {:.1e}, {} fell back", progress.shadow_error,
                                     progress.shadow_fallbacks));
  };
}

void ProgressLine::update(long made, const std::string& note) {
  if (shown_ && meter_.due()) draw(meter_.at(made), note.empty() ? note : "  " + note);
}

void ProgressLine::draw(const Progress& p, const std::string& note) {
  const long filled = bar_width * p.made / p.total;
  const double left = p.seconds_left();
  std::string line = fmt::format("[{:<{}}] {:3} %  {:.{}f} {}/s  {} left{}",
                                 std::string(static_cast<size_t>(filled), '#'), bar_width,
                                 100 * p.made / p.total, p.rate, p.rate < 10.0 ? 1 : 0, counted_,
                                 std::isfinite(left) ? clock_text(left) : "?", note);
  if (line.size() > widest) line.resize(widest);
  console_.err << '\r' << line << "\033[K" << std::flush;
  drawn_ = true;
}

void ProgressLine::clear() {
  if (drawn_) console_.err << erased << std::flush;
  drawn_ = false;
}

}  // namespace ricochet::cli
