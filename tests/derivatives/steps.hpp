#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

/// Steps with impacts, for tests of derivatives.

namespace ricochet::support {

/// A problem, a method of located impacts, and a step of it with so many impacts.
struct Strike {
  std::string name;
  std::string problem;
  std::string stepper = "collision";
  Index impacts = 1;
  double longer = 1.0;  ///< h, in steps of the problem
  std::map<std::string, double> values = {};
  Structure structure = {};  ///< of the problem
  State start = {};          ///< that of the problem if it is empty
};

inline std::string name_of(const testing::TestParamInfo<Strike>& tested) {
  return tested.param.name;
}

/// What a step begins with and what makes it. Its impacts are inside.
struct Found {
  System system;
  std::unique_ptr<Stepper> stepper;
  Step from;
  double h = 0.0;
};

inline Found find(const Strike& strike) {
  const Problem problem = find_problem(strike.problem).make(strike.structure);
  System system = problem.system;
  for (const auto& [name, value] : strike.values) system = system.with(name, value);
  const StepperEntry& entry = find_stepper(strike.stepper);
  StepperOptions options = entry.suited(problem.discretization);
  options.backend = newton();
  Found found{.system = system,
              .stepper = entry.make(system, options),
              .from = Step{.state = strike.start.q.size() > 0 ? strike.start : problem.initial},
              .h = strike.longer * problem.h};
  for (int k = 0; k < 3000; ++k) {
    const Step to = found.stepper->advance(found.from, found.h);
    EXPECT_TRUE(to.report.ok()) << to.report.message;
    const bool inside = std::all_of(to.impacts.begin(), to.impacts.end(), [](const Impact& impact) {
      return impact.alpha > 0.1 && impact.alpha < 0.9;
    });
    if (static_cast<Index>(to.impacts.size()) == strike.impacts && inside) return found;
    found.from = Step{.state = to.state};
  }
  ADD_FAILURE() << "no step with " << strike.impacts << " impacts";
  return found;
}

/// (q, p) where the step begins.
inline std::vector<double> start_of(const Found& found) {
  const auto& [t, q, p] = found.from.state;
  std::vector<double> x(q.begin(), q.end());
  x.insert(x.end(), p.begin(), p.end());
  return x;
}

}  // namespace ricochet::support
