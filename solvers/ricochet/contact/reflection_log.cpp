#include "ricochet/contact/reflection_log.hpp"

namespace ricochet {

void ReflectionLog::record(const std::vector<Index>& members, const Mask& V, const Vector& y,
                           std::vector<ReflectionPass>& log) {
  const auto count = static_cast<Index>(members.size());
  const auto size = (V.head(count).array() != 0.0).count();
  ReflectionPass& entry = passes_.add(log, size);
  entry.set.clear();
  entry.passive.clear();
  entry.set.reserve(static_cast<size_t>(size));
  entry.passive.reserve(static_cast<size_t>(size));
  for (Index j = 0; j < count; ++j) {
    if (V[j] == 0.0) continue;
    const Index contact = members[static_cast<size_t>(j)];
    entry.impulse[static_cast<Index>(entry.set.size())] = y[j];
    entry.set.push_back(contact);
    if (y[j] <= 0.0) entry.passive.push_back(contact);
  }
}

Impact& ReflectionLog::sum(const std::vector<ReflectionPass>& log, Index contacts,
                           const State& before, const Vector& p_plus,
                           std::vector<Impact>& impacts) {
  total_.setZero(contacts);
  for (const ReflectionPass& pass : log)
    for (size_t j = 0; j < pass.set.size(); ++j)
      total_[pass.set[j]] += pass.impulse[static_cast<Index>(j)];
  Impact& impact = impacts_.add(impacts, (total_.array() != 0.0).count());
  impact.t = before.t;
  impact.alpha = 0.0;
  impact.passes = static_cast<Index>(log.size());
  impact.q = before.q;
  impact.p_minus = before.p;
  impact.p_plus = p_plus;
  impact.friction.resize(0);
  indices(total_, impact.constraints);
  for (size_t j = 0; j < impact.constraints.size(); ++j)
    impact.impulse[static_cast<Index>(j)] = total_[impact.constraints[j]];
  impact.flagged = false;
  return impact;
}

}  // namespace ricochet
