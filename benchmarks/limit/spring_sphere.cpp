#include "limit/dense.hpp"
#include "limit/limit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::limit {
namespace {

constexpr double h = 0.5, radius = 5.0;                                // [s], [m]; masses 1
constexpr double strength = 50.0, length = 2.0 * std::numbers::sqrt2;  // [J m^2], [m]; stiffness 1

struct Force {
  Row<4> gradient;  // V'
  Square<4> curvature;
};

/// V = strength / |x1|^2 + strength / |x2|^2 + (|x1 - x2| - length)^2 / 2
Force force(const Row<4>& x) {
  Force out;
  const double dx = x[0] - x[2], dy = x[1] - x[3], r = std::sqrt(dx * dx + dy * dy);
  const double a = 1.0 - length / r, b = length / (r * r * r);  // V' = a d, V'' = a + b d d^T
  Square<2> K;
  K[0] = {a + b * dx * dx, b * dx * dy};
  K[1] = {b * dx * dy, a + b * dy * dy};
  const Row<2> pull = {a * dx, a * dy};
  for (int k = 0; k < 4; k += 2) {
    const double s = x[k] * x[k] + x[k + 1] * x[k + 1], s2 = s * s, sign = k == 0 ? 1.0 : -1.0;
    for (int i = 0; i < 2; ++i) {
      out.gradient[k + i] = sign * pull[i] - 2.0 * strength / s2 * x[k + i];
      for (int j = 0; j < 2; ++j) {
        out.curvature[k + i][k + j] = K[i][j] + 8.0 * strength / (s2 * s) * x[k + i] * x[k + j] -
                                      (i == j ? 2.0 * strength / s2 : 0.0);
        out.curvature[k + i][2 - k + j] = -K[i][j];
      }
    }
  }
  return out;
}

/// One step with both contacts closed: v, lambda with
///
///   p - v - h/2 V'(q + h/2 v) - u(q) lambda = 0,   |q + h v| = radius,   u = x / |x|   [KP12]
///   (7.3)
///
/// A particle that leaves the circle is left out.
bool slide(double* q, double* p) {
  Row<4> u, v, x;
  for (int k = 0; k < 4; k += 2) {
    const double r = std::sqrt(q[k] * q[k] + q[k + 1] * q[k + 1]);
    u[k] = q[k] / r;
    u[k + 1] = q[k + 1] / r;
    const double speed = u[k] * p[k] + u[k + 1] * p[k + 1];
    if (std::abs(r - radius) > closed_gap || std::abs(speed) > resting_speed) return false;
  }
  std::copy_n(p, 4, v.begin());
  Row<2> lambda = {0.0, 0.0};
  for (int i = 0;; ++i) {
    if (i == most_iterations) return false;
    for (int k = 0; k < 4; ++k) x[k] = q[k] + 0.5 * h * v[k];
    const Force mid = force(x);
    Square<6> J{};
    Row<6> r;
    for (int k = 0; k < 4; ++k) {
      const int body = k / 2;
      r[k] = p[k] - v[k] - 0.5 * h * mid.gradient[k] - u[k] * lambda[body];
      for (int j = 0; j < 4; ++j)
        J[k][j] = 0.25 * h * h * mid.curvature[k][j] + (j == k ? 1.0 : 0.0);
      J[k][4 + body] = u[k];
      x[k] = q[k] + h * v[k];
    }
    for (int body = 0; body < 2; ++body) {
      const int k = 2 * body;
      const double distance = std::sqrt(x[k] * x[k] + x[k + 1] * x[k + 1]);
      r[4 + body] = radius - distance;
      J[4 + body][k] = h * x[k] / distance;
      J[4 + body][k + 1] = h * x[k + 1] / distance;
    }
    if (!solve<6>(J, r)) return false;
    double change = 0.0;
    for (int k = 0; k < 4; ++k) {
      v[k] += r[k];
      change = std::max(change, h * std::abs(r[k]));
    }
    lambda[0] += r[4];
    lambda[1] += r[5];
    if (change <= last_change) break;
  }
  if (lambda[0] < 0.0 || lambda[1] < 0.0) return false;
  for (int k = 0; k < 4; k += 2) {
    Row<2> y;
    for (int i = 0; i < 2; ++i) {
      q[k + i] += h * v[k + i];
      y[i] = 2.0 * v[k + i] - p[k + i] + u[k + i] * lambda[k / 2];  // D2 L_d = v - h/2 V'
    }
    const double along = (q[k] * y[0] + q[k + 1] * y[1]) / (radius * radius);
    for (int i = 0; i < 2; ++i) p[k + i] = y[i] - along * q[k + i];  // (7.5)-(7.6)
  }
  return true;
}

}  // namespace

bool spring_sphere(double* q, double* p, long steps) {
  for (; steps > 0; --steps)
    if (!slide(q, p)) return false;
  return true;
}

}  // namespace ricochet::limit
