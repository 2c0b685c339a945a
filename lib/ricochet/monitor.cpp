#include "ricochet/monitor.hpp"

#include "ricochet/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {

double RunSummary::energy_slope() const {
  const double variance = count * sum_tt - sum_t * sum_t;
  return variance > 0.0 ? (count * sum_tE - sum_t * sum_E) / variance : 0.0;
}

Monitor::Monitor(const System& system) : system_(system), measures_(system) {
  for (const MomentumMap& map : system.specification().momenta)
    summary_.momentum_names.push_back(map.name);
}

Monitor::Monitor(const System& system, RunSummary so_far)
    : system_(system), measures_(system), summary_(std::move(so_far)) {}

void Monitor::start(const Step& step) {
  const Vector& J = measures_.momenta(step.state);
  summary_.momentum_initial.assign(J.begin(), J.end());
  summary_.momentum_max_error.assign(summary_.momentum_initial.size(), 0.0);
  summary_.t0 = step.state.t;
  take(step);
}

void Monitor::observe(const Step& step) {
  ++summary_.steps;
  summary_.impacts += static_cast<long>(step.impacts.size());
  for (const Impact& impact : step.impacts) summary_.flagged_impacts += impact.flagged ? 1 : 0;
  summary_.solver.add(step.report.statistics);
  summary_.certified += step.report.certified ? 1 : 0;
  summary_.certificate_max = larger(summary_.certificate_max, step.report.certificate.worst());
  const Vector& J = measures_.momenta(step.state);
  for (size_t i = 0; i < summary_.momentum_initial.size(); ++i)
    summary_.momentum_max_error[i] =
        larger(summary_.momentum_max_error[i],
               std::abs(J[static_cast<Index>(i)] - summary_.momentum_initial[i]));
  take(step);
}

void Monitor::take(const Step& step) {
  summary_.gap_min = smaller(summary_.gap_min, system_.smallest(measures_.gaps(step.state)));
  summary_.equality_max = larger(summary_.equality_max, measures_.equality_error(step.state));
  const double E = measures_.energy(step);
  if (std::isnan(E)) return;  // E_d, and no step made yet
  if (std::isnan(summary_.energy_initial)) summary_.energy_initial = E;
  summary_.energy_final = E;
  summary_.energy_min = std::min(summary_.energy_min, E);
  summary_.energy_max = std::max(summary_.energy_max, E);
  const double t = step.state.t - summary_.t0, dE = E - summary_.energy_initial;
  summary_.count += 1.0;
  summary_.sum_t += t;
  summary_.sum_E += dE;
  summary_.sum_tt += t * t;
  summary_.sum_tE += t * dE;
}

}  // namespace ricochet
