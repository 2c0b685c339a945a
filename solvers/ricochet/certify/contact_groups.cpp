#include "ricochet/certify/contact_groups.hpp"

#include <algorithm>

namespace ricochet {
namespace {

/// The coordinates of every column of a pattern.
std::vector<std::vector<Index>> columns_of(const casadi::Sparsity& pattern) {
  std::vector<std::vector<Index>> columns(static_cast<size_t>(pattern.size2()));
  for (casadi_int j = 0; j < pattern.size2(); ++j)
    for (casadi_int k = pattern.colind(j); k < pattern.colind(j + 1); ++k)
      columns[static_cast<size_t>(j)].push_back(pattern.row(k));
  return columns;
}

}  // namespace

ContactGroups::ContactGroups(const System& s, bool forces) : bodies_(static_cast<size_t>(s.n())) {
  for (size_t i = 0; i < bodies_.size(); ++i) bodies_[i] = static_cast<Index>(i);
  const Expr q = Expr::sym("q", s.n()), v = Expr::sym("v", s.n()), t = Expr::sym("t");
  std::vector<casadi::Sparsity> joints = {sparsify(s.M()).sparsity(), sparsify(s.F(q)).sparsity(),
                                          sparsify(s.omega(q).T()).sparsity()};
  if (forces) {
    const Expr pull = s.Q(q, v, t) - gradient(s.V(q), q);
    for (const Expr& of : {q, v})  // row i of the derivative: what force i depends on
      joints.push_back((Expr::eye(s.n()) + sparse_jacobian(pull, of)).T().sparsity());
  }
  for (const casadi::Sparsity& joint : joints)
    for (const Set& column : columns_of(joint)) join(column, bodies_);
  const auto normals = columns_of(sparsify(s.G(q)).sparsity()),
             tangents = columns_of(sparsify(s.T(q)).sparsity());
  for (Index i = 0; i < s.m(); ++i) {
    Set reach = normals[static_cast<size_t>(i)];
    const auto [first, last] = s.contacts().tangents_of(i);
    for (Index j = first; j < last; ++j)
      reach.insert(reach.end(), tangents[static_cast<size_t>(j)].begin(),
                   tangents[static_cast<size_t>(j)].end());
    reaches_.push_back(reach);
  }
  labels_ = bodies_;
}

/// Gives all groups that a set touches the smallest of their labels.
void ContactGroups::join(const Set& set, std::vector<Index>& labels) {
  if (set.empty()) return;
  Index least = labels[static_cast<size_t>(set.front())];
  for (const Index i : set) least = std::min(least, labels[static_cast<size_t>(i)]);
  for (const Index i : set) {
    const Index old = labels[static_cast<size_t>(i)];
    if (old != least) std::replace(labels.begin(), labels.end(), old, least);
  }
}

void ContactGroups::form(const std::vector<Index>& contacts) {
  labels_ = bodies_;
  for (const Index i : contacts) join(reaches_[static_cast<size_t>(i)], labels_);
}

Index ContactGroups::of(Index contact) const {
  return labels_[static_cast<size_t>(reaches_[static_cast<size_t>(contact)].front())];
}

}  // namespace ricochet
