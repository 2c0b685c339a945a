#include "support/random_coulomb.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace ricochet::support {

void CoulombNumbers::finish() {
  W = H.transpose() * H;
  b = H.transpose() * v;
  const Eigen::SelfAdjointEigenSolver<Matrix> values(W, Eigen::EigenvaluesOnly);
  singular = values.eigenvalues()[0] < 1e-10 * values.eigenvalues()[W.rows() - 1];
  painleve = false;
  for (const CoulombContact& contact : contacts)
    painleve =
        painleve ||
        W(contact.row, contact.row) <
            contact.friction * W.col(contact.row).segment(contact.row + 1, contact.tangents).norm();
}

double RandomCoulomb::normal() {
  return std::sqrt(-2.0 * std::log(1.0 - unit(random_))) * std::cos(2.0 * M_PI * unit(random_));
}

CoulombNumbers RandomCoulomb::next() {
  CoulombNumbers made;
  const Index count = 1 + index(6), n = 2 + index(9), kind = index(3);
  Index rows = 0;
  for (Index i = 0; i < count; ++i) {
    const double friction = unit(random_) < 0.15 ? 0.0 : between(0.05, 1.5);
    made.contacts.push_back({.row = rows, .tangents = index(3), .friction = friction});
    if (made.contacts.back().tangents == 0) made.contacts.back().friction = 0.0;
    rows += 1 + made.contacts.back().tangents;
  }
  made.H.resize(n, rows);
  for (double& x : made.H.reshaped()) x = normal();
  made.v.resize(n);
  for (double& x : made.v) x = normal();
  if (index(4) == 0) couple(made);
  if (kind == 1) repeat(made);
  if (kind == 2) depend(made);
  made.finish();
  return made;
}

void RandomCoulomb::couple(CoulombNumbers& made) {
  for (const CoulombContact& contact : made.contacts)
    if (contact.tangents > 0)
      made.H.col(contact.row + 1) += between(-3.0, 3.0) * made.H.col(contact.row);
}

void RandomCoulomb::repeat(CoulombNumbers& made) {
  const CoulombContact& first = made.contacts.front();
  for (const CoulombContact& contact : made.contacts)
    if (contact.tangents == first.tangents && index(2) == 0)
      made.H.middleCols(contact.row, 1 + contact.tangents) =
          made.H.middleCols(first.row, 1 + first.tangents);
}

void RandomCoulomb::depend(CoulombNumbers& made) {
  const Index few = std::max<Index>(1, made.H.rows() / 2);
  Matrix span(made.H.rows(), few), shares(few, made.H.cols());
  for (double& x : span.reshaped()) x = normal();
  for (double& x : shares.reshaped()) x = normal();
  made.H = span * shares;
}

Matrix random_matrix(RandomCoulomb& random, Index rows, Index columns) {
  Matrix A(rows, columns);
  for (double& x : A.reshaped()) x = random.normal();
  return A;
}

}  // namespace ricochet::support
