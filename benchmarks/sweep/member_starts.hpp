#pragma once

#include "sweep/sweep_plan.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ricochet::cli {

/// The starts of members that share a stepper. Several threads may ask at the same time.
class MemberStarts {
 public:
  /// The plan and the problem outlive it.
  MemberStarts(const SweepPlan& plan, const Problem& problem);

  /// The start of a member with these values and this step size. Where there is none it is nan, and
  /// the reason is kept.
  [[nodiscard]] State of(size_t member, const std::vector<double>& values, double h);
  /// What stands for a member that cannot run, and keeps the reason.
  [[nodiscard]] State none(size_t member, const std::string& reason);
  /// Why a member has no start; empty if it has one.
  [[nodiscard]] std::string reason(size_t member);

 private:
  [[nodiscard]] State make(const std::vector<double>& values, double h) const;
  void change(State& start, const System& system, const std::vector<double>& values,
              double h) const;

  const SweepPlan& plan_;
  const Problem& problem_;
  const Discretization rule_;
  std::vector<std::string> parameters_;  // swept ones, and where their values are
  std::vector<size_t> places_;
  bool fixed_ = true;  // the same for all members
  State fixed_start_;
  std::mutex mutex_;
  std::map<size_t, std::string> reasons_;
};

}  // namespace ricochet::cli
