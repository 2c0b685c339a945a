#include "limit/dense.hpp"
#include "limit/limit.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet::limit {
namespace {

constexpr double h = 0.1;  // [s]; masses and radii 1

/// v with p - v - h/2 V'(q + h/2 v) = 0 for the midpoint rule, by Newton's method. Each disc is in
/// the well V = s (s - 1)^2, s = |x|^2.
bool fly(const double* q, const double* p, double* v) {
  std::copy_n(p, 4, v);
  for (int i = 0; i < most_iterations; ++i) {
    Square<4> J{};
    Row<4> r;
    for (int k = 0; k < 4; k += 2) {
      const double x = q[k] + 0.5 * h * v[k], y = q[k + 1] + 0.5 * h * v[k + 1], s = x * x + y * y;
      const double a = 2.0 * (s - 1.0) * (3.0 * s - 1.0), b = 4.0 * (6.0 * s - 4.0);  // V' = a x
      r[k] = p[k] - v[k] - 0.5 * h * a * x;
      r[k + 1] = p[k + 1] - v[k + 1] - 0.5 * h * a * y;
      J[k][k] = 1.0 + 0.25 * h * h * (a + b * x * x);
      J[k][k + 1] = J[k + 1][k] = 0.25 * h * h * b * x * y;
      J[k + 1][k + 1] = 1.0 + 0.25 * h * h * (a + b * y * y);
    }
    if (!solve<4>(J, r)) return false;
    double change = 0.0;
    for (int k = 0; k < 4; ++k) {
      v[k] += r[k];
      change = std::max(change, h * std::abs(r[k]));
    }
    if (change <= last_change) return true;
  }
  return false;
}

struct Contact {
  double x, y, gap;  // the unit vector from disc 2 to disc 1
};

Contact contact(const Row<4>& q) {
  const double x = q[0] - q[2], y = q[1] - q[3], distance = std::sqrt(x * x + y * y);
  return {x / distance, y / distance, distance - 2.0};
}

}  // namespace

/// Discs that stay together are left out.
bool oscillator(double* q, double* p, long steps) {
  for (; steps > 0; --steps) {
    Row<4> v, ahead;
    if (!fly(q, p, v.data())) return false;  // [KP12] (8.1)
    for (int k = 0; k < 4; ++k) ahead[k] = q[k] + h * v[k];
    const Contact now = contact({q[0], q[1], q[2], q[3]});
    const bool closed = std::abs(now.gap) <= closed_gap;
    if (closed || contact(ahead).gap <= closed_gap) {
      const double speed = now.x * (p[0] - p[2]) + now.y * (p[1] - p[3]);
      if (closed && std::abs(speed) <= resting_speed) return false;
      if (speed < -resting_speed) {
        const Row<4> jump = {now.x, now.y, -now.x, -now.y};
        for (int k = 0; k < 4; ++k) p[k] -= speed * jump[k];  // (7.2)
        if (!fly(q, p, v.data())) return false;               // (7.3)
      }
    }
    for (int k = 0; k < 4; ++k) {
      q[k] += h * v[k];
      p[k] = 2.0 * v[k] - p[k];  // (7.5): v - h/2 V' = v - (p - v)
    }
  }
  return true;
}

}  // namespace ricochet::limit
