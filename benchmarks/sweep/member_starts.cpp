#include "sweep/member_starts.hpp"

#include "program/options/start.hpp"
#include "ricochet/project.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ricochet::cli {

MemberStarts::MemberStarts(const SweepPlan& plan, const Problem& problem)
    : plan_(plan), problem_(problem), rule_(discretization(plan.options, problem)) {
  bool in_start = false;
  for (size_t i = 0; i < plan.swept.size(); ++i) {
    in_start = in_start || plan.swept[i].of_start();
    if (plan.swept[i].place != Place::parameter) continue;
    parameters_.push_back(plan.swept[i].name);
    places_.push_back(i);
  }
  const Options& o = plan.options;
  fixed_ = !in_start && !problem.start_for && problem.v0.size() == 0 && !o.v0 && !o.project_start;
  if (fixed_) fixed_start_ = given_start(o, problem, rule_, problem.h);
}

State MemberStarts::of(size_t member, const std::vector<double>& values, double h) {
  if (fixed_) return fixed_start_;
  try {
    const SymbolicsLock lock = lock_symbolics();
    return make(values, h);
  } catch (const std::exception& refused) {
    return none(member, refused.what());
  }
}

State MemberStarts::none(size_t member, const std::string& reason) {
  const std::scoped_lock guard(mutex_);
  reasons_[member] = reason;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector nowhere = Vector::Constant(problem_.system.n(), nan);
  return {.q = nowhere, .p = nowhere};
}

std::string MemberStarts::reason(size_t member) {
  const std::scoped_lock guard(mutex_);
  const auto found = reasons_.find(member);
  return found == reasons_.end() ? "" : found->second;
}

State MemberStarts::make(const std::vector<double>& values, double h) const {
  std::vector<double> chosen;
  for (const size_t i : places_) chosen.push_back(values[i]);
  const System system = problem_.system.with(parameters_, chosen);
  State start = given_start(plan_.options, problem_, system, rule_, h);
  change(start, system, values, h);
  return plan_.options.project_start ? project(system, start) : start;
}

/// A start that is given by velocities keeps them where a coordinate changes.
void MemberStarts::change(State& start, const System& system, const std::vector<double>& values,
                          double h) const {
  const Options& o = plan_.options;
  bool moved = false, by_velocity = false;
  for (const Swept& s : plan_.swept) {
    moved = moved || s.place == Place::start_q;
    by_velocity = by_velocity || s.place == Place::start_v;
  }
  const bool from_velocity = o.v0 || (problem_.v0.size() > 0 && !o.p0);
  Vector v;
  if (by_velocity || (moved && from_velocity)) {
    if (o.v0)
      v = Eigen::Map<const Vector>(o.v0->data(), static_cast<Index>(o.v0->size()));
    else
      v = from_velocity ? problem_.v0 : system.at(start.t).velocity(start.q, start.p);
  }
  for (size_t i = 0; i < plan_.swept.size(); ++i) {
    const Swept& s = plan_.swept[i];
    if (s.place == Place::start_q) start.q[s.component] = values[i];
    if (s.place == Place::start_v) v[s.component] = values[i];
  }
  if (v.size() > 0) start.p = momenta_of(system.at(start.t), rule_, start.q, v, h);
  for (size_t i = 0; i < plan_.swept.size(); ++i)
    if (plan_.swept[i].place == Place::start_p) start.p[plan_.swept[i].component] = values[i];
}

}  // namespace ricochet::cli
