#include "ricochet/system_checks.hpp"

#include <Eigen/QR>

#include <cmath>
#include <stdexcept>

/// Vectors that have to be linearly independent: they are refused where they are not so anywhere.

namespace ricochet {
namespace {

constexpr int places = 5;             // where the vectors are looked at
constexpr double independent = 1e-9;  // ratio of the smallest pivot to the largest

/// A place that no symmetry prefers: fractions of multiples of the golden section.
Vector place(Index n, int which) {
  Vector q(n);
  for (Index i = 0; i < n; ++i)
    q[i] = std::fmod(0.6180339887498949 * static_cast<double>(1 + which * n + i), 1.0) + 0.1;
  return q;
}

/// True if the columns depend on each other at every place where they are finite.
bool dependent(const SystemSpecification& s, const Expr& columns) {
  std::vector<Expr> symbols;
  Vector values(static_cast<Index>(s.parameters.size()));
  for (size_t i = 0; i < s.parameters.size(); ++i) {
    symbols.push_back(s.parameters[i].symbol);
    values[static_cast<Index>(i)] = s.parameters[i].value;
  }
  Kernel evaluate("columns", {s.q, stack(symbols)}, {columns});
  Matrix A(columns.size1(), columns.size2());
  int looked_at = 0;
  for (int which = 0; which < places; ++which) {
    evaluate({place(A.rows(), which), values}, {A});
    if (!A.allFinite()) continue;
    ++looked_at;
    A = A * A.colwise().norm().cwiseMax(1e-300).cwiseInverse().asDiagonal();
    Eigen::ColPivHouseholderQR<Matrix> qr(A);
    if (qr.setThreshold(independent).rank() == A.cols()) return false;
  }
  return looked_at > 0;
}

/// The tangents of a union serve all its faces, whose gradients differ: they are not looked at.
void check_tangents(const SystemSpecification& s, const Constraint& row) {
  if (row.contact.tangents.empty() || row.is_union()) return;
  Expr columns = gradient(row.value, s.q);
  for (const Expr& tangent : row.contact.tangents) columns = horzcat(columns, tangent);
  if (dependent(s, columns))
    throw std::invalid_argument(
        "System '" + s.name + "': the tangents of '" + row.name +
        "' and its gradient must be linearly independent, but they are not at any place looked at; "
        "give t(q) with the tangential velocity t^T v of the contact point");
}

}  // namespace

void check_independence(const SystemSpecification& s) {
  for (const Constraint& row : s.g) check_tangents(s, row);
  if (s.omega.empty()) return;
  if (dependent(s, jacobian(s.omega.column(), s.v).T()))
    throw std::invalid_argument(
        "System '" + s.name +
        "': the nonholonomic rows must be linearly independent, but they are not at any place "
        "looked at; remove rows that are 0 or follow from others");
}

}  // namespace ricochet
