#include "ricochet/contact/member_rows.hpp"

#include <algorithm>

namespace ricochet {

Index most_tangents(const System& s) {
  Index most = 0;
  for (Index i = 0; i < s.m(); ++i) {
    const auto [first, last] = s.contacts().tangents_of(i);
    if (last - first <= 2) most = std::max(most, last - first);
  }
  return most;
}

Index most_posed(const System& s) { return std::min(s.m(), Index{12}); }

double velocity_limit(const System& s) { return 1e-11 * s.length() / s.specification().time; }

void MemberRows::take(const ContactTable& table, const std::vector<Index>& members,
                      const Vector& friction) {
  contacts_.clear();
  columns_.clear();
  auto tangent = static_cast<Index>(members.size());  // behind the normals of all members
  for (size_t i = 0; i < members.size(); ++i) {
    const auto [first, last] = table.tangents_of(members[i]);
    const Index tangents = last - first <= 2 ? last - first : 0;
    contacts_.push_back({.row = size(), .tangents = tangents, .friction = friction[members[i]]});
    columns_.push_back(static_cast<Index>(i));
    for (Index j = 0; j < tangents; ++j) columns_.push_back(tangent + j);
    tangent += last - first;
  }
}

}  // namespace ricochet
