#include "ricochet/monitor.hpp"

#include "ricochet/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {

double RunSummary::energy_slope() const {
  const Moments& m = moments;
  const double variance = m.count * m.sum_tt - m.sum_t * m.sum_t;
  return variance > 0.0 ? (m.count * m.sum_tE - m.sum_t * m.sum_E) / variance : 0.0;
}

void ShadowSummary::observe(const ShadowRecord& step) {
  if (std::isnan(step.initial)) return;
  if (!any()) initial = step.initial;
  order = step.order;
  virtual_steps = step.virtual_steps;
  if (!std::isnan(step.energy)) error_max = larger(error_max, std::abs(step.energy - initial));
  debt_max = larger(debt_max, std::abs(step.debt));
  without_root += step.without_root;
  if (step.stage == ShadowRecord::Stage::none) return;
  ++events;
  located += step.stage == ShadowRecord::Stage::located ? 1 : 0;
  landed += step.stage == ShadowRecord::Stage::landed ? 1 : 0;
  jump_squares += step.jump * step.jump;
  if (!std::isnan(step.jump_before)) before_squares += step.jump_before * step.jump_before;
}

double ShadowSummary::relative_error() const { return error_max / std::abs(initial); }

double ShadowSummary::jump_rms() const {
  return events > 0 ? std::sqrt(jump_squares / static_cast<double>(events)) : 0.0;
}

double ShadowSummary::order_ratio() const {
  return before_squares > 0.0 ? std::sqrt(jump_squares / before_squares)
                              : std::numeric_limits<double>::quiet_NaN();
}

bool ShadowSummary::too_large_h() const {
  constexpr double most = 0.1;  // beyond, bands are wider than about 1e-3 of the energy
  return order_ratio() > most;
}

Monitor::Monitor(const System& system)
    : system_(system), measures_(system), work_(system, midpoint()) {
  for (const MomentumMap& map : system.specification().momenta)
    summary_.momentum_names.push_back(map.name);
}

Monitor::Monitor(const System& system, RunSummary so_far)
    : system_(system), measures_(system), work_(system, midpoint()), summary_(std::move(so_far)) {}

void Monitor::restart(const System& system) {
  ahead_ = 0.0;
  measures_.set_parameters(system);
  work_.set_parameters(system);
  std::vector<std::string> names = std::move(summary_.momentum_names);
  summary_ = {};
  summary_.momentum_names = std::move(names);
}

void Monitor::measure(const Step& step) {
  energy_ = measures_.energy(step);
  momenta_ = measures_.momenta(step.state);
  gaps_ = measures_.gaps(step.state);
  if (!work_.works()) return;
  before_.t = step.state.t;
  before_.q = step.state.q;
}

void Monitor::start(const Step& step) {
  measure(step);
  summary_.momentum_initial.assign(momenta_.begin(), momenta_.end());
  summary_.momentum_max_error.assign(summary_.momentum_initial.size(), 0.0);
  summary_.moments.t0 = step.state.t;
  take_violations(step);
  take_energy(step);
}

void Monitor::observe(const Step& step) {
  count(step);
  if (work_.works()) take_work(step);
  measure(step);
  take_momenta(summary_.momentum_initial.data());
  take_violations(step);
  take_energy(step);
}

void Monitor::start_rows() {
  const size_t maps = summary_.momentum_names.size();
  summary_.momentum_initial.assign(maps, std::numeric_limits<double>::quiet_NaN());
  summary_.momentum_max_error.assign(maps, 0.0);
}

void Monitor::observe_row(const Step& from, const Step& made) {
  if (!made.report.ok()) {
    ++summary_.steps;
    summary_.solver.add(made.report.statistics);
    return;
  }
  count(made);
  measure(from);
  momenta_before_ = momenta_;
  take_violations(from);
  measure(made);
  take_momenta(momenta_before_.data());
  take_violations(made);
  summary_.energy_min = std::fmin(summary_.energy_min, energy_);
  summary_.energy_max = std::fmax(summary_.energy_max, energy_);
}

void Monitor::count(const Step& step) {
  ++summary_.steps;
  summary_.impacts += static_cast<long>(step.impacts.size());
  for (const Impact& impact : step.impacts) summary_.flagged_impacts += impact.flagged ? 1 : 0;
  summary_.solver.add(step.report.statistics);
  summary_.shadow.observe(step.shadow);
  summary_.certified += step.report.certified ? 1 : 0;
  summary_.certificate_max = larger(summary_.certificate_max, step.report.certificate.worst());
}

void Monitor::take_momenta(const double* initial) {
  for (size_t i = 0; i < summary_.momentum_max_error.size(); ++i)
    summary_.momentum_max_error[i] = larger(summary_.momentum_max_error[i],
                                            std::abs(momenta_[static_cast<Index>(i)] - initial[i]));
}

void Monitor::take_violations(const Step& step) {
  summary_.gap_min = smaller(summary_.gap_min, system_.smallest(gaps_));
  summary_.equality_max = larger(summary_.equality_max, measures_.equality_error(step.state));
}

void Monitor::take_work(const Step& step) {
  summary_.work += work_.of_forces(before_, step) + work_.of_moving_parts(before_, step);
  if (measures_.energy_is_of_flights()) ahead_ = 0.5 * work_.of_last_flight();
}

void Monitor::take_energy(const Step& step) {
  const double E = energy_;
  if (std::isnan(E)) return;  // E_d, and no step made yet
  const double work = summary_.work - ahead_;
  if (std::isnan(summary_.energy_initial)) {
    summary_.energy_initial = E;
    summary_.work_initial = work;
  }
  summary_.energy_final = E;
  summary_.energy_min = std::min(summary_.energy_min, E);
  summary_.energy_max = std::max(summary_.energy_max, E);
  if (work_.works()) {
    const double balance = E - summary_.energy_initial - (work - summary_.work_initial);
    summary_.balance_min = std::fmin(summary_.balance_min, balance);
    summary_.balance_max = std::fmax(summary_.balance_max, balance);
  }
  RunSummary::Moments& m = summary_.moments;
  const double t = step.state.t - m.t0, dE = E - summary_.energy_initial;
  m.count += 1.0;
  m.sum_t += t;
  m.sum_E += dE;
  m.sum_tt += t * t;
  m.sum_tE += t * dE;
}

}  // namespace ricochet
