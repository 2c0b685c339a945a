#include "support/located_runs.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

/// Laws of dry friction with more contacts than coordinates, under `forced-collision`: what doubled
/// contacts and other numbers of bodies must not change, balances, and rest.

namespace ricochet {
namespace {

using support::gravity;
using support::resting;

constexpr double h = 0.01;  // [s]

/// Largest difference of the momenta of two runs.
double apart(const Trajectory& a, const Trajectory& b, const std::vector<Index>& place) {
  double most = 0.0;
  for (size_t k = 0; k < std::min(a.steps.size(), b.steps.size()); ++k)
    most = std::max(
        most, (a.steps[k].state.p - Vector(b.steps[k].state.p(place))).lpNorm<Eigen::Infinity>());
  return a.steps.size() == b.steps.size() ? most : 1.0;
}

TEST(LocatedSupports, is_the_same_when_every_contact_is_declared_twice) {
  const std::vector<Index> place{0, 1, 2};
  const State start{.q = Vector{{0.0, 0.7, 0.3}}, .p = Vector{{1.0, -0.5, 0.4}}};
  for (const double mu : {0.0, 0.3, 0.9}) {
    const Trajectory once = support::located_run(support::block_on_floor(0.6, mu), start, 100);
    const Trajectory twice = support::located_run(support::block_on_floor(0.6, mu, 2), start, 100);
    EXPECT_LT(apart(once, twice, place), 1e-9) << mu;
    EXPECT_FALSE(twice.last().contacts.held.empty()) << "it lies there";
    EXPECT_GT(
        apart(once, support::located_run(support::block_on_floor(0.6 + 1e-6, mu, 2), start, 100),
              place),
        1e-9)
        << "another block moves otherwise";
  }
}

/// The system with its coordinates in other places and its contacts in reverse order.
System renumbered(const System& first_system, const std::vector<Index>& place) {
  const SystemSpecification& first = first_system.specification();
  SystemSpecification s = first;
  const Index n = first_system.n();
  s.q = Expr::sym("r", n);
  s.v = Expr();
  s.M = Expr::zeros(n, n);
  s.g = {};
  const auto at = [&](Index i) { return static_cast<casadi_int>(place[static_cast<size_t>(i)]); };
  Expr old = Expr::zeros(n, 1);
  for (Index i = 0; i < n; ++i) old(i) = s.q(at(i));
  for (Index i = 0; i < n; ++i) s.M(at(i), at(i)) = first.M(i, i);
  s.V = substitute(first.V, first.q, old);
  for (size_t row = first.g.size(); row-- > 0;) {
    Contact contact = first.g[row].contact;
    const Expr tangent = substitute(contact.tangents[0], first.q, old);
    for (Index i = 0; i < n; ++i) contact.tangents[0](at(i)) = tangent(i);
    s.g.add(first.g[row].name, substitute(first.g[row].value, first.q, old), contact);
  }
  return System(s).with("friction", 0.4).with("restitution", 0.3);
}

TEST(LocatedSupports, does_not_depend_on_the_numbers_of_bodies_and_contacts) {
  std::mt19937_64 random(5);
  const std::vector<Index> place{6, 7, 8, 0, 1, 2, 3, 4, 5};
  const support::RoughBodies stack = support::stack(3);
  const System system = stack.system.with("friction", 0.4).with("restitution", 0.3);
  const State start = stack.start(random);
  State moved = start, other = start;
  moved.q(place) = start.q;
  moved.p(place) = start.p;
  other.p[0] += 1e-10;
  const Trajectory a = support::located_run(system, start, 100, 0.004),
                   b = support::located_run(renumbered(system, place), moved, 100, 0.004);
  EXPECT_LT(apart(a, b, place), 1e-12);
  EXPECT_EQ(a.last().contacts.held.size(), 6u) << "they lie on each other";
  EXPECT_GT(apart(a, support::located_run(system, other, 100, 0.004), {0, 1, 2, 3, 4, 5, 6, 7, 8}),
            1e-12)
      << "another start moves otherwise";
}

/// A beam on five supports, pushed to the right at its middle: ten impulses for three coordinates.
struct Beam {
  static constexpr double half_height = 0.1, push = 2.0, mu = 0.4;
  static constexpr std::array<double, 5> supports{-0.5, -0.2, 0.05, 0.2, 0.5};

  [[nodiscard]] static System system() {
    const Expr q = Expr::sym("q", 3);
    SystemSpecification s{.name = "beam", .q = q, .M = diag(Expr({1.0, 1.0, 0.1}))};
    s.V = gravity * q(1) - push * q(0);
    for (const double at : supports) {
      const Expr x = q(0) + at * cos(q(2)) + half_height * sin(q(2)),
                 y = q(1) + at * sin(q(2)) - half_height * cos(q(2));
      s.g.add("support " + std::to_string(s.g.size()), y,
              {.restitution = 0.0, .friction = mu, .tangents = {jacobian(x, q).T()}});
    }
    return System(s);
  }
};

TEST(LocatedSupports, balances_momentum_and_moments_of_a_body_on_many_supports) {
  const Trajectory made =
      support::located_run(Beam::system(), resting(Vector{{0.0, Beam::half_height, 0.0}}), 50);
  for (size_t k = 1; k < made.steps.size(); ++k) {
    const Multipliers& force = made.steps[k].force;
    const Vector push = force.lambda + force.mu, rub = force.rho + force.pi;
    double moment = 0.0;
    for (Index i = 0; i < 5; ++i) {
      moment += Beam::supports[static_cast<size_t>(i)] * push[i] + Beam::half_height * rub[i];
      EXPECT_GE(force.lambda[i], 0.0);
      EXPECT_LE(std::abs(force.rho[i]), Beam::mu * force.lambda[i] + 1e-15);
    }
    EXPECT_NEAR(push.sum(), gravity * h, 1e-13) << "the weight";
    EXPECT_NEAR(rub.sum(), -Beam::push * h, 1e-13) << "against the push";
    EXPECT_NEAR(moment, 0.0, 1e-13);
  }
  EXPECT_LT(made.last().state.q.head<1>().norm(), 1e-13) << "it stays";
}

/// Largest change of a state at rest over many steps.
double drift(const System& s, const Vector& q, double step, long steps) {
  const auto stepper = support::located(s);
  Step at{.state = resting(q)};
  for (long k = 0; k < steps; ++k) {
    stepper->advance(at, step, at);
    EXPECT_TRUE(at.report.ok()) << k << ": " << at.report.message;
    if (!at.report.ok()) return 1.0;
  }
  return std::max((at.state.q - q).lpNorm<Eigen::Infinity>(), at.state.p.lpNorm<Eigen::Infinity>());
}

class LocatedRest : public testing::Test {
 protected:
  const System stack_ = support::stack(3).system.with("friction", 0.3);
  const Vector standing_{{0.0, 0.1, 0.0, 0.02, 0.3, 0.0, -0.03, 0.5, 0.0}};
};

TEST_F(LocatedRest, control_notices_a_stack_that_is_pushed) {
  const auto stepper = support::located(stack_);
  Step at{.state = resting(standing_)};
  at.state.p[6] = 0.3;
  for (int k = 0; k < 100; ++k) stepper->advance(at, 0.004, at);
  EXPECT_GT((at.state.q - standing_).norm(), 1e-3);
}

class LocatedRestSlow : public LocatedRest {};

TEST_F(LocatedRestSlow, lasts_for_a_hundred_thousand_steps) {
  EXPECT_LE(drift(stack_, standing_, 0.004, 100000), 1e-12) << "stack";
  EXPECT_LE(drift(Beam::system(), Vector{{0.0, Beam::half_height, 0.0}}, h, 100000), 1e-12)
      << "beam";
  const double slope = std::atan(0.7) - 1e-3;
  EXPECT_LE(drift(support::slider(slope, 0.7), Vector::Zero(2), h, 100000), 1e-12) << "slope";
}

}  // namespace
}  // namespace ricochet
