#include "ricochet/contact/coulomb/one_contact.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double flat = 1e-14;     // of the mobility: a direction in which nothing moves
constexpr double precise = 1e-15;  // of alpha
constexpr double widening = 4.0;   // of a bracket
constexpr int widenings = 100, trials = 100;

}  // namespace

OneContact::OneContact(const Eigen::Matrix3d& A, Index tangents, double friction)
    : tangents_(friction > 0.0 ? tangents : 0), friction_(friction), normal_(A(0, 0)) {
  if (tangents_ == 0) return;
  Eigen::Vector2d couple = {A(0, 1), tangents_ > 1 ? A(0, 2) : 0.0};
  const double size = std::max(A(0, 0), A(1, 1));
  const double a = A(1, 1) - couple[0] * couple[0] / normal_;
  S_ = {std::max(a, flat * size), 1.0};
  couple_ = couple;
  if (tangents_ == 1) return;
  const double b = A(1, 2) - couple[0] * couple[1] / normal_;
  const double d = A(2, 2) - couple[1] * couple[1] / normal_;
  const double angle = 0.5 * std::atan2(2.0 * b, a - d);
  const double cosine = std::cos(angle), sine = std::sin(angle);
  axes_ << cosine, -sine, sine, cosine;
  const double mean = 0.5 * (a + d), spread = std::hypot(0.5 * (a - d), b);
  const double least = flat * std::max(size, A(2, 2));
  S_ = {std::max(mean + spread, least), std::max(mean - spread, least)};
  couple_ = axes_.transpose() * couple;
}

ContactVector OneContact::solve(const ContactVector& c) const {
  if (!(c[0] < 0.0)) return ContactVector::Zero();
  if (tangents_ == 0) return {-c[0] / normal_, 0.0, 0.0};
  const Eigen::Vector2d d = axes_.transpose() * Eigen::Vector2d(c[1], tangents_ > 1 ? c[2] : 0.0) -
                            couple_ * (c[0] / normal_);
  const Eigen::Vector2d stick = -d.cwiseQuotient(S_);
  const double pressed = -(c[0] + couple_.dot(stick)) / normal_;
  ContactVector r;
  if (stick.norm() <= friction_ * pressed) {
    r << pressed, stick;
  } else {
    r = slide(c[0], direction(d, c[0]));
  }
  r.tail<2>() = (axes_ * r.tail<2>()).eval();
  return r;
}

/// The impulse on the edge of the cone that stops the approach.
ContactVector OneContact::slide(double c_N, const Eigen::Vector2d& direction) const {
  const double normal = -c_N / (normal_ + friction_ * couple_.dot(direction));
  ContactVector r;
  r << normal, friction_ * normal * direction;
  return r;
}

/// |r_T| - mu r_N for one alpha.
double OneContact::outside(const Eigen::Vector2d& d, double c_N, double alpha) const {
  const Eigen::Vector2d rub = -d.array() / (S_.array() + alpha);
  return rub.norm() + friction_ * (c_N + couple_.dot(rub)) / normal_;
}

/// The direction of r_T of a contact that slides: Illinois' method between values of alpha.
Eigen::Vector2d OneContact::direction(const Eigen::Vector2d& d, double c_N) const {
  if (tangents_ == 1) return {d[0] > 0.0 ? -1.0 : 1.0, 0.0};
  double low = 0.0, high = S_[1];
  double at_low = outside(d, c_N, low), at_high = outside(d, c_N, high);
  for (int i = 0; i < widenings && at_high > 0.0; ++i) {
    low = high;
    at_low = at_high;
    high *= widening;
    at_high = outside(d, c_N, high);
  }
  int side = 0;  // which end moved last
  for (int i = 0; i < trials && high - low > precise * high; ++i) {
    double alpha = low + (high - low) * at_low / (at_low - at_high);
    if (i % 8 == 7 || !(alpha > low && alpha < high)) alpha = 0.5 * (low + high);
    const double value = outside(d, c_N, alpha);
    if (value > 0.0) {
      low = alpha;
      at_low = value;
      if (side > 0) at_high *= 0.5;
      side = 1;
    } else {
      high = alpha;
      at_high = value;
      if (value == 0.0) break;
      if (side < 0) at_low *= 0.5;
      side = -1;
    }
  }
  return (-d.array() / (S_.array() + high)).matrix().normalized();
}

}  // namespace ricochet
