#pragma once

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ricochet::support {

/// One stepper with one backend, for laws that run over the whole registry.
struct Combination {
  std::string stepper, backend;

  [[nodiscard]] std::unique_ptr<Stepper> make(const Problem& problem) const {
    const StepperEntry& entry = find_stepper(stepper);
    StepperOptions options = entry.suited(problem.discretization);
    options.backend = make_backend(backend);
    return entry.make(problem.system, options);
  }
  [[nodiscard]] std::unique_ptr<Stepper> make(const System& system) const {
    return make_stepper(stepper, system, {.backend = make_backend(backend)});
  }
};

inline std::vector<Combination> every_combination() {
  std::vector<Combination> all;
  for (const StepperEntry& s : all_steppers())
    for (const BackendEntry& b : all_backends()) all.push_back({s.name, b.name});
  return all;
}

/// A test name: hyphens become underscores.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline std::string combination_name(const testing::TestParamInfo<Combination>& tested) {
  return test_name(tested.param.stepper + "_with_" + tested.param.backend);
}

}  // namespace ricochet::support
