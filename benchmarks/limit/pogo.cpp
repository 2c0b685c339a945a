#include "limit/limit.hpp"

#include <cmath>

namespace ricochet::limit {
namespace {

constexpr double h = 0.1;                                           // [s]
constexpr double gravity = 9.8213, stiffness = 10.0, length = 5.0;  // [m/s^2], [N/m], [m]; masses 1

/// Tension of the spring [N].
double tension(const double* q) { return stiffness * (q[0] - q[1] - length); }

}  // namespace

/// Verlet: D1 L_d = -v - h/2 V'(q0), D2 L_d = v - h/2 V'(q1) with v = (q1 - q0) / h. The force at
/// the end of a step is that at the start of the next. A lower mass that stays on the floor is left
/// out.
bool pogo(double* q, double* p, long steps) {
  double pull = tension(q);
  for (; steps > 0; --steps) {
    const double v0 = p[0] - 0.5 * h * (pull + gravity);
    double v1 = p[1] + 0.5 * h * (pull - gravity);  // [KP12] (8.1)
    const bool closed = std::abs(q[1]) <= closed_gap;
    if (closed && std::abs(p[1]) <= resting_speed) return false;
    if ((closed || q[1] + h * v1 <= closed_gap) && p[1] < -resting_speed)
      v1 -= 2.0 * p[1];  // (7.2)
    q[0] += h * v0;
    q[1] += h * v1;  // (7.3)
    pull = tension(q);
    p[0] = v0 - 0.5 * h * (pull + gravity);  // (7.5)
    p[1] = v1 + 0.5 * h * (pull - gravity);
  }
  return true;
}

}  // namespace ricochet::limit
