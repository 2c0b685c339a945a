#pragma once

#include "program/options/setup.hpp"
#include "sweep/members.hpp"
#include "sweep/part.hpp"
#include "sweep/swept.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A sweep with everything decided and checked; nothing is written yet.
struct SweepPlan {
  Options options = {};  ///< a table of --start is read: its row is in q0 and p0
  Setup base;            ///< with the values that are not swept
  Members members;
  std::vector<Swept> swept = {};  ///< by name, as members.names()
  Part part = {};
  Index coordinates = 0;  ///< the most of any member
  /// What is the same in all parts of one sweep, and in no other: "digest/members".
  std::string sign = {};

  [[nodiscard]] size_t first() const { return part.first(members.count()); }
  [[nodiscard]] size_t end() const { return part.end(members.count()); }
};

/// Refuses with std::invalid_argument or std::runtime_error whatever would go wrong.
[[nodiscard]] SweepPlan make_sweep_plan(const Options& o);

/// The options of a run with the values of those names that rebuild; `values` are those of a
/// member.
[[nodiscard]] Options options_with(const SweepPlan& plan, const std::vector<double>& values);

/// Values of the names that rebuild: members that share them share a stepper.
[[nodiscard]] std::vector<double> rebuilding_values(const SweepPlan& plan,
                                                    const std::vector<double>& values);

}  // namespace ricochet::cli
