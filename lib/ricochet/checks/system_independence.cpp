#include "ricochet/checks/system_checks.hpp"

#include <Eigen/QR>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <unordered_set>

/// Vectors that have to be linearly independent, or orthogonal. They are refused if they are so at
/// no place.

namespace ricochet {
namespace {

constexpr int places = 5;             // where the vectors are looked at
constexpr double independent = 1e-9;  // ratio of the smallest pivot to the largest
constexpr double oblique = 1e-6;      // cosine of an angle that is not right
constexpr Index space = 3;            // coordinates of a point at most
constexpr double generic = 0.37;      // a time, of .time

/// A generic place, which no symmetry prefers: fractions of multiples of the golden section.
Vector place(Index n, int which) {
  Vector q(n);
  for (Index i = 0; i < n; ++i)
    q[i] = std::fmod(0.6180339887498949 * static_cast<double>(1 + which * n + i), 1.0) + 0.1;
  return q;
}

/// And the time, if it is one.
Expr parameter_symbols(const SystemSpecification& s) {
  std::vector<Expr> symbols;
  for (const Parameter& p : s.parameters) symbols.push_back(p.symbol);
  if (given(s.t)) symbols.push_back(s.t);
  return stack(symbols);
}

Vector parameter_values(const SystemSpecification& s) {
  const auto count = static_cast<Index>(s.parameters.size());
  Vector values(count + (given(s.t) ? 1 : 0));
  for (Index i = 0; i < count; ++i) values[i] = s.parameters[static_cast<size_t>(i)].value;
  if (given(s.t)) values[count] = generic * s.time;
  return values;
}

/// True if the columns depend on each other at every place where they are finite.
bool dependent(const SystemSpecification& s, const Expr& columns) {
  const Vector values = parameter_values(s);
  Kernel evaluate("columns", {s.q, parameter_symbols(s)}, {columns});
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

/// Gradient and tangents of a contact, in columns, as functions of the place.
class ContactFrame {
 public:
  ContactFrame(const SystemSpecification& s, const Constraint& row, const Expr& columns)
      : values_(parameter_values(s)),
        columns_(columns.size1(), columns.size2()),
        evaluate_("frame", {s.q, parameter_symbols(s)}, {densify(columns), row.value}) {}
  /// One row per coordinate: the gradient, then the tangents.
  const Matrix& at(const Vector& q) {
    evaluate_({q, values_}, {columns_, gap_});
    return columns_;
  }
  /// A place on the boundary, found along the gradient from the one given; false if there is none.
  bool descend(Vector& q) {
    constexpr int most = 50;
    constexpr double closed = 1e-9;  // of the size of the place
    for (int i = 0; i < most; ++i) {
      const double steepness = at(q).col(0).squaredNorm();
      if (!columns_.allFinite() || !std::isfinite(gap_) || !(steepness > 0.0)) return false;
      if (std::abs(gap_) <= closed * std::sqrt(steepness) * (1.0 + q.norm())) return true;
      q -= gap_ / steepness * columns_.col(0);
    }
    return false;
  }

 private:
  Vector values_;
  Matrix columns_;
  double gap_ = 0.0;
  Kernel evaluate_;
};

/// The coordinates that gradient and tangents involve, if they are two or three of one and the same
/// mass, as those of a point are; else none.
std::vector<Index> coordinates_of_a_point(const SystemSpecification& s, const Expr& columns) {
  std::vector<Index> involved;
  if (given(s.L)) return involved;
  std::unordered_set<casadi_int> varied;
  for (const Expr& symbol : symvar(columns)) varied.insert(symbol.element_hash());
  for (casadi_int i = 0; i < s.q.size1(); ++i)
    if (varied.count(s.q(i).element_hash()) > 0 || !columns(i, casadi::Slice()).is_zero())
      involved.push_back(i);
  if (involved.size() < 2 || involved.size() > space) return {};
  for (const casadi_int i : involved)
    for (const casadi_int j : involved) {
      const Expr expected = i == j ? Expr(s.M(involved[0], involved[0])) : Expr(0.0);
      if (!simplify(s.M(i, j) - expected).is_zero()) return {};
    }
  return involved;
}

/// True if one turn of a coordinate, 2 pi, leads back to the same gradient and tangents, which vary
/// on the way.
bool is_angle(ContactFrame& frame, Index n, Index i) {
  bool varies = false;
  for (int which = 0; which < places; ++which) {
    Vector q = place(n, which);
    const Matrix here = frame.at(q);
    if (!here.allFinite()) continue;
    const auto differs = [&](double by) {
      Vector x = q;
      x[i] += by;
      return !(here - frame.at(x)).isZero(1e-9 * (1.0 + here.norm()));
    };
    if (differs(2.0 * std::numbers::pi)) return false;
    varies = varies || differs(1.0);
  }
  return varies;
}

/// True if a tangent is oblique to the gradient at every place of the boundary that is looked at.
bool tilted(ContactFrame& frame, Index n, Index tangent) {
  int looked_at = 0;
  for (int which = 0; which < places; ++which) {
    Vector q = place(n, which);
    if (!frame.descend(q)) continue;
    const Matrix& at = frame.at(q);
    const double sizes = at.col(0).norm() * at.col(1 + tangent).norm();
    if (!at.allFinite() || !(sizes > 0.0)) continue;
    ++looked_at;
    if (std::abs(at.col(0).dot(at.col(1 + tangent))) <= oblique * sizes) return false;
  }
  return looked_at > 0;
}

/// Independent always, and orthogonal where they are vectors of the space that a point moves in:
/// approach and slip of the contact point of a body that turns are orthogonal there, but their
/// n-vectors are not. The tangents of a union serve all its faces, whose gradients differ: they are
/// not looked at.
void check_tangents(const SystemSpecification& s, const Constraint& row) {
  if (row.contact.tangents.empty() || row.is_union()) return;
  Expr columns = gradient(row.value, s.q);
  for (const Expr& tangent : row.contact.tangents) columns = horzcat(columns, tangent);
  if (dependent(s, columns))
    throw std::invalid_argument(
        "System '" + s.name + "': the tangents of '" + row.name +
        "' and its gradient must be linearly independent, but they are not at any place looked at; "
        "give t(q) with the tangential velocity t^T v of the contact point");
  const std::vector<Index> point = coordinates_of_a_point(s, columns);
  if (point.empty()) return;
  ContactFrame frame(s, row, columns);
  for (const Index i : point)
    if (is_angle(frame, s.q.size1(), i)) return;
  for (size_t j = 0; j < row.contact.tangents.size(); ++j)
    if (tilted(frame, s.q.size1(), static_cast<Index>(j)))
      throw std::invalid_argument(
          "System '" + s.name + "': tangent " + std::to_string(j) + " of '" + row.name +
          "' must be orthogonal to its gradient, but it is not at any place looked at; give t(q) "
          "along the boundary (coordinates of one mass are taken for those of a point; if they are "
          "not, write the system by .L)");
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
