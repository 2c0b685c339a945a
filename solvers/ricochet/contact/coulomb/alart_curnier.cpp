#include "ricochet/contact/coulomb/alart_curnier.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double dependent = 1e-11;   // a row that depends on others, of the largest
constexpr double surely_full = 1e-7;  // a smallest pivot of LU that shows full rank
constexpr double round_off = 1e-15;   // residual, of the free velocity
constexpr double good = 1e-11;        // from here on a residual that does not halve is the best
constexpr double descent = 1e-4;      // least relative decrease of |F| per step length
constexpr int halvings = 8;

/// The augmented normal impulse y_N - w_N; the contact is pressed if it is positive.
double press(ConstColumnRef y, ConstColumnRef w, const CoulombContact& contact) {
  return y[contact.row] - w[contact.row];
}

}  // namespace

double AlartCurnier::improve(ColumnRef y, int steps, NewtonSteps kind,
                             SolverStatistics& statistics) {
  const double speed = problem_->speed();
  double residual = evaluate(y);
  auto best = best_.column(problem_->rows());
  best = y;
  double least = residual;
  for (int i = 0; i < steps && residual > round_off * speed; ++i) {
    ++statistics.newton_iterations;
    find_step(y, kind, statistics);
    const double before = residual;
    residual = search(y, before);
    if (residual < least) {
      least = residual;
      best = y;
    }
    if (!std::isfinite(residual)) break;
    if (before <= good * speed && residual > 0.5 * before) break;
  }
  y = best;
  return speed > 0.0 ? least / speed : least;
}

/// Fills w and F; returns the natural map.
double AlartCurnier::evaluate(ConstColumnRef y) {
  const UnitProblem& p = *problem_;
  auto w = w_.column(p.rows()), F = F_.column(p.rows());
  p.velocities(y, w);
  for (const CoulombContact& contact : p.contacts()) {
    const ContactVector r = UnitProblem::part(contact, y), u = UnitProblem::part(contact, w);
    const double pressed = std::max(0.0, press(y, w, contact));
    ContactVector defect = r;
    defect[0] -= pressed;
    Eigen::Vector2d rub = r.tail<2>() - u.tail<2>();
    const double size = rub.norm(), most = contact.friction * pressed;
    if (size > most) rub *= most / size;
    defect.tail<2>() -= rub;
    UnitProblem::set_part(contact, defect, F);
  }
  return p.residual(y, w);
}

void AlartCurnier::find_step(ConstColumnRef y, NewtonSteps kind, SolverStatistics& statistics) {
  linearise(y);
  const auto n = static_cast<Index>(pressed_.size());
  ++statistics.factorizations;
  const double pivot = solver_.factor_plain();
  if (kind == NewtonSteps::least_norm && pivot < surely_full) solver_.factor_least_norm(dependent);
  auto right = right_.column(n), step = step_.column(problem_->rows());
  solver_.solve(right);
  for (Index i = 0; i < n; ++i) step[pressed_[static_cast<size_t>(i)]] = right[i];
}

/// The rows of pressed contacts. The impulses of the others go to zero.
void AlartCurnier::linearise(ConstColumnRef y) {
  const UnitProblem& p = *problem_;
  auto w = w_.column(p.rows()), step = step_.column(p.rows());
  pressed_.clear();
  step = -y;
  for (const CoulombContact& contact : p.contacts()) {
    if (!(press(y, w, contact) > 0.0)) continue;
    for (Index j = 0; j <= contact.tangents; ++j) {
      pressed_.push_back(contact.row + j);
      step[contact.row + j] = 0.0;
    }
  }
  const auto n = static_cast<Index>(pressed_.size());
  (void)solver_.matrix(n);
  (void)right_.column(n);
  (void)row_.column(p.rows());
  written_ = 0;
  for (const CoulombContact& contact : p.contacts())
    if (press(y, w, contact) > 0.0) write_contact(y, contact);
}

void AlartCurnier::write_contact(ConstColumnRef y, const CoulombContact& contact) {
  const UnitProblem& p = *problem_;
  auto w = w_.column(p.rows()), row = row_.column(p.rows());
  const Eigen::Vector2d rub =
      UnitProblem::part(contact, y).tail<2>() - UnitProblem::part(contact, w).tail<2>();
  const bool sticks = rub.norm() <= contact.friction * press(y, w, contact);
  for (Index j = 0; j <= contact.tangents; ++j) {
    if (j == 0 || sticks) {
      row = p.A().row(contact.row + j);
      row[contact.row + j] += p.compliance();
    } else {
      write_slide(y, contact, j);
    }
    finish_row(contact.row + j);
  }
}

/// With n = y_T - w_T, normalised: e_T - mu n (e_N - w_N') - (|D| / |y_T - w_T|) (1 - n n^T) (e_T -
/// w_T'), where ' are rows of A.
void AlartCurnier::write_slide(ConstColumnRef y, const CoulombContact& contact, Index axis) {
  const UnitProblem& p = *problem_;
  auto w = w_.column(p.rows()), row = row_.column(p.rows());
  ContactVector rub = UnitProblem::part(contact, y) - UnitProblem::part(contact, w);
  const double size = rub.tail<2>().norm(), share = contact.friction * rub[0] / size;
  const Eigen::Vector2d n = rub.tail<2>() / size;
  row.setZero();
  row[contact.row + axis] = 1.0;
  const auto add = [&](Index j, double factor) {  // factor * (e - w') of a row of the contact
    const Index k = contact.row + j;
    row -= factor * p.A().row(k).transpose();
    row[k] += factor * (1.0 - p.compliance());
  };
  add(0, -contact.friction * n[axis - 1]);
  for (Index j = 1; j <= contact.tangents; ++j)
    add(j, -share * ((j == axis ? 1.0 : 0.0) - n[axis - 1] * n[j - 1]));
}

/// Takes the row over the pressed ones; the known steps of the others go to the right side.
void AlartCurnier::finish_row(Index row) {
  const Index rows = problem_->rows(), n = static_cast<Index>(pressed_.size());
  auto values = row_.column(rows);
  auto A = solver_.matrix(n);
  for (Index j = 0; j < n; ++j) A(written_, j) = values[pressed_[static_cast<size_t>(j)]];
  right_.column(n)[written_] = -F_.column(rows)[row] - values.dot(step_.column(rows));
  ++written_;
}

/// Moves y along the step as far as it improves; returns the natural map there.
double AlartCurnier::search(ColumnRef y, double residual) {
  const Index rows = problem_->rows();
  auto trial = trial_.column(rows), step = step_.column(rows), F = F_.column(rows);
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
