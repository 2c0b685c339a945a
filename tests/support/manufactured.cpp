#include "support/manufactured.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <random>
#include <utility>

namespace ricochet::manufactured {
namespace {

constexpr double least_W = 0.05;          // of 1 / mass: contacts are not nearly dependent
constexpr double rough_potential = -9.0;  // square root of a negative number near the guess

/// The data of an instance; numbers and symbols have the same layout.
template <class Column, class Table>
struct Data {
  Column q0 = {}, centre = {}, mass = {}, coupling = {}, stiffness = {}, well = {};
  Table G = {}, F = {};
  Column gap0 = {}, gap_curvature = {}, f0 = {}, f_curvature = {};
  Column softness = {};  // one number: 1, or the rough one
};
using Symbols = Data<Expr, Expr>;
using Numbers = Data<Vector, Matrix>;

Symbols symbols(const Shape& s) {
  return {.q0 = Expr::sym("q0", s.n),
          .centre = Expr::sym("centre", s.n),
          .mass = Expr::sym("mass", s.n),
          .coupling = Expr::sym("coupling", s.n),
          .stiffness = Expr::sym("stiffness", s.n),
          .well = Expr::sym("well", s.n),
          .G = Expr::sym("G", s.n, s.m),
          .F = Expr::sym("F", s.n, s.k),
          .gap0 = Expr::sym("gap0", s.m),
          .gap_curvature = Expr::sym("gap_curvature", s.m),
          .f0 = Expr::sym("f0", s.k),
          .f_curvature = Expr::sym("f_curvature", s.k),
          .softness = Expr::sym("softness")};
}

Vector packed(const Numbers& d) {
  const Vector G = d.G.reshaped(), F = d.F.reshaped();
  const std::vector<const Vector*> parts{
      &d.q0, &d.centre, &d.mass,          &d.coupling, &d.stiffness,   &d.well,    &G,
      &F,    &d.gap0,   &d.gap_curvature, &d.f0,       &d.f_curvature, &d.softness};
  Index size = 0, at = 0;
  for (const Vector* part : parts) size += part->size();
  Vector all(size);
  for (const Vector* part : parts) {
    all.segment(at, part->size()) = *part;
    at += part->size();
  }
  return all;
}

Expr potential(const Symbols& d, const Expr& x) {
  const Expr from_centre = x - d.centre, from_well = x - d.well;
  const Expr bent = dot(d.coupling, from_centre);
  return (0.5 * dot(d.mass, from_centre * from_centre) + 0.5 * bent * bent +
          dot(d.stiffness, sqrt(d.softness + from_well * from_well))) /
         h;
}

Expr surfaces(const Expr& offset, const Expr& gradients, const Expr& curvature, const Expr& d) {
  if (offset.size1() == 0) return Expr(0, 1);
  return offset + mtimes(gradients.T(), d) + 0.5 * curvature * dot(d, d);
}

/// The part of h grad e(x) that does not depend on the centre.
Vector well_force(const Numbers& d, const Vector& x) {
  const auto r = (x - d.well).array();
  return (d.stiffness.array() * r / (1.0 + r * r).sqrt()).matrix();
}

Matrix quadratic(const Numbers& d) {
  Matrix A = d.coupling * d.coupling.transpose();
  A.diagonal() += d.mass;
  return A;
}

Vector free_position(const Numbers& d) {
  const Matrix A = quadratic(d);
  Vector x = d.centre;
  for (int i = 0; i < 30; ++i) {
    Matrix H = A;
    H.diagonal().array() += d.stiffness.array() / (1.0 + (x - d.well).array().square()).pow(1.5);
    x -= H.ldlt().solve(A * (x - d.centre) + well_force(d, x));
  }
  return x;
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * 0x1p-53;
  }
  double sign() { return between(-1.0, 1.0) < 0.0 ? -1.0 : 1.0; }
  Vector column(Index size, double low, double high) {
    Vector v(size);
    for (double& x : v) x = between(low, high);
    return v;
  }
  Vector direction(Index size) {
    Vector v = column(size, -1.0, 1.0);
    while (v.norm() < 0.1) v = column(size, -1.0, 1.0);
    return v.normalized();
  }
  Matrix directions(Index size, Index count) {
    Matrix columns(size, count);
    for (Index i = 0; i < count; ++i) columns.col(i) = direction(size);
    return columns;
  }

 private:
  std::mt19937_64 engine_;
};

/// Chooses which pairs push, touch or are open: lambda, gap.
void choose_pairs(const Shape& s, const Numbers& d, Draw& draw, Vector& lambda, Vector& gap) {
  const Index different = s.twins ? s.m / 2 : s.m;
  Index tight = 0;
  for (Index i = 0; i < different; ++i) {
    const double kind = draw.between(0.0, 1.0);  // 40 % push, 20 % touch, 40 % are open
    const double size = draw.between(0.01, 0.1);
    const double W = h * (d.G.col(i).array().square() / d.mass.array()).sum();
    const bool closed = kind < 0.6 && tight < s.most_tight;
    lambda[i] = closed && kind < 0.4 ? size / W : 0.0;
    gap[i] = closed ? 0.0 : size;
    tight += closed;
  }
}

void repeat_rows(const Shape& s, Numbers& d, Vector& lambda, Vector& gap, Vector& nu) {
  const Index half = s.m / 2;
  for (Index i = 0; s.twins && i < half; ++i) {
    d.G.col(half + i) = d.G.col(i);
    d.gap_curvature[half + i] = d.gap_curvature[i];
    gap[half + i] = gap[i];
    lambda[i] = lambda[half + i] = 0.5 * lambda[i];
  }
  for (Index j = 0; j < s.repeated; ++j) {
    const Index copy = s.k - s.repeated + j;
    d.F.col(copy) = d.F.col(j);
    d.f_curvature[copy] = d.f_curvature[j];
    nu[j] = nu[copy] = 0.5 * nu[j];
  }
}

/// W of the tight rows has a positive definite symmetric part: no second answer nearby. Where all
/// rows can be tight at once, W of all: else the others may have an answer of their own. Rows that
/// repeat others are left out; flat surfaces need no test.
bool has_one_answer(const Shape& s, const Numbers& d, const Vector& gap, const Vector& moved) {
  if (s.overfull()) return true;
  const Index pairs = s.twins ? s.m / 2 : s.m, links = s.k - s.repeated;
  Matrix pushes(s.n, pairs + links), normals(s.n, pairs + links);
  Index tight = 0;
  for (Index i = 0; i < pairs; ++i) {
    if (gap[i] != 0.0 && pairs + links > s.n) continue;
    pushes.col(tight) = d.G.col(i);
    normals.col(tight++) = d.G.col(i) + d.gap_curvature[i] * moved;
  }
  for (Index j = 0; j < links; ++j) {
    pushes.col(tight) = d.F.col(j);
    normals.col(tight++) = d.F.col(j) + d.f_curvature[j] * moved;
  }
  if (tight == 0) return true;
  const Matrix inverse = quadratic(d).inverse();
  const Matrix W = normals.leftCols(tight).transpose() * inverse * pushes.leftCols(tight);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (W + W.transpose()),
                                                    Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > least_W;
}

Numbers draw_data(const Shape& s, Draw& draw) {
  const double curvature = s.overfull() ? 0.0 : 0.3;
  return {.q0 = draw.column(s.n, -1.0, 1.0),
          .centre = Vector::Zero(s.n),
          .mass = draw.column(s.n, 0.5, 2.0),
          .coupling = draw.column(s.n, -0.3, 0.3),
          .stiffness = draw.column(s.n, 0.0, 0.1),
          .well = draw.column(s.n, -1.0, 1.0),
          .G = draw.directions(s.n, s.m),
          .F = draw.directions(s.n, s.k),
          .gap0 = Vector::Zero(s.m),
          .gap_curvature = draw.column(s.m, -curvature, curvature),
          .f0 = Vector::Zero(s.k),
          .f_curvature = draw.column(s.k, -curvature, curvature),
          .softness = Vector::Ones(1)};
}

/// Pairs 0 and 1 become x0 - 1 >= 0 and -x0 - 1 >= 0 seen from q0, both perhaps curved inwards.
void contradict(Numbers& d, Draw& draw) {
  for (Index i = 0; i < 2; ++i) {
    d.G.col(i).setZero();
    d.G(0, i) = i == 0 ? 1.0 : -1.0;
    d.gap0[i] = -1.0;
    d.gap_curvature[i] = draw.sign() < 0.0 ? 0.0 : draw.between(-0.3, 0.0);
  }
}

}  // namespace

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {.name = "bead", .n = 1},
      {.name = "bead_between_walls", .n = 1, .m = 2, .most_tight = 1},
      {.name = "pendulum_at_wall", .n = 2, .m = 1, .k = 1, .most_tight = 1},
      {.name = "corner", .n = 3, .m = 3, .most_tight = 3},
      {.name = "few", .n = 8, .m = 4, .most_tight = 4},
      {.name = "few_without_potential", .n = 8, .m = 4, .most_tight = 4, .with_potential = false},
      {.name = "overfull_vertex", .n = 3, .m = 8, .most_tight = 8},
      {.name = "twins", .n = 8, .m = 12, .most_tight = 5, .twins = true},
      {.name = "linked", .n = 10, .m = 5, .k = 3, .most_tight = 5},
      {.name = "redundant_links", .n = 10, .m = 4, .k = 4, .most_tight = 4, .repeated = 2},
      {.name = "twins_redundant_links_without_potential",
       .n = 6,
       .m = 4,
       .k = 3,
       .most_tight = 2,
       .twins = true,
       .repeated = 1,
       .with_potential = false},
      {.name = "crowded", .n = 20, .m = 30, .most_tight = 12},
      {.name = "large", .n = 50, .m = 25, .most_tight = 25},
      {.name = "large_and_crowded", .n = 50, .m = 100, .most_tight = 30}};
  return all;
}

Family::Family(const Shape& shape) : shape_(shape) {
  const Symbols d = symbols(shape);
  const Expr x = Expr::sym("x", shape.n), lambda = Expr::sym("lambda", shape.m);
  const Expr nu = Expr::sym("nu", shape.k), moved = x - d.q0;
  const Expr e = potential(d, x);
  const Expr push = mtimes(d.G, lambda) + mtimes(d.F, nu);  // zero of n rows if m = k = 0
  const Expr f = surfaces(d.f0, d.F, d.f_curvature, moved);
  problem_ = {
      .name = shape.name,
      .kind = Kind::complementarity,
      .unknowns = {{"x", x, Meaning::position}, {"lambda", lambda}, {"nu", nu}},
      .parameters = stack({d.q0, d.centre, d.mass, d.coupling, d.stiffness, d.well, vec(d.G),
                           vec(d.F), d.gap0, d.gap_curvature, d.f0, d.f_curvature, d.softness}),
      .equalities = {{"dynamics", h / d.mass * (push - gradient(e, x)), Meaning::dynamics},
                     {"f", f, Meaning::equality}},
      .complement_a = lambda,
      .complement_b = surfaces(d.gap0, d.G, d.gap_curvature, moved)};
  if (shape.m > 0) problem_.pair_scale = h * mtimes((d.G * d.G).T(), 1.0 / d.mass);
  problem_.unknown_scale = stack({Expr::ones(shape.n), Expr::ones(shape.m + shape.k) / h});
  if (shape.with_potential) {
    problem_.potential = e;
    problem_.push = push;
  }
  push_ = Kernel("push", {problem_.unknowns, problem_.parameters}, {h / d.mass * push});
}

Instance Family::instance(std::uint64_t seed, Flaw flaw) {
  const Shape& s = shape_;
  Draw draw(seed);
  Numbers d;
  Vector lambda(s.m), gap(s.m), nu, moved;
  do {
    d = draw_data(s, draw);
    nu = draw.column(s.k, -1.0, 1.0);
    choose_pairs(s, d, draw, lambda, gap);
    repeat_rows(s, d, lambda, gap, nu);
    moved = draw.between(0.05, 0.3) * draw.direction(s.n);
  } while (!has_one_answer(s, d, gap, moved));
  const Vector x = d.q0 + moved;
  const double square = 0.5 * moved.squaredNorm();
  d.gap0 = gap - d.G.transpose() * moved - square * d.gap_curvature;
  d.f0 = -d.F.transpose() * moved - square * d.f_curvature;
  const Vector force = h * (d.G * lambda + d.F * nu) - well_force(d, x);
  d.centre = x - quadratic(d).ldlt().solve(force);

  Instance made{.guess = Vector::Zero(s.n + s.m + s.k), .z = Vector(s.n + s.m + s.k)};
  made.guess.head(s.n) = free_position(d);
  made.z << x, lambda, nu;
  for (Index i = 0; i < s.m; ++i) {
    made.active.push_back(gap[i] == 0.0);
    made.weak.push_back(gap[i] == 0.0 && lambda[i] == 0.0);
  }
  if (flaw == Flaw::not_finite) d.softness[0] = rough_potential;
  if (flaw == Flaw::infeasible) contradict(d, draw);
  made.parameters = packed(d);
  return made;
}

}  // namespace ricochet::manufactured
