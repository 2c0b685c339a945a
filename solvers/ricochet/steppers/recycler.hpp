#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ricochet {

/// Gives the storage of events of earlier steps to new events, so that a warm stepper allocates
/// nothing in an impact either. An Event is an Impact, a ReflectionPass or a FlightRecord.
template <class Event>
class Recycler {
 public:
  /// Empties the list but keeps the memory of its events.
  void collect(std::vector<Event>& over) {
    for (Event& event : over)
      if (spare_.size() < most_spare) spare_.push_back(std::move(event));
    over.clear();
  }

  /// Appends an event whose members all have sizes that never change for a system.
  Event& add(std::vector<Event>& events) {
    if (spare_.empty()) return events.emplace_back();
    events.push_back(std::move(spare_.back()));
    spare_.pop_back();
    return events.back();
  }

  /// Appends an event whose impulse has the given size; an impulse cannot change its size without
  /// allocating. The other members have old values: assign all of them.
  Event& add(std::vector<Event>& events, Index impulses) {
    const auto fits = [&](const Event& e) { return e.impulse.size() == impulses; };
    const auto found = std::find_if(spare_.begin(), spare_.end(), fits);
    if (found == spare_.end()) {
      events.emplace_back().impulse.resize(impulses);
    } else {
      events.push_back(std::move(*found));
      if (found != spare_.end() - 1) *found = std::move(spare_.back());
      spare_.pop_back();
    }
    return events.back();
  }

 private:
  static constexpr size_t most_spare = 1000;  // events of other steppers may arrive without end
  std::vector<Event> spare_;
};

}  // namespace ricochet
