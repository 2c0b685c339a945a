#include "ricochet/run/run_measures.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {

std::vector<double> series(const RecordedRun& run, const std::function<double(const Sample&)>& of) {
  std::vector<double> numbers(run.samples.size());
  std::transform(run.samples.begin(), run.samples.end(), numbers.begin(), of);
  return numbers;
}

std::vector<double> times(const RecordedRun& run) {
  return series(run, [](const Sample& s) { return s.state.t; });
}

std::vector<Impact> impacts(const RecordedRun& run) {
  std::vector<Impact> all;
  for (const ImpactStep& step : run.impact_steps)
    all.insert(all.end(), step.impacts.begin(), step.impacts.end());
  return all;
}

double relative_energy(const RecordedRun& run, double energy) {
  return energy / std::abs(run.summary.energy_initial);
}

double energy_band(const RecordedRun& run) {
  return relative_energy(run, run.summary.energy_max - run.summary.energy_min);
}

double largest_energy_error(const RecordedRun& run) {
  const RunSummary& s = run.summary;
  return relative_energy(
      run, std::max(s.energy_max - s.energy_initial, s.energy_initial - s.energy_min));
}

double energy_drift(const RecordedRun& run) {
  return relative_energy(run, run.summary.energy_slope() * run.end_time());
}

double energy_walk(const RecordedRun& run) {
  const size_t window = std::max<size_t>(1, run.samples.size() / 100);
  double first = 0.0, largest = 0.0;
  for (size_t begin = 0; begin + window <= run.samples.size(); begin += window) {
    double sum = 0.0;
    for (size_t i = begin; i < begin + window; ++i) sum += run.samples[i].energy;
    const double mean = sum / static_cast<double>(window);
    if (begin == 0) first = mean;
    largest = std::max(largest, std::abs(mean - first));
  }
  return largest;
}

double momentum_error(const RecordedRun& run, size_t map) {
  return run.summary.momentum_max_error.at(map) / std::abs(run.summary.momentum_initial.at(map));
}

}  // namespace ricochet
