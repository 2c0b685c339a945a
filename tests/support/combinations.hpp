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

/// The problems that a stepper can take, for laws of that stepper.
inline std::vector<std::string> problems_of(const std::string& stepper) {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems())
    if (find_stepper(stepper).why_not(entry.make().system).empty()) names.push_back(entry.name);
  return names;
}

/// A problem with a backend, for laws that run long with newton, which is quick, and shortly with
/// ipopt.
struct Trial {
  std::string problem, backend;

  [[nodiscard]] long length(long with_newton, long with_ipopt) const {
    return backend == "newton" ? with_newton : with_ipopt;
  }
};

inline std::vector<Trial> trials_of(const std::vector<std::string>& problems) {
  std::vector<Trial> trials;
  for (const std::string& problem : problems)
    for (const char* backend : {"newton", "ipopt"}) trials.push_back({problem, backend});
  return trials;
}

/// Those whose stepper declares what a law is about.
template <class Declares>
std::vector<Combination> combinations_where(const Declares& declares) {
  std::vector<Combination> chosen;
  const System probe = problems::spring_sphere().system;
  for (const StepperEntry& s : all_steppers())
    if (declares(s.make(probe, {.backend = make_backend("newton")})->info()))
      for (const BackendEntry& b : all_backends()) chosen.push_back({s.name, b.name});
  return chosen;
}

/// Those whose stepper lets one choose the discretization.
inline std::vector<Combination> combinations_with_a_choice_of_rule() {
  std::vector<Combination> chosen;
  for (const Combination& c : every_combination())
    if (find_stepper(c.stepper).has_option("discretization")) chosen.push_back(c);
  return chosen;
}

/// A test name: hyphens become underscores.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline std::string combination_name(const testing::TestParamInfo<Combination>& tested) {
  return test_name(tested.param.stepper + "_with_" + tested.param.backend);
}

inline std::string trial_name(const testing::TestParamInfo<Trial>& tested) {
  return test_name(tested.param.problem + "_with_" + tested.param.backend);
}

}  // namespace ricochet::support
