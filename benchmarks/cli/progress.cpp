#include "cli/progress.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

namespace ricochet::cli {
namespace {

constexpr std::chrono::milliseconds redraw{100};
constexpr long bar_width = 24;

std::string clock_text(double seconds) {
  const long s = static_cast<long>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace

Progress::Progress(Console& console, long done, long total, bool quiet)
    : console_(console),
      shown_(console.interactive() && !quiet),
      first_(done),
      total_(total),
      begin_(Clock::now()),
      last_(begin_) {}

void Progress::update(long step, double energy_error) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (now - last_ < redraw) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(step - first_) / seconds;
  const long filled = bar_width * step / total_;
  console_.err << fmt::format(
                      "\r[{:<{}}] {:3} %  {:.0f} steps/s  {} left  energy error {:.2e} J\033[K",
                      std::string(static_cast<size_t>(filled), '#'), bar_width, 100 * step / total_,
                      rate, clock_text(static_cast<double>(total_ - step) / rate), energy_error)
               << std::flush;
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) console_.err << "\r\033[K" << std::flush;
  drawn_ = false;
}

}  // namespace ricochet::cli
