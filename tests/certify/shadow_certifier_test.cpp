#include "ricochet/certify/shadow_certifier.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shadow/shadow_meter.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/shadow.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace ricochet {
namespace {

using Stage = ShadowRecord::Stage;

class ShadowCertificate : public testing::Test {
 protected:
  /// The first step of a stage, of any number of impacts or more.
  void make(Stage stage, const Shadow::Options& given = {}, size_t impacts = 1) {
    Shadow::Options options = given;
    options.discretization = verlet();
    options.backend = newton();
    if (options.energy_order == 0 && options.virtual_steps == 0) options.energy_order = 4;
    Shadow stepper(problem_.system, options);
    from_.state = problem_.initial;
    for (int i = 0; i < 200000; ++i) {
      stepper.advance(from_, problem_.h, to_);
      ASSERT_TRUE(to_.report.ok()) << to_.report.message;
      if (to_.shadow.stage == stage && to_.impacts.size() >= impacts) return;
      std::swap(from_, to_);
    }
    FAIL() << "no such step";
  }
  bool ok(const ShadowClaims& claims = {.backend = newton()}) {
    const auto certifier = certify_shadow(problem_.system, verlet(), claims);
    const bool passes = certifier->certify(from_, problem_.h, to_).ok();
    culprit_ = passes ? "" : certifier->culprit();
    return passes;
  }

  Problem problem_ = problems::disc_chaotic();
  Step from_, to_;
  std::string culprit_;
};

TEST_F(ShadowCertificate, takes_the_steps_of_its_method) {
  for (const Stage stage : {Stage::none, Stage::grid, Stage::located}) {
    make(stage, {}, stage == Stage::none ? 0 : 1);
    EXPECT_TRUE(ok()) << culprit_;
  }
}

TEST_F(ShadowCertificate, refuses_another_anchor_or_energy) {
  make(Stage::grid);
  EXPECT_FALSE(ok({.anchor = 0.5, .backend = newton()}));
  EXPECT_EQ(culprit_, "an impact does not keep the shadow energy");
  EXPECT_FALSE(ok({.kind = {.order = 2}, .backend = newton()}));
}

TEST_F(ShadowCertificate, refuses_a_reflection_that_keeps_H) {
  make(Stage::grid);
  GeneralizedVariational gvi(problem_.system, {.discretization = verlet(), .backend = newton()});
  const Step made = gvi.advance({.state = from_.state}, problem_.h);
  ASSERT_EQ(made.impacts.size(), 1U);
  const ShadowRecord record = to_.shadow;
  to_ = made;
  to_.shadow = record;
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_a_penetration_and_a_passage) {
  make(Stage::grid);
  Step through = to_;
  through.impacts.clear();
  through.reflections.clear();
  through.shadow.stage = Stage::none;
  GeneralizedVariational free(problem_.system, {.discretization = verlet(), .backend = newton()});
  through.state.q = to_.predicted;
  to_ = through;
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_a_forgotten_debt_and_a_forgotten_start) {
  make(Stage::none, {}, 0);
  from_.shadow = to_.shadow;
  from_.shadow.debt = 1e-3;
  EXPECT_FALSE(ok());
  EXPECT_EQ(culprit_, "a debt is lost on the way");
  from_.shadow.debt = 0.0;
  EXPECT_TRUE(ok()) << culprit_;
  from_.shadow.initial += 1e-3;
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_an_impact_in_the_air_and_one_that_pulls) {
  make(Stage::grid);
  Step right = to_;
  to_.predicted = 0.5 * to_.predicted;
  EXPECT_FALSE(ok());
  to_ = right;
  to_.impacts[0].impulse *= -1.0;
  EXPECT_FALSE(ok());
  to_ = right;
  to_.state.p[0] += 1e-7;
  EXPECT_FALSE(ok());
  to_ = right;
  to_.impacts[0].p_plus[0] += 1e-9;
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_one_impact_for_contacts_that_do_not_act_on_each_other) {
  problem_ = problems::two_discs();
  make(Stage::grid, {}, 2);
  EXPECT_TRUE(ok()) << culprit_;
  Impact& first = to_.impacts[0];
  const Impact second = to_.impacts[1];
  first.p_plus = second.p_plus;
  first.constraints = {0, 1};
  first.impulse = Vector{{first.impulse[0], second.impulse[0]}};
  first.passes += second.passes;
  to_.impacts.pop_back();
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_a_debt_that_is_not_what_a_located_step_leaves) {
  make(Stage::located);
  to_.shadow.debt += 1e-6;
  EXPECT_FALSE(ok());
  EXPECT_EQ(culprit_, "the debt is not what the step leaves of the shadow energy");
}

TEST_F(ShadowCertificate, refuses_other_contacts_at_rest_than_those_that_are) {
  problem_ = problems::bowl();
  make(Stage::none, {}, 0);
  EXPECT_TRUE(ok()) << culprit_;
  const Step right = to_;
  to_.contacts.held.clear();
  EXPECT_FALSE(ok());
  to_ = right;
  to_.force.lambda *= -1.0;
  EXPECT_FALSE(ok());
  to_ = right;
  to_.force.mu[0] += 1e-6;
  EXPECT_FALSE(ok());
  problem_ = problems::disc_chaotic();
  make(Stage::none, {}, 0);
  to_.contacts.held = {0};
  EXPECT_FALSE(ok());
}

/// A contact that stays closed has no normal speed at the end, whatever is said of what rests.
TEST_F(ShadowCertificate, refuses_a_contact_that_stays_closed_and_moves) {
  problem_ = problems::bowl();
  make(Stage::none, {}, 0);
  constexpr double more = 1e-3;
  const System& s = problem_.system;
  to_.force.mu[0] += more;
  to_.state.p += more * s.G(to_.state.q).col(0);
  to_.contacts.held.clear();
  ShadowMeter meter(s, verlet(), {.order = 4}, newton());
  to_.shadow.energy = meter.energy(to_.state.q, to_.state.p, problem_.h);
  meter.hold(Mask::Ones(s.m()));
  to_.shadow.debt = to_.shadow.energy - meter.energy(from_.state.q, from_.state.p, problem_.h) +
                    from_.shadow.debt;
  EXPECT_FALSE(ok());
  EXPECT_NE(culprit_.find("stays closed, but moves"), std::string::npos) << culprit_;
}

TEST_F(ShadowCertificate, refuses_another_debt_than_that_of_leaving_a_contact) {
  problem_ = problems::crest();
  Shadow stepper(problem_.system,
                 {.discretization = verlet(), .backend = newton(), .energy_order = 4});
  to_.state = problem_.initial;
  do {
    std::swap(from_, to_);
    stepper.advance(from_, problem_.h, to_);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
  } while (to_.contacts.held == to_.contacts.smooth);
  EXPECT_TRUE(ok()) << culprit_;
  EXPECT_NE(to_.shadow.debt, 0.0);
  to_.shadow.debt = from_.shadow.debt;
  EXPECT_FALSE(ok());
}

TEST_F(ShadowCertificate, refuses_other_reactions_of_rods) {
  problem_ = problems::double_pendulum_walls();
  const ShadowClaims claims{.kind = {.virtual_steps = 3}, .backend = newton()};
  for (const Placement placement : {Placement::grid, Placement::located}) {
    make(placement == Placement::grid ? Stage::grid : Stage::located,
         {.placement = placement, .virtual_steps = 3});
    EXPECT_TRUE(ok(claims)) << culprit_;
    Vector& reactions = placement == Placement::grid ? to_.force.nu : to_.flights[0].force.nu;
    reactions *= 1.0 + 1e-6;
    EXPECT_FALSE(ok(claims));
  }
}

}  // namespace
}  // namespace ricochet
