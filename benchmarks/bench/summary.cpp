#include "bench/summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_of(const Measurement& row, const Competitor& competitor) {
  return row.trial.method == competitor.method && row.trial.backend == competitor.backend;
}

void count(const Measurement& row, Competitor& competitor) {
  ++competitor.cases;
  if (row.refused())
    ++competitor.refused;
  else if (!row.tried())
    ++competitor.not_tried;
  else if (row.ok())
    ++competitor.done;
  else
    ++(row.cut() ? competitor.cut : competitor.failed);
  if (!row.stepped()) return;
  competitor.certificate_max = std::fmax(competitor.certificate_max, row.summary.certificate_max);
  competitor.violation = std::fmax(competitor.violation, row.violation());
}

double median(std::vector<double> x) {
  if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

}  // namespace

double cost(const Measurement& row) {
  return row.ok() ? row.seconds_mean * static_cast<double>(row.steps_wanted) : infinity;
}

std::vector<Competitor> competitors(const SuiteResult& result) {
  std::vector<Competitor> all;
  for (const Measurement* row : result.rows) {
    const auto is_it = [&](const Competitor& c) { return is_of(*row, c); };
    if (std::none_of(all.begin(), all.end(), is_it))
      all.push_back({.method = row->trial.method, .backend = row->trial.backend});
    count(*row, *std::find_if(all.begin(), all.end(), is_it));
  }
  for (Competitor& competitor : all) {
    std::vector<double> times, bands;
    for (const Measurement* row : result.rows) {
      if (!is_of(*row, competitor) || row->refused()) continue;
      times.push_back(std::min(cost(*row), row->trial.limits.seconds));
      if (row->ok() && std::isfinite(row->energy_band())) bands.push_back(row->energy_band());
    }
    competitor.median_band = median(std::move(bands));
    competitor.mean_time = shifted_geometric_mean(times, time_shift);
  }
  return all;
}

std::vector<std::vector<double>> costs(const SuiteResult& result,
                                       const std::vector<Competitor>& competitors) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> table;
  std::vector<bool> taken;
  for (const Measurement* row : result.rows) {
    const std::string name = row->trial.problem.name();
    const auto known = std::find(names.begin(), names.end(), name);
    const auto i = static_cast<size_t>(known - names.begin());
    if (known == names.end()) {
      names.push_back(name);
      table.emplace_back(competitors.size(), infinity);
      taken.push_back(false);
    }
    if (!row->refused()) taken[i] = true;
    for (size_t j = 0; j < competitors.size(); ++j)
      if (is_of(*row, competitors[j])) table[i][j] = cost(*row);
  }
  std::vector<std::vector<double>> some;
  for (size_t i = 0; i < table.size(); ++i)
    if (taken[i]) some.push_back(table[i]);
  return some;
}

}  // namespace ricochet::cli
