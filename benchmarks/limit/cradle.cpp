#include "limit/cradle_geometry.hpp"
#include "limit/limit.hpp"

namespace ricochet::limit {
namespace {

using namespace cradle;

constexpr double h = 1e-2, gravity = 9.8;  // [s], [m/s^2]

/// Passes until no contact of the set closes.                                      [KP12] (7.2)
bool reflect(const Geometry& at, const Set& met, Place& p) {
  Circles circles(at, p);
  for (bool changed = false;; changed = true) {
    Set closing;
    bool any = false;
    for (int i = 0; i < contacts; ++i)
      any |= closing[i] = met[i] && circles.opening(i) < -resting_speed;
    if (!any && changed) circles.write(at, p);
    if (!any) return true;
    if (!circles.push(closing, 2.0)) return false;
  }
}

/// The rods and the contacts that are closed at the end of a step.
struct Rows {
  int count = 0;
  Array<int, rows> used{};
};

// A Newton step for the velocity v and the impulses w = (nu, lambda) of a step, [KP12] (7.8):
//
//   v - F(q) nu - G(q) lambda = drive,   f(q + h v) = 0,   g(q + h v) = 0 where closed
//
// `change` is what it does to the position at the end, at which `end` was.

/// All unknowns at once: a matrix of up to 19 rows.
struct Dense {
  static bool improve(const Geometry& start, const Geometry& end, const Rows& active,
                      const Place& drive, Place& v, Row<rows>& w, double& change) {
    Square<n + rows> A;
    Row<n + rows> r;
    const int size = n + active.count;
    for (int i = 0; i < size; ++i) std::fill_n(A[i].begin(), size, 0.0);
    for (int i = 0; i < n; ++i) {
      A[i][i] = 1.0;
      r[i] = drive[i] - v[i];
    }
    for (int j = 0; j < active.count; ++j) {
      const int k = active.used[j];
      const Column push = column(start, k), row = column(end, k);
      for (int i = 0; i < push.size; ++i) {
        A[push.first + i][n + j] = -push.entry[i];
        r[push.first + i] += push.entry[i] * w[k];
        A[n + j][row.first + i] = h * row.entry[i];
      }
      r[n + j] = -end.value[k];
    }
    if (!solve<n + rows>(A, r, size)) return false;
    change = 0.0;
    for (int i = 0; i < n; ++i) {
      v[i] += r[i];
      change = std::max(change, h * std::abs(r[i]));
    }
    for (int j = 0; j < active.count; ++j) w[active.used[j]] += r[n + j];
    return true;
  }
};

/// v follows from w: a matrix of up to 9 rows remains.
struct Range {
  static bool improve(const Geometry& start, const Geometry& end, const Rows& active,
                      const Place& /*drive*/, Place& v, Row<rows>& w, double& change) {
    Square<rows> A;
    Row<rows> r;
    for (int j = 0; j < active.count; ++j) {
      Place dense{};
      const Column push = column(start, active.used[j]);
      for (int i = 0; i < push.size; ++i) dense[push.first + i] = push.entry[i];
      for (int l = 0; l < active.count; ++l) {
        const Column row = column(end, active.used[l]);
        double sum = 0.0;
        for (int i = 0; i < row.size; ++i) sum += row.entry[i] * dense[row.first + i];
        A[l][j] = h * sum;
      }
      r[j] = -end.value[active.used[j]];
    }
    if (!solve<rows>(A, r, active.count)) return false;
    Place dv{};
    for (int j = 0; j < active.count; ++j) {
      const Column push = column(start, active.used[j]);
      for (int i = 0; i < push.size; ++i) dv[push.first + i] += push.entry[i] * r[j];
      w[active.used[j]] += r[j];
    }
    change = 0.0;
    for (int i = 0; i < n; ++i) {
      v[i] += dv[i];
      change = std::max(change, h * std::abs(dv[i]));
    }
    return true;
  }
};

Rows rows_of(const Set& closed) {
  Rows active;
  for (int k = 0; k < rows; ++k)
    if (k < balls || closed[k - balls]) active.used[active.count++] = k;
  return active;
}

/// Newton's method for a set of closed contacts; `end` is the geometry where it arrives.
template <class Linear>
bool arrive(const Place& q, const Geometry& start, const Set& closed, const Place& drive, Place& v,
            Row<rows>& w, Geometry& end) {
  const Rows active = rows_of(closed);
  v = drive;
  w.fill(0.0);
  double change = 1.0;
  for (int i = 0; i < most_iterations; ++i) {
    Place x;
    for (int k = 0; k < n; ++k) x[k] = q[k] + h * v[k];
    end = geometry(x);
    if (change <= last_change) return true;
    if (!Linear::improve(start, end, active, drive, v, w, change)) return false;
  }
  return false;
}

/// The members of `smooth` push or open: contacts whose sign is wrong change sides until none is.
template <class Linear>
bool update_position(const Place& q, const Geometry& start, const Set& smooth, const Place& drive,
                     Place& v, Geometry& end) {
  Set closed = smooth;
  Row<rows> w;
  for (int round = 0; round < most_iterations; ++round) {
    if (!arrive<Linear>(q, start, closed, drive, v, w, end)) return false;
    bool changed = false;
    for (int i = 0; i < contacts; ++i) {
      const double sign = closed[i] ? w[balls + i] : end.value[balls + i];
      if (!smooth[i] || sign >= -wrong_sign) continue;
      closed[i] = !closed[i];
      changed = true;
    }
    if (!changed) return true;
  }
  return false;
}

template <class Linear>
bool step(Place& q, Place& p, Geometry& at) {
  Place ahead;
  for (int k = 0; k < n; ++k) ahead[k] = q[k] + h * (p[k] - (k % 2 == 1 ? 0.5 * h * gravity : 0.0));
  Set met, smooth, held;
  bool any = false;
  for (int i = 0; i < contacts; ++i)
    any |= met[i] = std::abs(at.value[balls + i]) <= closed_gap || gap(ahead, i) <= closed_gap;
  if (any && !reflect(at, met, p)) return false;
  for (int i = 0; i < contacts; ++i) {
    const double* d = &at.next[2 * i];
    const double speed = d[0] * (p[2 * i + 2] - p[2 * i]) + d[1] * (p[2 * i + 3] - p[2 * i + 1]);
    smooth[i] = std::abs(at.value[balls + i]) <= closed_gap && std::abs(speed) <= resting_speed;
  }
  Place drive = p, v;
  for (int k = 1; k < n; k += 2) drive[k] -= 0.5 * h * gravity;
  Geometry end;
  if (!update_position<Linear>(q, at, smooth, drive, v, end)) return false;
  for (int k = 0; k < n; ++k) {
    q[k] += h * v[k];
    p[k] = v[k] - (k % 2 == 1 ? 0.5 * h * gravity : 0.0);  // D2 L_d
  }
  for (int i = 0; i < contacts; ++i)
    held[i] = smooth[i] && std::abs(end.value[balls + i]) <= closed_gap;
  Circles circles(end, p);
  (void)circles.push(held, 1.0);
  circles.write(end, p);  // (7.9)
  at = end;
  return true;
}

template <class Linear>
bool run(double* q, double* p, long steps) {
  Place x, y;
  std::copy_n(q, n, x.begin());
  std::copy_n(p, n, y.begin());
  Geometry at = geometry(x);
  for (; steps > 0; --steps)
    if (!step<Linear>(x, y, at)) return false;
  std::copy_n(x.begin(), n, q);
  std::copy_n(y.begin(), n, p);
  return true;
}

}  // namespace

bool cradle_dense(double* q, double* p, long steps) { return run<Dense>(q, p, steps); }
bool cradle_range(double* q, double* p, long steps) { return run<Range>(q, p, steps); }

}  // namespace ricochet::limit
