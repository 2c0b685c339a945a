#include "ricochet/certify/reflection_check.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A unit mass at the origin before a floor and a wall; on a rod through it if wanted.
class ReflectionCheckInCorner : public testing::Test {
 protected:
  static System corner() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "corner",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"floor", q(1)}, {"wall", q(0)}}});
  }
  Certificate found(const Vector& p, const std::vector<ReflectionPass>& passes,
                    const Vector& p_plus) {
    ReflectionCheck check(system, midpoint(), Energy::continuous, false);
    Findings findings(system);
    check.place(origin, origin, 0.0);
    check.check(origin, 0.1, p, p_plus, passes.data(), passes.data() + passes.size(), findings);
    for (const Index i : {0, 1}) check.check_left(i, findings);
    text = findings.text();
    return findings.certificate();
  }
  const Vector origin = Vector::Zero(2), down{{1.0, -2.0}};
  const System system = corner();
  std::string text;
};

TEST_F(ReflectionCheckInCorner, replays_passes_that_keep_the_energy) {
  EXPECT_TRUE(found(down, {{.set = {0}, .impulse = Vector{{4.0}}}}, Vector{{1.0, 2.0}}).ok())
      << text;
  const std::vector<ReflectionPass> one_by_one{{.set = {1}, .impulse = Vector{{2.0}}},
                                               {.set = {0}, .impulse = Vector{{4.0}}}};
  EXPECT_TRUE(found(Vector{{-1.0, -2.0}}, one_by_one, Vector{{1.0, 2.0}}).ok()) << text;
  EXPECT_TRUE(found(Vector{{1.0, 2.0}}, {}, Vector{{1.0, 2.0}}).ok()) << text;
}

TEST_F(ReflectionCheckInCorner, notices_another_impulse_or_momentum) {
  EXPECT_GT(found(down, {{.set = {0}, .impulse = Vector{{3.9}}}}, Vector{{1.0, 1.9}}).energy, 1e-2);
  EXPECT_EQ(text, "the energy changes in a reflection");
  EXPECT_GT(found(down, {{.set = {0}, .impulse = Vector{{4.0}}}}, Vector{{1.0, 2.1}}).jump, 0.09);
  EXPECT_EQ(text, "the momentum behind a reflection is another one");
}

TEST_F(ReflectionCheckInCorner, notices_who_ought_not_or_ought_to_be_reflected) {
  EXPECT_GT(found(Vector{{1.0, 2.0}}, {{.set = {0}, .impulse = Vector{{-4.0}}}}, down).sign, 0.9);
  EXPECT_GT(found(down, {}, down).jump, 1.9);
  EXPECT_EQ(text, "contact 'floor' is approached and not reflected");
  // A push that turns energy upwards, taken back by a second one.
  const std::vector<ReflectionPass> pushed{{.set = {0}, .impulse = Vector{{4.0}}},
                                           {.set = {1}, .impulse = Vector{{1e-3}}}};
  EXPECT_GT(found(down, pushed, Vector{{1.001, 2.0}}).jump, 0.9);
  EXPECT_EQ(text, "contact 'wall' is reflected but not approached");
}

TEST_F(ReflectionCheckInCorner, frees_speeds_from_reactions) {
  const Expr q = Expr::sym("q", 2);
  const System rod({.name = "rod",
                    .q = q,
                    .M = Expr::eye(2),
                    .V = 0.0,
                    .f = {{"rod", 0.6 * q(0) - 0.8 * q(1)}},
                    .g = {{"wall", q(0)}}});
  ReflectionCheck check(rod, midpoint(), Energy::continuous, false);
  check.place(origin, origin, 0.0);
  EXPECT_TRUE(support::near(check.speeds(Vector{{1.0, 0.0}}), Vector{{0.64}}, 1e-15));
}

}  // namespace
}  // namespace ricochet
