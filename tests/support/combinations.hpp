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

// The lists of trials are made whenever a test starts, so that what they ask is built once.

inline const std::vector<System>& every_system() {
  static const std::vector<System> systems = [] {
    std::vector<System> made;
    for (const ProblemEntry& entry : all_problems()) made.push_back(entry.make().system);
    return made;
  }();
  return systems;
}

/// What every stepper declares about itself.
inline const std::vector<StepperInfo>& every_declaration() {
  static const std::vector<StepperInfo> declarations = [] {
    std::vector<StepperInfo> made;
    const System probe = problems::particle_1d().system;
    for (const StepperEntry& s : all_steppers())
      made.push_back(s.make(probe, {.backend = make_backend("newton")})->info());
    return made;
  }();
  return declarations;
}

/// The problems that a stepper can take, for laws of that stepper.
inline std::vector<std::string> problems_of(const std::string& stepper) {
  std::vector<std::string> names;
  for (const System& system : every_system())
    if (find_stepper(stepper).why_not(system).empty()) names.push_back(system.name());
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
  for (const StepperInfo& info : every_declaration())
    if (declares(info))
      for (const BackendEntry& b : all_backends()) chosen.push_back({info.name, b.name});
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
