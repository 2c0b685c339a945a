#pragma once

#include "limit/dense.hpp"

#include <algorithm>
#include <cmath>

/// Newton's cradle of five balls of mass 1 in the plane: rods, contacts between neighbours, and
/// what contacts do to speeds.
namespace ricochet::limit::cradle {

inline constexpr double radius = 0.25, length = 1.0;  // [m]
inline constexpr double wrong_sign = 1e-12;           // of an impulse [N s] or a gap [m]
inline constexpr int balls = 5, contacts = 4, n = 2 * balls, rows = balls + contacts;

using Place = Row<n>;
using Set = Array<bool, contacts>;

/// Unit vectors along the rods and from ball to ball, with the values of the constraints.
struct Geometry {
  Place rod;               // from the anchor to the ball
  Row<2 * contacts> next;  // from ball i to ball i + 1
  Row<rows> value;         // f, then g
};

inline double gap(const Place& x, int i) {
  const double dx = x[2 * i + 2] - x[2 * i], dy = x[2 * i + 3] - x[2 * i + 1];
  return std::sqrt(dx * dx + dy * dy) - 2.0 * radius;
}

inline Geometry geometry(const Place& x) {
  Geometry at;
  for (int i = 0; i < balls; ++i) {
    const double dx = x[2 * i] - 2.0 * radius * i, dy = x[2 * i + 1];
    const double r = std::sqrt(dx * dx + dy * dy);
    at.rod[2 * i] = dx / r;
    at.rod[2 * i + 1] = dy / r;
    at.value[i] = r - length;
  }
  for (int i = 0; i < contacts; ++i) {
    const double dx = x[2 * i + 2] - x[2 * i], dy = x[2 * i + 3] - x[2 * i + 1];
    const double r = std::sqrt(dx * dx + dy * dy);
    at.next[2 * i] = dx / r;
    at.next[2 * i + 1] = dy / r;
    at.value[balls + i] = r - 2.0 * radius;
  }
  return at;
}

/// Column k of (F, G): the nonzeros of rod k, or of contact k - balls; entries first, first + 1,
/// ...
struct Column {
  int first, size;
  Row<4> entry;
};

inline Column column(const Geometry& at, int k) {
  if (k < balls) return {2 * k, 2, {at.rod[2 * k], at.rod[2 * k + 1]}};
  const int i = k - balls;
  const double x = at.next[2 * i], y = at.next[2 * i + 1];
  return {2 * i, 4, {-x, -y, x, y}};
}

/// Speeds along the circles of the balls, which the rods leave free, and what contacts do to them:
/// contact i pushes ball i by -back_i and ball i + 1 by ahead_i.                    [KP12] (7.7)
struct Circles {
  Row<balls> speed;
  Row<contacts> back, ahead;

  Circles(const Geometry& at, const Place& p) {
    const auto along = [&at](int ball, const double* a) {
      return a[1] * at.rod[2 * ball] - a[0] * at.rod[2 * ball + 1];
    };
    for (int i = 0; i < balls; ++i) speed[i] = along(i, &p[2 * i]);
    for (int i = 0; i < contacts; ++i) {
      back[i] = along(i, &at.next[2 * i]);
      ahead[i] = along(i + 1, &at.next[2 * i]);
    }
  }

  [[nodiscard]] double opening(int i) const { return ahead[i] * speed[i + 1] - back[i] * speed[i]; }

  /// Impulses y of a set with N^T M^-1 N y = -times * opening speeds, a tridiagonal system. False
  /// if one pulls: then it is no solution of the complementarity problem.
  bool push(const Set& set, double times) {
    Row<contacts> y{}, pivot{};
    for (int i = 0; i < contacts; ++i) {
      if (!set[i]) continue;
      pivot[i] = back[i] * back[i] + ahead[i] * ahead[i];
      y[i] = -times * opening(i);
      if (i == 0 || !set[i - 1]) continue;
      const double off = -ahead[i - 1] * back[i], factor = off / pivot[i - 1];
      pivot[i] -= factor * off;
      y[i] -= factor * y[i - 1];
    }
    for (int i = contacts - 1; i >= 0; --i) {
      if (!set[i]) continue;
      if (i < contacts - 1 && set[i + 1]) y[i] += ahead[i] * back[i + 1] * y[i + 1];
      y[i] /= pivot[i];
    }
    for (int i = 0; i < contacts; ++i) {
      speed[i] -= back[i] * y[i];
      speed[i + 1] += ahead[i] * y[i];
    }
    return *std::min_element(y.begin(), y.end()) >= -wrong_sign;
  }

  void write(const Geometry& at, Place& p) const {
    for (int i = 0; i < balls; ++i) {
      p[2 * i] = -speed[i] * at.rod[2 * i + 1];
      p[2 * i + 1] = speed[i] * at.rod[2 * i];
    }
  }
};

}  // namespace ricochet::limit::cradle
