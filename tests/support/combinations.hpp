#pragma once

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::support {

/// One stepper with one backend, for laws that run over the whole registry.
struct Combination {
  std::string stepper, backend;

  [[nodiscard]] std::unique_ptr<Stepper> make(const Problem& problem) const;
  [[nodiscard]] std::unique_ptr<Stepper> make(const System& system) const;
};

std::vector<Combination> every_combination();

// The lists of trials are made whenever a test starts, so that what they ask is built once.

const std::vector<System>& every_system();

/// What every stepper declares about itself.
const std::vector<StepperInfo>& every_declaration();

/// The problems that a stepper can take, for laws of that stepper.
std::vector<std::string> problems_of(const std::string& stepper);
/// Those without forces Q, for laws of motion that V and L alone cause.
std::vector<std::string> unforced_problems_of(const std::string& stepper);

/// A problem with a backend, for laws that run long with newton, which is quick, and shortly with
/// ipopt.
struct Trial {
  std::string problem, backend;

  [[nodiscard]] long length(long with_newton, long with_ipopt) const {
    return backend == "newton" ? with_newton : with_ipopt;
  }
};

std::vector<Trial> trials_of(const std::vector<std::string>& problems);

/// Those whose stepper declares what a law is about.
std::vector<Combination> combinations_where(
    const std::function<bool(const StepperInfo&)>& declares);

/// Those whose stepper lets one choose the discretization.
std::vector<Combination> combinations_with_a_choice_of_rule();

std::string combination_name(const testing::TestParamInfo<Combination>& tested);

std::string trial_name(const testing::TestParamInfo<Trial>& tested);

}  // namespace ricochet::support
