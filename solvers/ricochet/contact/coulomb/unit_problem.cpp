#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {

/// Numbers the rows of the contacts, which lie one behind the other.
void UnitProblem::number_rows() {
  rows_ = 0;
  for (CoulombContact& contact : contacts_) {
    contact.row = rows_;
    rows_ += 1 + contact.tangents;
  }
  compliance_ = 0.0;
}

void UnitProblem::assign(const CoulombProblem& p) {
  contacts_.assign(p.contacts.begin(), p.contacts.end());
  for (CoulombContact& contact : contacts_)
    if (contact.friction <= 0.0) contact.tangents = 0;
  number_rows();
  const double least = least_mobility(p);
  root_.clear();
  for (const CoulombContact& contact : p.contacts)
    root_.push_back(std::sqrt(std::max(p.W(contact.row, contact.row), least)));
  auto A = matrix_.square(rows_);
  auto c = column_.column(rows_);
  for (size_t j = 0; j < contacts_.size(); ++j) {
    const CoulombContact &to = contacts_[j], &from = p.contacts[j];
    const Index width = 1 + to.tangents;
    c.segment(to.row, width) = p.b.segment(from.row, width) / root_[j];
    for (size_t i = 0; i < contacts_.size(); ++i)
      A.block(contacts_[i].row, to.row, 1 + contacts_[i].tangents, width) =
          p.W.block(p.contacts[i].row, from.row, 1 + contacts_[i].tangents, width) /
          (root_[i] * root_[j]);
  }
  speed_ = rows_ > 0 ? c.lpNorm<Eigen::Infinity>() : 0.0;
}

void UnitProblem::assign(const UnitProblem& whole, const std::vector<Index>& contacts) {
  contacts_.clear();
  root_.clear();
  for (const Index i : contacts) {
    contacts_.push_back(whole.contacts_[static_cast<size_t>(i)]);
    root_.push_back(whole.root_[static_cast<size_t>(i)]);
  }
  number_rows();
  auto A = matrix_.square(rows_);
  auto c = column_.column(rows_);
  for (size_t j = 0; j < contacts_.size(); ++j) {
    const CoulombContact &to = contacts_[j],
                         &from = whole.contacts_[static_cast<size_t>(contacts[j])];
    c.segment(to.row, 1 + to.tangents) = whole.c().segment(from.row, 1 + to.tangents);
    for (size_t i = 0; i < contacts_.size(); ++i) {
      const CoulombContact& row = contacts_[i];
      A.block(row.row, to.row, 1 + row.tangents, 1 + to.tangents) =
          whole.A().block(whole.contacts_[static_cast<size_t>(contacts[i])].row, from.row,
                          1 + row.tangents, 1 + to.tangents);
    }
  }
  speed_ = whole.speed_;
}

void UnitProblem::velocities(ConstColumnRef y, ColumnRef w) const {
  w = c() + compliance_ * y;
  const auto A = matrix_.square(rows_);
  for (Index j = 0; j < rows_; ++j)
    if (y[j] != 0.0) w += y[j] * A.col(j);
}

ContactVector UnitProblem::part(const CoulombContact& contact, ConstColumnRef x) {
  ContactVector part = ContactVector::Zero();
  for (Index j = 0; j <= contact.tangents; ++j) part[j] = x[contact.row + j];
  return part;
}

void UnitProblem::set_part(const CoulombContact& contact, const ContactVector& x, ColumnRef all) {
  for (Index j = 0; j <= contact.tangents; ++j) all[contact.row + j] = x[j];
}

double UnitProblem::residual(ConstColumnRef y, ConstColumnRef w) const {
  double worst = 0.0;
  for (const CoulombContact& contact : contacts_) {
    const double defect = natural_map(part(contact, y), part(contact, w), contact.friction).norm();
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

void UnitProblem::impulses(const CoulombProblem& p, ConstColumnRef y, ColumnRef r) const {
  r.setZero();
  for (size_t i = 0; i < contacts_.size(); ++i) {
    const Index width = 1 + contacts_[i].tangents;
    r.segment(p.contacts[i].row, width) = y.segment(contacts_[i].row, width) / root_[i];
  }
}

void UnitProblem::units(const CoulombProblem& p, ConstColumnRef r, ColumnRef y) const {
  for (size_t i = 0; i < contacts_.size(); ++i) {
    const Index width = 1 + contacts_[i].tangents;
    y.segment(contacts_[i].row, width) = r.segment(p.contacts[i].row, width) * root_[i];
  }
}

}  // namespace ricochet
