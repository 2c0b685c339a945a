#include "ricochet/position/chord_projection.hpp"

#include <limits>

namespace ricochet {
namespace {

constexpr double round_off = 1e-15, acceptable = 1e-14;  // of the length
constexpr double dependent = 1e-9;                       // smallest pivot of the largest
constexpr int most_corrections = 40;

/// F in the place of the constraints, without nonholonomic rows.
ContactGradients equality_gradients(const System& s) {
  const Expr q = Expr::sym("q", s.n());
  return ContactGradients(
      Kernel("equality_gradients", {q, s.parameter_symbols()},
             {Expr(s.n(), s.m()), Expr(s.n(), s.contacts().tangents()), sparsify(s.F(q))}, true));
}

Kernel equalities(const System& s) {
  const Expr q = Expr::sym("q", s.n());
  return {"equalities", {q, s.parameter_symbols()}, {densify(s.f(q))}};
}

}  // namespace

ChordProjection::ChordProjection(const System& s)
    : length_(s.length()),
      equalities_(equalities(s)),
      masses_(s),
      gradients_(equality_gradients(s)),
      islands_(ContactTable(), masses_.blocks(), gradients_),
      theta_(s.parameter_values()),
      f_(s.k()),
      q_(s.n()),
      xi_(s.k()),
      frictionless_(Vector::Zero(s.m())) {
  islands_.join({});
  networks_.assign(islands_.all().size(), IslandNetwork(s));
  solvers_.resize(networks_.size());
}

void ChordProjection::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  masses_.set_parameters(s);
}

bool ChordProjection::solve(const Vector& x, double h, Vector& q, Vector& xi) {
  regular_ = begin(x);
  if (!regular_) return false;
  q_ = q;
  xi_.setZero();
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_corrections; ++i) {
    const double before = least;
    least = missed();
    if (least <= round_off * length_ || !(least <= 0.5 * before)) break;
    for (size_t island = 0; island < networks_.size(); ++island) correct(island, h);
  }
  if (!(missed() <= acceptable * length_)) return false;
  q = q_;
  xi = xi_;
  return true;
}

/// The matrices at x.
bool ChordProjection::begin(const Vector& x) {
  gradients_.place({x, theta_});
  for (size_t i = 0; i < networks_.size(); ++i) {
    IslandNetwork& network = networks_[i];
    network.take(islands_.all()[i], masses_.blocks(), gradients_, frictionless_, false);
    if (network.rows() == 0) continue;
    if (!network.narrow()) return false;
    network.form();
    BandedSolver& solver = solvers_[i];
    solver.begin(network.rows(), network.band());
    for (Index row = 0; row < network.rows(); ++row)
      for (Index j = std::max<Index>(0, row - network.band());
           j <= std::min(network.rows() - 1, row + network.band()); ++j)
        solver.at(row, j) = network.A(row, j);
    if (!(solver.factor() > dependent)) return false;
  }
  return true;
}

double ChordProjection::missed() {
  equalities_({q_, theta_}, {f_});
  return f_.lpNorm<Eigen::Infinity>();
}

/// q += h M^-1 F dxi with h F^T M^-1 F dxi = -f.
void ChordProjection::correct(size_t island, double h) {
  IslandNetwork& network = networks_[island];
  if (network.rows() == 0) return;
  auto y = y_.column(network.rows());
  network.read(f_, y);
  y *= -1.0 / h;
  solvers_[island].solve(y);
  network.add_reactions(y, xi_);
  y *= h;
  network.push(y, q_);
}

}  // namespace ricochet
