#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/order.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

/// Laws of dry friction that have closed forms, for the methods that make one Coulomb problem of
/// all contacts of a step.

namespace ricochet {
namespace {

using support::gravity;

constexpr double h = 0.01;  // [s]

class FrictionLaws : public testing::TestWithParam<const char*> {
 protected:
  /// A stack at rest does not move: its positions change by rounding (2.7e-15 m, whether after 10^4
  /// or 10^5 steps) and its momenta are those of rounding (6e-17).
  static void expect_rest(int steps) {
    const support::RoughBodies bodies = support::stack(3);
    const auto stepper = method(bodies.system.with("friction", 0.3));
    Step step{.state = {.q = Vector{{0.0, 0.1, 0.0, 0.02, 0.3, 0.0, -0.03, 0.5, 0.0}},
                        .p = Vector::Zero(9)}};
    const Vector start = step.state.q;
    for (int k = 0; k < steps; ++k) {
      stepper->advance(step, bodies.h, step);
      ASSERT_TRUE(step.report.ok()) << step.report.message;
    }
    EXPECT_LE((step.state.q - start).lpNorm<Eigen::Infinity>(), 1e-13);
    EXPECT_LE(step.state.p.lpNorm<Eigen::Infinity>(), 1e-14);
    stepper->set("friction", 0.0);  // the same on a floor without friction, pushed
    step.state.p[0] = 1e-3;
    stepper->advance(step, bodies.h, step);
    EXPECT_GT(step.state.q[0] - start[0], 1e-6);
  }

  static std::unique_ptr<Stepper> method(const System& s) {
    return make_stepper(GetParam(), s, {.backend = make_backend("newton")});
  }
  static Trajectory run(const System& s, const State& start, long steps, double step = h) {
    Trajectory made = simulate(*method(s), start, {.h = step, .steps = steps});
    EXPECT_TRUE(made.ok()) << made.message();
    return made;
  }
};

/// v0 / (mu g) seconds, v0^2 / (2 mu g) metres.
TEST_P(FrictionLaws, a_body_slides_as_far_and_as_long_as_it_must) {
  const double mu = 0.5, speed = 1.0, deceleration = mu * gravity;
  const State start{.q = Vector::Zero(2), .p = Vector{{speed, 0.0}}};
  const Trajectory made = run(support::slider(0.0, mu), start, 40);
  long moving = 0;
  for (const Step& step : made.steps) moving += step.state.p[0] > 0.0 ? 1 : 0;
  EXPECT_EQ(moving, static_cast<long>(std::ceil(speed / deceleration / h)));
  // The last step begins with less than mu g h and ends at rest.
  const double distance = speed * speed / (2.0 * deceleration);
  EXPECT_NEAR(made.last().state.q[0], distance, deceleration * h * h / 8.0);
  EXPECT_EQ(made.last().state.p[0], 0.0);
  const double whole = speed / deceleration / 20.0;  // 20 steps to the end
  EXPECT_NEAR(run(support::slider(0.0, mu), start, 40, whole).last().state.q[0], distance, 1e-13);
}

TEST_P(FrictionLaws, a_slope_holds_what_is_less_steep_than_atan_mu) {
  const double mu = 0.7, steepest = std::atan(mu);
  const State start{.q = Vector::Zero(2), .p = Vector::Zero(2)};
  for (const double beyond : {1e-2, 1e-4, 1e-6}) {
    const Vector held = run(support::slider(steepest - beyond, mu), start, 50).last().state.p;
    EXPECT_LT(held.norm(), 1e-14) << beyond;
    const double slope = steepest + beyond;
    const double expected = 50.0 * h * gravity * (std::sin(slope) - mu * std::cos(slope));
    const Vector slides = run(support::slider(slope, mu), start, 50).last().state.p;
    EXPECT_NEAR(slides[0], expected, 1e-13) << beyond;
    EXPECT_GT(slides[0], 1e-6);
  }
}

TEST_P(FrictionLaws, a_disc_rolls_at_two_thirds_of_its_first_speed) {
  const double speed = 3.0, mu = 0.2;
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{speed, 0.0, 0.0}}};
  const Trajectory made = run(support::disc_on_floor(mu), start, 100);
  EXPECT_NEAR(made.last().state.p[0], 2.0 / 3.0 * speed, 1e-13);
  const double slides = speed / (3.0 * mu * gravity);  // [s]
  const double before = made.steps[static_cast<size_t>(slides / h) - 1].state.p[0];
  EXPECT_GT(before, 2.0 / 3.0 * speed + 1e-2) << "it slides until then";
}

/// A block that slides tips where mu is above width / height.
TEST_P(FrictionLaws, a_sliding_block_tips_beyond_its_threshold) {
  const double width = 0.6;
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{2.0, 0.0, 0.0}}};
  for (const double mu : {width - 1e-4, width + 1e-4}) {
    const Trajectory made = run(support::block_on_floor(width, mu), start, 20);
    const double angle = std::abs(made.last().state.q[2]);
    if (mu < width)
      EXPECT_LT(angle, 1e-14);
    else
      EXPECT_GT(angle, 1e-6);
  }
}

TEST_P(FrictionLaws, doubled_contacts_change_no_velocity) {
  const double width = 0.6;
  double change = 0.0;
  for (const double mu : {0.0, 0.3, 0.9}) {
    const System once = support::block_on_floor(width, mu);
    const System twice = support::block_on_floor(width, mu, 2);
    const State start{.q = Vector{{0.0, 0.7, 0.3}}, .p = Vector{{1.0, -0.5, 0.4}}};
    const Trajectory a = run(once, start, 100), b = run(twice, start, 100);
    for (size_t k = 0; k < a.steps.size(); ++k)
      change =
          std::max(change, (a.steps[k].state.p - b.steps[k].state.p).lpNorm<Eigen::Infinity>());
    EXPECT_GT(b.last().force.lambda.sum(), 0.0) << "it lies there";
  }
  EXPECT_LT(change, 1e-9);
}

/// The stack with its coordinates in other places and its contacts in reverse order.
System renumbered(const System& stack, const std::vector<Index>& place) {
  const SystemSpecification& first = stack.specification();
  SystemSpecification s = first;
  s.q = Expr::sym("r", stack.n());
  s.v = Expr();
  s.M = Expr::zeros(stack.n(), stack.n());
  s.g = {};
  const auto at = [&](Index i) { return static_cast<casadi_int>(place[static_cast<size_t>(i)]); };
  Expr old = Expr::zeros(stack.n(), 1);
  for (Index i = 0; i < stack.n(); ++i) old(i) = s.q(at(i));
  for (Index i = 0; i < stack.n(); ++i) s.M(at(i), at(i)) = first.M(i, i);
  s.V = substitute(first.V, first.q, old);
  for (size_t row = first.g.size(); row-- > 0;) {
    Contact contact = first.g[row].contact;
    const Expr tangent = substitute(contact.tangents[0], first.q, old);
    for (Index i = 0; i < stack.n(); ++i) contact.tangents[0](at(i)) = tangent(i);
    s.g.add(first.g[row].name, substitute(first.g[row].value, first.q, old), contact);
  }
  return System(s).with("friction", 0.4).with("restitution", 0.3);
}

TEST_P(FrictionLaws, numbers_of_bodies_and_contacts_change_no_velocity) {
  std::mt19937_64 random(5);
  const std::vector<Index> place{6, 7, 8, 0, 1, 2, 3, 4, 5};
  const support::RoughBodies bodies = support::stack(3);
  const System stack = bodies.system.with("friction", 0.4).with("restitution", 0.3);
  const State start = bodies.start(random);
  State moved = start;
  moved.q(place) = start.q;
  moved.p(place) = start.p;
  const Trajectory a = run(stack, start, bodies.steps, bodies.h);
  const Trajectory b = run(renumbered(stack, place), moved, bodies.steps, bodies.h);
  double change = 0.0;
  for (size_t k = 0; k < a.steps.size(); ++k)
    change = std::max(
        change, (a.steps[k].state.p - Vector(b.steps[k].state.p(place))).lpNorm<Eigen::Infinity>());
  EXPECT_LT(change, 1e-12);
  EXPECT_EQ(a.last().contacts.held.size(), 6U) << "they lie on each other";
}

TEST_P(FrictionLaws, what_rests_stays_for_ten_thousand_steps) { expect_rest(10000); }

class FrictionLawsSlow : public FrictionLaws {};

TEST_P(FrictionLawsSlow, what_rests_stays_for_a_hundred_thousand_steps) { expect_rest(100000); }

/// Where a puck is whose slide is turned by a force, against many small steps of the same method.
double order_of_a_turning_slide(const std::string& name) {
  const System puck = support::puck(0.3, 2.0);
  const auto stepper = make_stepper(name, puck, {.backend = make_backend("newton")});
  const State start{.q = Vector::Zero(3), .p = Vector{{1.0, 0.0, 0.0}}};
  const auto end = [&](long steps) {
    const double size = 0.25 / static_cast<double>(steps);
    const Trajectory made = simulate(*stepper, start, {.h = size, .steps = steps});
    EXPECT_TRUE(made.ok()) << made.message();
    return made.last().state.q;
  };
  const Vector limit = end(3200);
  return std::log2((end(25) - limit).norm() / (end(50) - limit).norm());
}

TEST(SlideThatTurns, is_of_order_2_along_the_mean_slip_of_a_step_and_of_order_1_at_its_end) {
  EXPECT_GT(order_of_a_turning_slide("rattle"), 1.8);
  EXPECT_LT(order_of_a_turning_slide("moreau-jean"), 1.3) << "the control";
}

const auto methods = testing::Values("moreau-jean", "rattle");
std::string name_of(const testing::TestParamInfo<const char*>& tested) {
  return support::test_name(tested.param);
}
INSTANTIATE_TEST_SUITE_P(Of, FrictionLaws, methods, name_of);
INSTANTIATE_TEST_SUITE_P(Of, FrictionLawsSlow, methods, name_of);

}  // namespace
}  // namespace ricochet
