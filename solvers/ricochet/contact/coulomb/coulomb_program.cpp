#include "ricochet/contact/coulomb/coulomb_program.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index few = 4;
constexpr double tip = 1e-4;  // of a cone, in impulses that stop the fastest contact

}  // namespace

StepProblem coulomb_program(Index size, Index tangents) {
  const Index width = 1 + tangents, rows = size * width;
  const Expr y = Expr::sym("y", rows), flat = Expr::sym("A", rows * (rows + 1) / 2);
  const Expr c = Expr::sym("c", rows), friction = Expr::sym("friction", size);
  const Expr slip = Expr::sym("slip", size);
  const Expr lower(casadi::Sparsity::lower(rows), flat);
  const Expr A = tril2symm(lower);
  Expr cones(size, 1), work = 0.5 * dot(y, mtimes(A, y)) + dot(c, y);
  for (Index i = 0; i < size; ++i) {
    const Expr normal = y(i * width), mu = friction(i);
    work += mu * slip(i) * normal;
    Expr rub = tip * tip;
    for (Index j = 1; j < width; ++j) rub += y(i * width + j) * y(i * width + j);
    cones(i) = mu * normal + tip - sqrt(rub);
  }
  return {.name = "coulomb",
          .kind = Kind::nlp,
          .unknowns = {{"y", y}},
          .parameters = {{"A", flat}, {"c", c}, {"friction", friction}, {"slip", slip}},
          .objective = work,
          .inequalities = {{"cones", cones, Meaning::tangency}}};
}

CoulombProgram::CoulombProgram(const Backend& backend, Index most, Index tangents)
    : tangents_(tangents) {
  all_.emplace(backend, coulomb_program(most, tangents));
  if (most > few) few_.emplace(backend, coulomb_program(few, tangents));
}

bool CoulombProgram::takes(const UnitProblem& problem) const {
  for (const CoulombContact& contact : problem.contacts())
    if (contact.tangents > tangents_) return false;
  return problem.size() <= all_->slip.size;
}

StepReport CoulombProgram::improve(const UnitProblem& p, double compliance, ColumnRef y) {
  Call& call = few_ && p.size() <= few_->slip.size ? *few_ : *all_;
  write(p, compliance, y, call);
  StepReport report = call.solve();
  if (!report.ok()) return report;
  for (Index k = 0; k < p.rows(); ++k)
    y[k] = p.speed() * call[call.y][place_[static_cast<size_t>(k)]];
  return report;
}

/// Slots without a contact are contacts that nothing presses; tangents without friction are rows of
/// the identity.
void CoulombProgram::write(const UnitProblem& p, double compliance, ConstColumnRef y, Call& call) {
  const Index width = 1 + tangents_, rows = call.y.size;
  auto A = call.at(call.A), c = call.at(call.c), friction = call.at(call.friction),
       slip = call.at(call.slip), guess = call.guess_at(call.y);
  auto w = w_.column(p.rows());
  p.velocities(y, w);
  A.setZero();
  for (Index j = 0, at = 0; j < rows; at += rows - j, ++j) A[at] = 1.0;
  c.setZero();
  guess.setZero();
  for (Index i = 0; i < slip.size(); ++i) c[i * width] = 1.0;
  friction.setOnes();
  slip.setZero();
  place_.clear();
  for (Index i = 0; i < p.size(); ++i) {
    const CoulombContact& contact = p.contacts()[static_cast<size_t>(i)];
    for (Index j = 0; j <= contact.tangents; ++j) place_.push_back(i * width + j);
    if (contact.tangents == 0) continue;
    friction[i] = contact.friction;
    slip[i] = UnitProblem::part(contact, w).tail<2>().norm() / p.speed();
  }
  for (Index j = 0; j < p.rows(); ++j) {
    const Index column = place_[static_cast<size_t>(j)];
    const Index first = column * rows - column * (column - 1) / 2 - column;  // of its entries
    c[column] = p.c()[j] / p.speed();
    guess[column] = y[j] / p.speed();
    for (Index i = j; i < p.rows(); ++i)
      A[first + place_[static_cast<size_t>(i)]] =
          0.5 * (p.A()(i, j) + p.A()(j, i)) + (i == j ? compliance : 0.0);
  }
}

}  // namespace ricochet
