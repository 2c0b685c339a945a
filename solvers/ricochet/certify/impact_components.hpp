#pragma once

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/step.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet {

/// Impacts with one share for every set of contacts that act on each other, n_i^T M^-1 n_j != 0.
class ImpactComponents {
 public:
  /// The components of the contacts met, where `at` is placed.
  void form(const std::vector<Index>& met, ReflectionCheck& at);
  /// Contacts of one component share one impact, others do not. What is wrong counts as a length.
  void check(const std::vector<Impact>& impacts, double length, Findings& found) const;

 private:
  [[nodiscard]] size_t group_of(Index contact) const;

  std::vector<Index> met_;
  std::vector<size_t> group_;  // per contact met
};

inline void ImpactComponents::form(const std::vector<Index>& met, ReflectionCheck& at) {
  constexpr double apart = 1e-12;  // of the mobilities: contacts that do not act on each other
  met_ = met;
  group_.resize(met.size());
  for (size_t i = 0; i < met.size(); ++i) {
    group_[i] = i;
    for (size_t j = 0; j < i; ++j) {
      const double scale = std::sqrt(at.coupling(met[i], met[i]) * at.coupling(met[j], met[j]));
      if (std::abs(at.coupling(met[i], met[j])) > apart * scale)
        std::replace(group_.begin(), group_.end(), size_t{group_[j]}, size_t{group_[i]});
    }
  }
}

/// As many as there are contacts for one that is not met.
inline size_t ImpactComponents::group_of(Index contact) const {
  const auto at = std::find(met_.begin(), met_.end(), contact);
  return at == met_.end() ? met_.size() : group_[static_cast<size_t>(at - met_.begin())];
}

inline void ImpactComponents::check(const std::vector<Impact>& impacts, double length,
                                    Findings& found) const {
  for (const Impact& impact : impacts)
    for (const Index i : impact.constraints) {
      const size_t own = group_of(i);
      found.take(Findings::jump, own < met_.size() ? 0.0 : length,
                 "is struck, but is not among the contacts to be avoided", i);
      for (const Impact& other : impacts)
        for (const Index j : other.constraints)
          found.take(Findings::energy, (group_of(j) == own) == (&other == &impact) ? 0.0 : length,
                     "shares its energy with contacts that do not act on it, or not with those "
                     "that do",
                     i);
    }
}

}  // namespace ricochet
