#pragma once

#include "ricochet/system.hpp"

#include <vector>

namespace ricochet {

/// Which contacts of a step act on each other, directly or through what else joins their bodies.
class ContactGroups {
 public:
  /// forces: potential and forces join the coordinates that they depend on; masses, equalities and
  /// nonholonomic rows always do.
  ContactGroups(const System& s, bool forces);

  void form(const std::vector<Index>& contacts);
  /// The group of a contact that takes part: its smallest coordinate.
  [[nodiscard]] Index of(Index contact) const;
  [[nodiscard]] Index of_coordinate(Index i) const { return labels_[static_cast<size_t>(i)]; }

 private:
  using Set = std::vector<Index>;  // coordinates
  static void join(const Set& set, std::vector<Index>& labels);

  std::vector<Set> reaches_;            // of each contact
  std::vector<Index> bodies_, labels_;  // per coordinate: the smallest one of its group
};

}  // namespace ricochet
