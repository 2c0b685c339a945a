#include "limit/step_times.hpp"

#include <algorithm>
#include <ctime>

namespace ricochet::limit {

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

namespace {

/// CPU time of so many steps [s].
double timed(const Run& run, long steps) {
  const double start = processor_seconds();
  counted_steps(run, steps);
  return processor_seconds() - start;
}

/// Whole runs that take about so long; they are made once for the purpose.
long steps_for(const Run& run, double seconds) {
  long steps = run.steps;
  while (timed(run, steps) < 0.5 * seconds) steps *= 2;
  return steps;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<Time> time_steps(const std::vector<Run>& runs, const TimeRequest& request) {
  std::vector<long> steps;
  for (const Run& run : runs) steps.push_back(steps_for(run, request.seconds));
  std::vector<std::vector<double>> samples(runs.size());
  for (int round = 0; round < request.rounds; ++round)
    for (size_t i = 0; i < runs.size(); ++i)
      samples[i].push_back(timed(runs[i], steps[i]) / static_cast<double>(steps[i]));
  std::vector<Time> times;
  for (size_t i = 0; i < runs.size(); ++i)
    times.push_back({.problem = runs[i].problem,
                     .program = runs[i].program,
                     .nanoseconds = 1e9 * median(samples[i]),
                     .setup = 1e3 * runs[i].setup});
  return times;
}

}  // namespace ricochet::limit
