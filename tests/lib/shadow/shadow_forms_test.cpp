#include "ricochet/shadow/shadow_forms.hpp"

#include "ricochet/discretization.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using Form = Expr (*)(const System&, const Expr&, const Expr&, const Expr&, int);

double value(const System& s, Form form, int order, const Vector& q, const Vector& p, double h) {
  const Expr x = Expr::sym("q", s.n()), y = Expr::sym("p", s.n()), step = Expr::sym("h");
  Kernel kernel("E", {x, y, step, s.parameter_symbols()}, {form(s, x, y, step, order)});
  double E = 0.0;
  kernel({q, p, h, s.parameter_values()}, {E});
  return E;
}

double numerical(const Discretization& d, const Vector& q, const Vector& p, double h) {
  const System s = support::henon_heiles();
  const Expr x = Expr::sym("q", 2), y = Expr::sym("p", 2), step = Expr::sym("h");
  Kernel kernel("E", {x, y, step, s.parameter_symbols()}, {d.numerical_hamiltonian(s, x, y, step)});
  double E = 0.0;
  kernel({q, p, h, s.parameter_values()}, {E});
  return E;
}

TEST(ShadowForms, of_order_two_are_the_numerical_hamiltonians) {
  const Vector q{{0.3, -0.2}}, p{{0.1, 0.3}};
  const System s = support::henon_heiles();
  EXPECT_NEAR(value(s, shadow_of_verlet, 2, q, p, 0.4), numerical(verlet(), q, p, 0.4), 1e-15);
  EXPECT_NEAR(value(s, shadow_of_midpoint, 2, q, p, 0.4), numerical(midpoint(), q, p, 0.4), 1e-15);
}

System harmonic() {
  const Expr q = Expr::sym("q");
  return System({.name = "harmonic", .q = q, .M = 1.0, .V = 0.5 * q * q});
}

/// The Verlet map of q'' = -q conserves a (p^2 + (1 - h^2/4) q^2)/2 and the flow of that energy
/// turns by 2 arcsin(h/2) in a step; the midpoint map conserves H and turns by 2 arctan(h/2).
TEST(ShadowForms, approach_the_exact_energies_of_the_harmonic_oscillator) {
  const System s = harmonic();
  const Vector q{{0.7}}, p{{0.4}};
  const double h = 0.5, b = 1.0 - 0.25 * h * h;
  const double of_verlet =
      2.0 * std::asin(0.5 * h) / h / std::sqrt(b) * 0.5 * (p[0] * p[0] + b * q[0] * q[0]);
  const double of_midpoint = 2.0 * std::atan(0.5 * h) / h * 0.5 * (p[0] * p[0] + q[0] * q[0]);
  const auto miss = [&](Form form, double exact, int order, double step) {
    return std::abs(value(s, form, order, q, p, step) - exact);
  };
  double before = 1.0;
  for (const int order : {2, 4, 6, 8}) {
    const double missed = std::max(miss(shadow_of_verlet, of_verlet, order, h),
                                   miss(shadow_of_midpoint, of_midpoint, order, h));
    EXPECT_LT(missed, 0.2 * before) << order;
    before = missed;
  }
  EXPECT_LT(before, 1e-6);
  EXPECT_GT(miss(shadow_of_verlet, of_midpoint, 8, h), 1e-3) << "control: of the other rule";
}

}  // namespace
}  // namespace ricochet
