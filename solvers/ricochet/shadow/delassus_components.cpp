#include "ricochet/shadow/delassus_components.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double apart = 1e-12;  // of the mobilities: contacts that do not act on each other

}  // namespace

void DelassusComponents::form(const Vector& q, const Mask& V) {
  indices(V, members_);
  label_.resize(members_.size());
  for (size_t i = 0; i < label_.size(); ++i) label_[i] = i;
  count_ = members_.size();
  if (count_ < 2) return;
  operator_.place(q);
  operator_.choose(members_);
  const auto D = operator_.D();
  for (size_t i = 0; i < members_.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const auto a = static_cast<Index>(i), b = static_cast<Index>(j);
      if (std::abs(D(a, b)) > apart * std::sqrt(D(a, a) * D(b, b))) join(i, j);
    }
  count_ = 0;  // labels in the order of first members
  for (size_t i = 0; i < label_.size(); ++i) {
    if (label_[i] != i) continue;
    for (size_t j = i + 1; j < label_.size(); ++j)
      if (label_[j] == i) label_[j] = count_;
    label_[i] = count_++;
  }
}

/// Both get the smaller label.
void DelassusComponents::join(size_t i, size_t j) {
  const auto [keep, drop] = std::minmax(label_[i], label_[j]);
  const size_t kept = keep, dropped = drop;
  std::replace(label_.begin(), label_.end(), dropped, kept);
}

void DelassusComponents::members_of(size_t component, Mask& out) const {
  out.setZero();
  for (size_t i = 0; i < members_.size(); ++i)
    if (label_[i] == component) out[members_[i]] = 1.0;
}

}  // namespace ricochet
