#pragma once

#include "ricochet/contact/coulomb/buffer.hpp"
#include "ricochet/contact/coulomb/coulomb_problem.hpp"

#include <vector>

namespace ricochet {

/// A Coulomb problem in which contacts that slide rub along the direction of their slide only:
/// their two tangents become one. With the columns of D, an axis of the whole problem or such a
/// direction each, the problem is D^T W D y + D^T b, r = D y.
///
/// A contact that ends a step rubs against its slip at the end, which is of first order where a
/// slide turns; along the mean slip of the step the motion is of second order.
class SlideDirections {
 public:
  /// slips: of all rows; contacts with two tangents that slip faster than `least` are reduced.
  void take(std::span<const CoulombContact> contacts, const Eigen::Ref<const Vector>& slips,
            double least);

  [[nodiscard]] bool reduces() const { return reduces_; }
  [[nodiscard]] const std::vector<CoulombContact>& contacts() const { return contacts_; }
  [[nodiscard]] Index rows() const { return static_cast<Index>(parts_.size()); }

  /// D^T W D, D^T b and D^T r; D y.
  [[nodiscard]] Eigen::Map<const Matrix> reduced(const Eigen::Ref<const Matrix>& W);
  void reduce(const Eigen::Ref<const Vector>& whole, Eigen::Ref<Vector> part) const;
  void expand(const Eigen::Ref<const Vector>& part, Eigen::Ref<Vector> whole) const;

 private:
  /// A column of D: up to two entries.
  struct Part {
    Index row = 0, entries = 1;
    Eigen::Vector2d values{1.0, 0.0};
  };
  bool reduces_ = false;
  std::vector<CoulombContact> contacts_;
  std::vector<Part> parts_;
  Buffer W_;
};

}  // namespace ricochet
