#include "ricochet/contact/slide_directions.hpp"

namespace ricochet {

void SlideDirections::take(std::span<const CoulombContact> contacts,
                           const Eigen::Ref<const Vector>& slips, double least) {
  contacts_.clear();
  parts_.clear();
  reduces_ = false;
  for (const CoulombContact& contact : contacts) {
    contacts_.push_back(contact);
    contacts_.back().row = rows();
    parts_.push_back({.row = contact.row});
    const Index first = contact.row + 1;
    const double slip = contact.tangents == 2 ? slips.segment<2>(first).norm() : 0.0;
    if (slip > least) {
      contacts_.back().tangents = 1;
      parts_.push_back({.row = first, .entries = 2, .values = slips.segment<2>(first) / slip});
      reduces_ = true;
    } else {
      for (Index j = 0; j < contact.tangents; ++j) parts_.push_back({.row = first + j});
    }
  }
}

Eigen::Map<const Matrix> SlideDirections::reduced(const Eigen::Ref<const Matrix>& W) {
  auto made = W_.square(rows());
  for (Index j = 0; j < rows(); ++j)
    for (Index i = 0; i <= j; ++i) {
      const Part &a = parts_[static_cast<size_t>(i)], &b = parts_[static_cast<size_t>(j)];
      made(i, j) = made(j, i) = a.values.head(a.entries).dot(
          W.block(a.row, b.row, a.entries, b.entries) * b.values.head(b.entries));
    }
  return {made.data(), rows(), rows()};
}

void SlideDirections::reduce(const Eigen::Ref<const Vector>& whole, Eigen::Ref<Vector> part) const {
  for (Index i = 0; i < rows(); ++i) {
    const Part& of = parts_[static_cast<size_t>(i)];
    part[i] = of.values.head(of.entries).dot(whole.segment(of.row, of.entries));
  }
}

void SlideDirections::expand(const Eigen::Ref<const Vector>& part, Eigen::Ref<Vector> whole) const {
  whole.setZero();
  for (Index i = 0; i < rows(); ++i) {
    const Part& of = parts_[static_cast<size_t>(i)];
    whole.segment(of.row, of.entries) += part[i] * of.values.head(of.entries);
  }
}

}  // namespace ricochet
