#include "limit/dense.hpp"
#include "limit/limit.hpp"

#include <cmath>

namespace ricochet::limit {
namespace {

constexpr double h = 1e-2;  // [s]; masses and diameters 1
constexpr int n = 5;

using Balls = Row<n>;
using Gaps = Array<bool, n - 1>;  // gap i is that between the balls i and i + 1

/// The nearest x that does not decrease across the gaps of a set: neighbours in the wrong order get
/// their mean, group by group.
void pool(Balls& x, const Gaps& set) {
  Balls mean{};
  Array<int, n> size{};
  int groups = 0;
  for (int i = 0; i < n; ++i) {
    mean[groups] = x[i];
    size[groups++] = 1;
    int first = i;  // ball of the last group
    while (first > 0 && set[first - 1] && mean[groups - 2] > mean[groups - 1]) {
      --groups;
      const int both = size[groups - 1] + size[groups];
      mean[groups - 1] = (size[groups - 1] * mean[groups - 1] + size[groups] * mean[groups]) / both;
      size[groups - 1] = both;
      first = i + 1 - both;
    }
  }
  for (int group = 0, i = 0; group < groups; ++group)
    for (const int end = i + size[group]; i < end; ++i) x[i] = mean[group];
}

/// Balls across the gaps of a set get the mean momentum of their group.
void join(Balls& p, const Gaps& set) {
  for (int first = 0, last = 0; first < n; first = ++last) {
    double sum = p[first];
    while (last < n - 1 && set[last]) sum += p[++last];
    for (int i = first; i <= last && last > first; ++i) p[i] = sum / (last - first + 1);
  }
}

/// Passes until no gap of the set closes: p + dp is nearest to p with 2 p + dp in order.  (7.2)
void reflect(Balls& p, const Gaps& met) {
  for (;;) {
    Gaps closing{};
    bool any = false;
    for (int i = 0; i < n - 1; ++i) any |= closing[i] = met[i] && p[i + 1] - p[i] < -resting_speed;
    if (!any) return;
    Balls u;
    for (int i = 0; i < n; ++i) u[i] = 2.0 * p[i];
    pool(u, closing);
    for (int i = 0; i < n; ++i) p[i] = u[i] - p[i];
  }
}

/// One step; x is the position less the number of the ball, so that a gap is x_i+1 - x_i.
void step(Balls& x, Balls& p) {
  Gaps closed, met, smooth, held;
  bool any_met = false, any_smooth = false;
  for (int i = 0; i < n - 1; ++i) {
    const double gap = x[i + 1] - x[i], ahead = gap + h * (p[i + 1] - p[i]);
    closed[i] = std::abs(gap) <= closed_gap;
    any_met |= met[i] = closed[i] || ahead <= closed_gap;
  }
  if (any_met) reflect(p, met);
  for (int i = 0; i < n - 1; ++i)
    any_smooth |= smooth[i] = closed[i] && std::abs(p[i + 1] - p[i]) <= resting_speed;  // (7.1)
  if (!any_smooth) {
    for (int i = 0; i < n; ++i) x[i] += h * p[i];
    return;
  }
  Balls end;
  for (int i = 0; i < n; ++i) end[i] = x[i] + h * p[i];
  pool(end, smooth);  // (7.3)-(7.4)
  for (int i = 0; i < n - 1; ++i)
    held[i] = smooth[i] && std::abs(end[i + 1] - end[i]) <= closed_gap;
  for (int i = 0; i < n; ++i) {
    p[i] = (end[i] - x[i]) / h;
    x[i] = end[i];
  }
  join(p, held);  // (7.5)-(7.6)
}

}  // namespace

/// Free motion does not change p. With equal masses the impulses of a reflection and of contacts
/// that stay closed are projections on ordered numbers, which neighbours that are pooled give
/// exactly.
bool ball_chain(double* q, double* p, long steps) {
  Balls x, y;
  for (int i = 0; i < n; ++i) {
    x[i] = q[i] - i;
    y[i] = p[i];
  }
  for (; steps > 0; --steps) step(x, y);
  for (int i = 0; i < n; ++i) {
    q[i] = x[i] + i;
    p[i] = y[i];
  }
  return true;
}

}  // namespace ricochet::limit
