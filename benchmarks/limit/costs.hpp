#pragma once

#include <array>
#include <string>
#include <vector>

namespace ricochet::limit {

// What a step costs, as it is kept in benchmarks/results.

/// Where the instructions of a step go. `certifier` is what a step without it saves; the other
/// parts are those of a step without it.
inline constexpr std::array parts = {"certifier", "kernels", "linear algebra", "memory", "rest"};

/// The mean instructions of a step, as .ci/instructions counts them.
struct Cost {
  std::string problem = {};
  std::string program = {};
  double instructions = 0.0;
  std::array<double, parts.size()> part = {};  ///< of a stepper: their instructions
};

/// Times of this machine.
struct Time {
  std::string problem = {};
  std::string program = {};
  double nanoseconds = 0.0;  ///< of a step
  double setup = 0.0;        ///< before the first step [ms]; 0 of a program by hand
};

// These throw std::invalid_argument naming file and line.
[[nodiscard]] std::vector<Cost> read_costs(const std::string& path);
[[nodiscard]] std::vector<Time> read_times(const std::string& path);
[[nodiscard]] std::string times_csv(const std::vector<Time>& times);

/// The entry of a program for a problem; null if there is none.
template <class Entry>
[[nodiscard]] const Entry* find(const std::vector<Entry>& entries, const std::string& problem,
                                const std::string& program) {
  for (const Entry& entry : entries)
    if (entry.problem == problem && entry.program == program) return &entry;
  return nullptr;
}

}  // namespace ricochet::limit
