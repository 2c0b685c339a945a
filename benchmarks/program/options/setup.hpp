#pragma once

#include "program/options/options.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/text/settings.hpp"

#include <memory>
#include <string>

namespace ricochet::cli {

/// The problem asked for, with its parameters; nothing is solved yet.
struct Setup {
  Problem problem;
  Settings settings = {};  ///< of problem and method, with all values in force
};

/// Makes the problem: each --set is a structural parameter if the problem has one of that name,
/// else a parameter of its system.
[[nodiscard]] Setup make_setup(const Options& o);

/// The rule asked for, or the problem's own.
[[nodiscard]] Discretization discretization(const Options& o, const Problem& problem);

/// Builds the stepper asked for, or the problem's own, and adds its options to the settings.
[[nodiscard]] std::unique_ptr<Stepper> make_stepper(const Options& o, Setup& setup,
                                                    const std::string& default_backend);

/// The step size asked for, or the problem's own [s]; adds it to the settings.
[[nodiscard]] double step_size(const Options& o, Setup& setup);

}  // namespace ricochet::cli
