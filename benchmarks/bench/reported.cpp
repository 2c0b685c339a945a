#include "bench/report.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

std::string signed_text(double x) { return x == 0.0 ? "0" : fmt::format("{:+.1e}", x); }

/// "energy error from -1.2e-15 to +3.0e-16 of the energy at the start"
std::string energy_text(const RunSummary& s) {
  const double E0 = s.energy_initial, scale = std::abs(E0);
  if (!std::isfinite(E0)) return "energy unknown";
  const bool relative = scale > 0.0;
  const double unit = relative ? scale : 1.0;
  return fmt::format("energy error from {} to {} {}", signed_text((s.energy_min - E0) / unit),
                     signed_text((s.energy_max - E0) / unit),
                     relative ? "of the energy at the start" : "J");
}

std::string gap_text(const RunSummary& s) {
  if (!std::isfinite(s.gap_min)) return "";
  return s.gap_min < 0.0 ? fmt::format(", worst penetration {:.1e} m", -s.gap_min)
                         : ", no penetration";
}

/// What the problem's own method makes of it.
std::string here(const Measurement& r) {
  const RunSummary& s = r.summary;
  if (!r.stepped()) return r.trial.method + ", " + r.status + ": " + r.message;
  const std::string end = r.ok() ? fmt::format("the end at t = {} s is reached", brief(r.end.t))
                                 : fmt::format("it ends at t = {} s, {}", brief(r.end.t), r.status);
  const std::string impacts = r.logs_impacts ? fmt::format(", {} impacts", s.impacts) : "";
  return fmt::format("{}, {} steps of {:.4g} s: {}; {}{}{}", r.trial.method, s.steps, r.h, end,
                     energy_text(s), impacts, gap_text(s));
}

}  // namespace

std::string reported_lines(const SuiteResult& result) {
  std::string text;
  for (const ReportedCase& told : result.told) {
    const auto own =
        std::find_if(result.rows.begin(), result.rows.end(), [&](const Measurement* row) {
          return row->trial.problem == told.problem && row->trial.method == told.method;
        });
    text += fmt::format("- {}\n  - there: {}\n  - here: {}\n", told.problem.name(), told.reported,
                        own != result.rows.end()
                            ? here(**own)
                            : told.method + ", the method of the problem, was not run");
  }
  return text;
}

}  // namespace ricochet::cli
