#include "ricochet/certify/rule_certifier.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace ricochet {
namespace {

constexpr double g = 10.0, h = 0.1;

/// A unit mass above a floor under gravity.
System ball() {
  const Expr q = Expr::sym("q");
  return System(
      {.name = "ball", .q = q, .M = 1.0, .V = g * q, .g = {{"floor", q, {.restitution = 0.5}}}});
}

Step at(double t, double q, double p, double lambda = 0.0) {
  return {.state = {.t = t, .q = Vector{{q}}, .p = Vector{{p}}},
          .force = {.lambda = Vector{{lambda}}, .nu = Vector(0)}};
}

std::vector<std::unique_ptr<StepCertifier>> all_rules() {
  std::vector<std::unique_ptr<StepCertifier>> rules;
  for (const bool middle : {false, true}) rules.push_back(certify_direct(ball(), middle));
  for (const bool imex : {false, true}) rules.push_back(certify_newmark(ball(), 0.25, 0.5, imex));
  return rules;
}

TEST(RuleCertifier, takes_the_free_fall_of_every_rule_and_no_other) {
  const Step from = at(0.3, 2.0, 1.0), to = at(0.4, 2.05, 0.0);  // exact for all of them
  for (const auto& rule : all_rules()) {
    EXPECT_TRUE(rule->certify(from, h, to).ok()) << rule->culprit();
    EXPECT_GT(rule->certify(from, h, at(0.4, 2.05 + 1e-6, 0.0)).dynamics, 1e-7);
    EXPECT_GT(rule->certify(from, h, at(0.4, 2.05, 1e-6)).dynamics, 1e-8);
    EXPECT_GT(rule->certify(from, h, at(0.4 + 1e-6, 2.05, 0.0)).dynamics, 1e-2);
    EXPECT_EQ(rule->culprit(), "the step does not end h later");
  }
}

TEST(RuleCertifier, of_forces_at_the_end_asks_for_contact_there) {
  // q1 = 0 = q0 + h/2 (v0 + v1), v1 = v0 - h g + lambda.
  const auto rule = certify_direct(ball(), false);
  const Step from = at(0.0, 0.1, -3.0);
  EXPECT_TRUE(rule->certify(from, h, at(h, 0.0, 1.0, 5.0)).ok()) << rule->culprit();
  EXPECT_GT(rule->certify(from, h, at(h, -0.01, 0.8, 4.8)).gap, 0.009);
  EXPECT_EQ(rule->culprit(), "contact 'floor' is penetrated");
  EXPECT_GT(rule->certify(from, h, at(h, 0.01, 1.2, 5.2)).complementarity, 0.009);
  EXPECT_GT(rule->certify(at(0.0, 0.1, 0.0), h, at(h, 0.0, -2.0, -1.0)).sign, 0.09);
  EXPECT_EQ(rule->culprit(), "contact 'floor' pulls");
}

TEST(RuleCertifier, of_newmark_remembers_the_force_of_the_step_before) {
  // A ball at rest on the floor: lambda = h g in every step; the first has none before it.
  const auto rule = certify_newmark(ball(), 0.25, 0.5, false);
  const Step held = at(0.0, 0.0, 0.0, h * g);
  EXPECT_TRUE(rule->certify(held, h, at(h, 0.0, 0.0, h * g)).ok()) << rule->culprit();
  Step first = held;
  first.force = {};
  EXPECT_GT(rule->certify(first, h, at(h, 0.0, 0.0, h * g)).dynamics, 1e-2);
  EXPECT_TRUE(
      certify_newmark(ball(), 0.25, 0.5, true)->certify(first, h, at(h, 0.0, 0.0, h * g)).ok())
      << "the imex variant carries nothing";
}

}  // namespace
}  // namespace ricochet
