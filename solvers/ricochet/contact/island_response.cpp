#include "ricochet/contact/island_response.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr double surely_full = 1e-7;  // a smallest pivot of LU that shows full rank
constexpr double dependent = 1e-11;   // a constraint that depends on others, of the largest

}  // namespace

IslandResponse::IslandResponse(const System& s)
    : table_(s.contacts()), place_(static_cast<size_t>(s.n())), all_(Vector::Zero(s.n())) {}

IslandResponse::Column IslandResponse::constraint(Index i) const {
  return {&ContactGradients::C, island_->constraints[static_cast<size_t>(i)]};
}

double IslandResponse::product(const Column& column, const Eigen::Ref<const Vector>& v) const {
  double sum = 0.0;
  (row_gradients_->*column.of)().each_in_column(column.number, [&](Index row, double value) {
    sum += value * v[place_[static_cast<size_t>(row)]];
  });
  return sum;
}

void IslandResponse::add(const Column& column, double factor, Eigen::Ref<Vector> f) const {
  if (factor == 0.0) return;
  (impulses_->*column.of)().each_in_column(column.number, [&](Index row, double value) {
    f[place_[static_cast<size_t>(row)]] += factor * value;
  });
}

/// v = K^-1 times a column.
void IslandResponse::kick(const Column& column, Eigen::Ref<Vector> v) {
  v.setZero();
  add(column, 1.0, v);
  accelerate(v);
}

void IslandResponse::accelerate(Eigen::Ref<Vector> f) {
  const auto& coordinates = island_->coordinates;
  for (size_t i = 0; i < coordinates.size(); ++i) all_[coordinates[i]] = f[static_cast<Index>(i)];
  inertia_->solve(island_->blocks, all_);
  for (size_t i = 0; i < coordinates.size(); ++i) {
    f[static_cast<Index>(i)] = all_[coordinates[i]];
    all_[coordinates[i]] = 0.0;
  }
}

void IslandResponse::take(const Island& island, const BlockCholesky& inertia,
                          const ContactGradients& impulses, const ContactGradients& rows) {
  island_ = &island;
  inertia_ = &inertia;
  impulses_ = &impulses;
  row_gradients_ = &rows;
  contacts_.clear();
  columns_.clear();
  for (size_t i = 0; i < island.coordinates.size(); ++i)
    place_[static_cast<size_t>(island.coordinates[i])] = static_cast<Index>(i);
  factored_ = false;
}

void IslandResponse::factor_constraints() {
  const Index c = constraints();
  if (factored_ || c == 0) return;
  factored_ = true;
  auto KC = KC_.matrix(coordinates(), c);
  auto S = solver_.matrix(c);
  auto scale = scale_.column(c);
  for (Index j = 0; j < c; ++j) kick(constraint(j), KC.col(j));
  for (Index j = 0; j < c; ++j)
    for (Index i = 0; i < c; ++i) S(i, j) = product(constraint(i), KC.col(j));
  for (Index j = 0; j < c; ++j) scale[j] = S(j, j) > 0.0 ? 1.0 / std::sqrt(S(j, j)) : 1.0;
  for (Index j = 0; j < c; ++j) S.col(j) = scale[j] * S.col(j).cwiseProduct(scale);
  if (solver_.factor_plain() < surely_full) solver_.factor_least_norm(dependent);
}

/// x = S^+ x.
void IslandResponse::solve_constraints(Eigen::Ref<Vector> x) {
  const auto scale = scale_.column(constraints());
  x = x.cwiseProduct(scale);
  solver_.solve(x);
  x = x.cwiseProduct(scale);
}

void IslandResponse::constrain(Eigen::Ref<Vector> v, Eigen::Ref<Vector> nu) {
  const Index c = constraints();
  if (c == 0) return;
  factor_constraints();
  for (Index i = 0; i < c; ++i) nu[i] = -product(constraint(i), v);
  solve_constraints(nu);
  v.noalias() += KC_.matrix(coordinates(), c) * nu;
}

void IslandResponse::choose(const Vector& friction) {
  contacts_.clear();
  columns_.clear();
  for (const Index i : island_->contacts) {
    const auto [first, last] = table_.tangents_of(i);
    const Index tangents = friction[i] > 0.0 ? last - first : 0;
    contacts_.push_back({.row = rows(), .tangents = tangents, .friction = friction[i]});
    columns_.push_back({&ContactGradients::G, i});
    for (Index j = first; j < first + tangents; ++j) columns_.push_back({&ContactGradients::T, j});
  }
}

void IslandResponse::respond() {
  const Index m = rows();
  auto V = V_.matrix(coordinates(), m), N = N_.matrix(constraints(), m);
  auto W = W_.square(m);
  for (Index j = 0; j < m; ++j) {
    kick(columns_[static_cast<size_t>(j)], V.col(j));
    constrain(V.col(j), N.col(j));
  }
  const bool symmetric = impulses_ == row_gradients_;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i)
      W(i, j) = symmetric && i > j ? 0.0 : product(columns_[static_cast<size_t>(i)], V.col(j));
  if (symmetric) W.triangularView<Eigen::StrictlyLower>() = W.transpose();
}

void IslandResponse::gather(const Vector& normal, const Vector& tangential,
                            Eigen::Ref<Vector> r) const {
  for (Index i = 0; i < rows(); ++i) {
    const Column& column = columns_[static_cast<size_t>(i)];
    r[i] = (column.of == &ContactGradients::G ? normal : tangential)[column.number];
  }
}

void IslandResponse::scatter(const Eigen::Ref<const Vector>& r, Vector& normal,
                             Vector& tangential) const {
  for (Index i = 0; i < rows(); ++i) {
    const Column& column = columns_[static_cast<size_t>(i)];
    (column.of == &ContactGradients::G ? normal : tangential)[column.number] = r[i];
  }
}

void IslandResponse::speeds(const Eigen::Ref<const Vector>& v, Eigen::Ref<Vector> u) const {
  for (Index i = 0; i < rows(); ++i) u[i] = product(columns_[static_cast<size_t>(i)], v);
}

void IslandResponse::push(const Eigen::Ref<const Vector>& r, Eigen::Ref<Vector> v,
                          Eigen::Ref<Vector> nu) const {
  v.noalias() += V_.matrix(coordinates(), rows()) * r;
  nu.noalias() += N_.matrix(constraints(), rows()) * r;
}

void IslandResponse::add_impulses(const Eigen::Ref<const Vector>& r,
                                  const Eigen::Ref<const Vector>& nu, Eigen::Ref<Vector> f) const {
  for (Index i = 0; i < rows(); ++i) add(columns_[static_cast<size_t>(i)], r[i], f);
  for (Index i = 0; i < constraints(); ++i) add(constraint(i), nu[i], f);
}

}  // namespace ricochet
