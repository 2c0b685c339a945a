#include "ricochet/diagnostics.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/measures.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ricochet {
namespace {

Index count(const Trajectory& run) { return static_cast<Index>(run.steps.size()); }

const Step& record(const Trajectory& run, Index i) { return run.steps[static_cast<size_t>(i)]; }

/// The energies of the steps, E_d. The start has the first energy that is known.
Vector step_energies(const System& system, const Trajectory& run) {
  Vector series(count(run));
  for (Index i = 0; i < series.size(); ++i) series[i] = record(run, i).discrete_energy;
  if (series.size() > 1 && std::isnan(series[0])) series[0] = series[1];
  for (Index i = 0; i < series.size(); ++i)
    if (std::isnan(series[i]))
      throw std::invalid_argument(
          "energy of '" + system.name() + "': record " + std::to_string(i) + " has no E_d" +
          (series.size() == 1 ? ", for no step was made"
                              : ", for '" + run.stepper + "' does not report it") +
          "; of a true momentum system.H(q, p) is the energy");
  return series;
}

}  // namespace

Vector energy(const System& system, const Trajectory& run) {
  if (!system.separable() || !system.specification().omega.empty())
    return step_energies(system, run);
  const SymbolicsLock lock = lock_symbolics();
  Measures measures(system);
  Vector series(count(run));
  for (Index i = 0; i < series.size(); ++i) series[i] = measures.energy(record(run, i));
  return series;
}

Vector energy_error(const System& system, const Trajectory& run) {
  const Vector series = energy(system, run);
  return series.size() == 0 ? series : Vector(series.array() - series[0]);
}

double drift_per_step(const Vector& series) {
  const auto n = static_cast<double>(series.size());
  if (series.size() < 2) return 0.0;
  const double middle = 0.5 * (n - 1.0);
  double covariance = 0.0, variance = 0.0;
  for (Index i = 0; i < series.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    covariance += x * series[i];
    variance += x * x;
  }
  return covariance / variance;
}

Matrix momentum_error(const System& system, const Trajectory& run) {
  const SymbolicsLock lock = lock_symbolics();
  Measures measures(system);
  Matrix error(count(run), static_cast<Index>(system.specification().momenta.size()));
  for (Index i = 0; i < error.rows(); ++i)
    error.row(i) = measures.momenta(record(run, i).state) -
                   (i == 0 ? Vector(Vector::Zero(error.cols())) : Vector(error.row(0)));
  if (error.rows() > 0) error.row(0).setZero();
  return error;
}

Matrix gaps(const System& system, const Trajectory& run) {
  const SymbolicsLock lock = lock_symbolics();
  Measures measures(system);
  Matrix all(count(run), system.m());
  for (Index i = 0; i < all.rows(); ++i) all.row(i) = measures.gaps(record(run, i).state);
  return all;
}

double smallest_gap(const System& system, const Trajectory& run) {
  const SymbolicsLock lock = lock_symbolics();
  Measures measures(system);
  double least = std::numeric_limits<double>::infinity();
  for (const Step& step : run.steps)
    least = smaller(least, system.smallest(measures.gaps(step.state)));
  return least;
}

Vector equality_error(const System& system, const Trajectory& run) {
  const SymbolicsLock lock = lock_symbolics();
  Measures measures(system);
  Vector error(count(run));
  for (Index i = 0; i < error.size(); ++i) error[i] = measures.equality_error(record(run, i).state);
  return error;
}

Vector complementarity_error(const Trajectory& run) {
  Vector error(count(run));
  for (Index i = 0; i < error.size(); ++i)
    error[i] = record(run, i).report.certificate.complementarity;
  return error;
}

std::vector<Impact> impacts(const Trajectory& run) {
  std::vector<Impact> all;
  for (const Step& step : run.steps)
    all.insert(all.end(), step.impacts.begin(), step.impacts.end());
  return all;
}

}  // namespace ricochet
