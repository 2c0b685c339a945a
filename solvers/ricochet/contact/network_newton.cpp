#include "ricochet/contact/network_newton.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double select = 1e-7;  // compliance that chooses, as in CoulombSolver
constexpr double softest = 0.3, stiffening = 0.1;
constexpr double matrix_only = 1e-11;  // compliance of the matrix
constexpr double converged = 1e-10;    // of compliant contacts, of the free velocity
constexpr double round_off = 1e-15;    // the same
constexpr double good = 1e-11;         // from here on a residual that does not halve is the best
constexpr double descent = 1e-4;       // least relative decrease of |F| per step length
constexpr int halvings = 8;
constexpr int soft_steps = 40, hard_steps = 15;

}  // namespace

bool NetworkNewton::solve(const IslandNetwork& network, double limit, SolverStatistics& statistics,
                          ColumnRef y) {
  network_ = &network;
  const Index rows = network.rows();
  speed_ = 0.0;
  for (Index i = 0; i < rows; ++i) {
    const double speed = std::abs(network.root(i) * network.c()[static_cast<size_t>(i)]);
    if (!(speed <= speed_)) speed_ = speed;  // NaN stays
    if (!std::isfinite(speed_)) return false;
  }
  y.setZero();
  if (!soften(select, soft_steps, statistics, y)) {
    y.setZero();
    for (double s = softest; s > select; s *= stiffening)
      (void)soften(s, soft_steps, statistics, y);
    if (!soften(select, soft_steps, statistics, y)) return false;
  }
  return improve(0.0, hard_steps, statistics, y) <= limit;
}

/// False if compliant contacts have no solution yet.
bool NetworkNewton::soften(double compliance, int steps, SolverStatistics& statistics,
                           ColumnRef y) {
  return improve(compliance, steps, statistics, y) <= converged * speed_;
}

/// Returns how far y is from the law [m/s].
double NetworkNewton::improve(double compliance, int steps, SolverStatistics& statistics,
                              ColumnRef y) {
  compliance_ = compliance;
  const Index rows = network_->rows();
  auto best = best_.column(rows), step = step_.column(rows);
  double residual = evaluate(y), least = residual;
  best = y;
  for (int i = 0; i < steps && residual > round_off * speed_; ++i) {
    ++statistics.newton_iterations;
    ++statistics.factorizations;
    linearise(y);
    (void)solver_.factor();
    step = -F_.column(rows);
    solver_.solve(step);
    const double before = residual;
    residual = search(before, y);
    if (!std::isfinite(residual)) break;
    if (residual < least) {
      least = residual;
      best = y;
    }
    if (before <= good * speed_ && residual > 0.5 * before) break;
  }
  y = best;
  return least;
}

ContactVector NetworkNewton::part(const CoulombContact& contact, ConstColumnRef x) const {
  ContactVector part = ContactVector::Zero();
  for (Index j = 0; j <= contact.tangents; ++j) part[j] = x[contact.row + j];
  return part;
}

/// Fills w and F; returns the largest natural map and the largest speed of a tie.
double NetworkNewton::evaluate(ConstColumnRef y) {
  const IslandNetwork& p = *network_;
  const Index rows = p.rows(), band = p.band();
  auto w = w_.column(rows), F = F_.column(rows);
  for (Index i = 0; i < rows; ++i) {
    double sum = p.c()[static_cast<size_t>(i)];
    for (Index j = std::max<Index>(0, i - band); j <= std::min(rows - 1, i + band); ++j)
      sum += p.A(i, j) * y[j];
    w[i] = sum;
  }
  double worst = 0.0;
  const auto take = [&](double missed) {
    if (!(missed <= worst)) worst = missed;
  };
  for (const Index i : p.ties()) {
    F[i] = w[i];
    take(p.root(i) * std::abs(w[i]));
  }
  for (const CoulombContact& contact : p.contacts()) {
    for (Index j = 0; j <= contact.tangents; ++j)
      w[contact.row + j] += compliance_ * y[contact.row + j];
    const ContactVector r = part(contact, y), u = part(contact, w);
    const double pressed = std::max(0.0, r[0] - u[0]);
    Eigen::Vector2d rub = r.tail<2>() - u.tail<2>();
    const double size = rub.norm(), most = contact.friction * pressed;
    if (size > most) rub *= most / size;
    F[contact.row] = r[0] - pressed;
    for (Index j = 1; j <= contact.tangents; ++j) F[contact.row + j] = r[j] - rub[j - 1];
    take(p.root(contact.row) * natural_map(r, u, contact.friction).norm());
  }
  return worst;
}

/// The derivative of F by y.
void NetworkNewton::linearise(ConstColumnRef y) {
  const IslandNetwork& p = *network_;
  const auto w = w_.column(p.rows());
  solver_.begin(p.rows(), p.band() + 2);
  for (const Index i : p.ties()) {
    write_row(i, 1.0, i);
    solver_.at(i, i) += matrix_only;
  }
  for (const CoulombContact& contact : p.contacts()) {
    const ContactVector rub = part(contact, y) - part(contact, w);
    const bool pressed = rub[0] > 0.0,
               sticks = pressed && rub.tail<2>().norm() <= contact.friction * rub[0];
    for (Index j = 0; j <= contact.tangents; ++j) {
      const Index row = contact.row + j;
      if (!pressed) {
        solver_.at(row, row) = 1.0;
      } else if (j == 0 || sticks) {
        write_row(row, 1.0, row);
        solver_.at(row, row) += compliance_ + matrix_only;
      } else {
        write_slide(y, contact, j);
      }
    }
  }
}

/// Adds a row of A to one of the matrix.
void NetworkNewton::write_row(Index row, double factor, Index to) {
  const IslandNetwork& p = *network_;
  for (Index j = std::max<Index>(0, row - p.band()); j <= std::min(p.rows() - 1, row + p.band());
       ++j)
    if (p.A(row, j) != 0.0) solver_.at(to, j) += factor * p.A(row, j);
}

/// A tangent of a contact that slides: y_T - mu (y_N - w_N) n, n the direction of y_T - w_T.
void NetworkNewton::write_slide(ConstColumnRef y, const CoulombContact& contact, Index axis) {
  const ContactVector rub = part(contact, y) - part(contact, w_.column(network_->rows()));
  const double size = rub.tail<2>().norm(), share = contact.friction * rub[0] / size;
  const Eigen::Vector2d n = rub.tail<2>() / size;
  const Index to = contact.row + axis;
  solver_.at(to, to) += 1.0;
  const auto add = [&](Index j, double factor) {  // factor * (e - w') of a row of the contact
    write_row(contact.row + j, -factor, to);
    solver_.at(to, contact.row + j) += factor * (1.0 - compliance_);
  };
  add(0, -contact.friction * n[axis - 1]);
  for (Index j = 1; j <= contact.tangents; ++j)
    add(j, -share * ((j == axis ? 1.0 : 0.0) - n[axis - 1] * n[j - 1]));
}

/// Moves y along the step as far as it improves; returns how far it is from the law there.
double NetworkNewton::search(double residual, ColumnRef y) {
  const Index rows = network_->rows();
  const auto F = F_.column(rows), step = step_.column(rows);
  auto trial = trial_.column(rows);
  const double merit = F.norm();
  double length = 1.0, found = residual;
  for (int i = 0; i <= halvings; ++i, length *= 0.5) {
    trial = y + length * step;
    found = evaluate(trial);
    if (found <= 0.5 * residual || F.norm() <= (1.0 - descent * length) * merit) break;
  }
  y = trial;
  return found;
}

}  // namespace ricochet
