#include "program/record/summary.hpp"

#include "ricochet/text/text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

namespace ricochet::cli {
namespace {

void print_energy(const RunSummary& s, std::ostream& out) {
  if (std::isnan(s.energy_initial)) return;
  fmt::print(out, "  energy         {:.9g} J, error from {:.2e} to {:.2e} J, slope {:.2e} J/s\n",
             s.energy_initial, s.energy_min - s.energy_initial, s.energy_max - s.energy_initial,
             s.energy_slope());
  if (std::isnan(s.balance_min)) return;
  fmt::print(out,
             "  work           {:.9g} J on the system; energy less work from {:.2e} to {:.2e} J\n",
             s.work, s.balance_min, s.balance_max);
}

void print_shadow(const ShadowSummary& s, std::ostream& out) {
  if (!s.any()) return;
  fmt::print(out, "  shadow energy  {:.9g} J, largest error {:.2e} of it, largest debt {:.2e} J\n",
             s.initial, s.relative_error(), s.debt_max);
  if (s.too_large_h())
    fmt::print(out, "  its order      h is too large: an order more does not come nearer\n");
  fmt::print(out, "  its events     {}, {} located, {} landed, {} equations without a root\n",
             s.events, s.located, s.landed, s.without_root);
}

void print_solver(const SolverStatistics& s, std::ostream& out) {
  fmt::print(out, "  solver         ");
  if (s.ipopt_solves > 0)
    fmt::print(out, "{} solves of IPOPT with {} iterations, ", s.ipopt_solves, s.ipopt_iterations);
  fmt::print(out, "{} Newton iterations, {} fallbacks\n", s.newton_iterations, s.fallbacks);
}

}  // namespace

double per_step(const RunSummary& s, long count) {
  return s.steps > 0 ? static_cast<double>(count) / static_cast<double>(s.steps) : 0.0;
}

double largest_momentum_error(const RunSummary& s) {
  const auto& errors = s.momentum_max_error;
  return errors.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : *std::max_element(errors.begin(), errors.end());
}

std::string shown(const char* format, double x) {
  return std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : "-";
}

std::string exact_or_empty(double x) { return std::isfinite(x) ? exact(x) : ""; }

void print_summary(const RunSummary& s, double wall_seconds, std::ostream& out) {
  print_energy(s, out);
  print_shadow(s.shadow, out);
  for (size_t i = 0; i < s.momentum_names.size(); ++i)
    fmt::print(out, "  momentum       {}: {:.9g}, largest error {:.2e}\n", s.momentum_names[i],
               s.momentum_initial[i], s.momentum_max_error[i]);
  if (std::isfinite(s.gap_min)) fmt::print(out, "  smallest gap   {:.2e} m\n", s.gap_min);
  if (s.equality_max > 0.0) fmt::print(out, "  equalities     {:.2e} m\n", s.equality_max);
  if (s.impacts > 0) fmt::print(out, "  impacts        {}\n", s.impacts);
  if (s.flagged_impacts > 0)
    fmt::print(out, "  flagged        {} of them not by the method's own law\n", s.flagged_impacts);
  fmt::print(out, "  certificate    {:.2e} m\n", s.certificate_max);
  print_solver(s.solver, out);
  fmt::print(out, "  wall time      {:.3g} s", wall_seconds);
  if (s.steps > 0)
    fmt::print(out, ", {:.3g} ms per step", 1e3 * wall_seconds / static_cast<double>(s.steps));
  fmt::print(out, "\n");
}

}  // namespace ricochet::cli
