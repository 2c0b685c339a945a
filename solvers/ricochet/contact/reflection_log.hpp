#pragma once

#include "ricochet/step.hpp"
#include "ricochet/steppers/recycler.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <vector>

namespace ricochet {

/// Writes the passes of reflections, and their sums as events, into storage of earlier ones.
class ReflectionLog {
 public:
  /// The pass over the members whose entry of V is not 0, with impulses y.
  void record(const std::vector<Index>& members, const Mask& V, const Vector& y,
              std::vector<ReflectionPass>& log);
  /// Appends the passes as one event at alpha = 0; the caller adds the energies.
  Impact& sum(const std::vector<ReflectionPass>& log, Index contacts, const State& before,
              const Vector& p_plus, std::vector<Impact>& impacts);

  /// Empties a list of events that are over and keeps its storage for the next ones.
  void recycle(std::vector<ReflectionPass>& log) { passes_.collect(log); }
  void recycle(std::vector<Impact>& impacts) { impacts_.collect(impacts); }

 private:
  Recycler<ReflectionPass> passes_;
  Recycler<Impact> impacts_;
  Vector total_;
};

}  // namespace ricochet
