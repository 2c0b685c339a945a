#include "program/progress_line.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr std::chrono::milliseconds redraw{100};
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
      first_(done),
      total_(total),
      begin_(Clock::now()),
      last_(begin_) {}

bool ProgressLine::due() {
  if (!shown_) return false;
  const auto now = Clock::now();
  if (drawn_ && now - last_ < redraw) return false;
  last_ = now;
  return true;
}

void ProgressLine::update(long step, double energy_error) {
  if (due()) draw(step, fmt::format("  energy error {:.2e} J", energy_error));
}

void ProgressLine::update(long made, const std::string& note) {
  if (due()) draw(made, note.empty() ? note : "  " + note);
}

void ProgressLine::draw(long made, const std::string& note) {
  const double seconds = std::chrono::duration<double>(last_ - begin_).count();
  const double rate = static_cast<double>(made - first_) / seconds;
  const long filled = bar_width * made / total_;
  const std::string left = rate > 0.0 ? clock_text(static_cast<double>(total_ - made) / rate) : "?";
  std::string line = fmt::format(
      "[{:<{}}] {:3} %  {:.{}f} {}/s  {} left{}", std::string(static_cast<size_t>(filled), '#'),
      bar_width, 100 * made / total_, rate, rate < 10.0 ? 1 : 0, counted_, left, note);
  if (line.size() > widest) line.resize(widest);
  console_.err << '\r' << line << "\033[K" << std::flush;
  drawn_ = true;
}

void ProgressLine::clear() {
  if (drawn_) console_.err << erased << std::flush;
  drawn_ = false;
}

}  // namespace ricochet::cli
