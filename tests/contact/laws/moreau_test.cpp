#include "support/matchers.hpp"
#include "support/struck.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using support::after, support::near;

const Vector down{{2.0, -8.0}};  // of the block: 1 m/s along the floor, 2 m/s onto it

TEST(MoreauLaw, takes_the_slip_of_the_averaged_velocity) {
  // Friction that sticks makes (v+ + e v-)/(1 + e) vanish along the tangent as well.
  const ImpactOutcome sticks = after(Law::moreau, support::block(0.5, 0.5), down);
  ASSERT_TRUE(sticks.report.ok()) << sticks.report.message;
  EXPECT_TRUE(near(sticks.p_plus, Vector{{-1.0, 4.0}}, 1e-13));
  EXPECT_TRUE(near(sticks.tangential, Vector{{-3.0}}, 1e-13));
  const ImpactOutcome slides = after(Law::moreau, support::block(0.5, 0.1), down);
  EXPECT_TRUE(near(slides.p_plus, Vector{{0.8, 4.0}}, 1e-13)) << "0.1 times 12 N s";
}

TEST(MoreauLaw, of_contacts_without_a_loss_is_elastic_where_no_law_is_asked_for) {
  const auto outcome = [](const System& s) {
    support::Struck struck(s, Vector::Zero(2), down);
    return make_law({}, s, newton(), 0.0)->apply(struck.state());
  };
  EXPECT_TRUE(outcome(support::block(1.0, 0.0)).elastic);
  for (const auto& [e, mu] : {std::pair{0.5, 0.0}, {1.0, 0.3}}) {
    const ImpactOutcome lossy = outcome(support::block(e, mu));
    EXPECT_FALSE(lossy.elastic);
    EXPECT_TRUE(near(lossy.p_plus, after(Law::moreau, support::block(e, mu), down).p_plus, 0.0));
  }
}

/// Two rough contacts of a body with four coordinates, with normals and tangents as parameters.
System two_contacts(double e1, double e2) {
  const Expr q = Expr::sym("q", 4);
  std::vector<Parameter> parameters;
  const auto direction = [&](const std::string& name, int along) {
    Expr column(4, 1);
    for (int i = 0; i < 4; ++i) {
      const Expr symbol = Expr::sym(name + std::to_string(i));
      parameters.push_back({name + std::to_string(i), symbol, i == along ? 1.0 : 0.0});
      column(i) = symbol;
    }
    return column;
  };
  const Expr n1 = direction("n", 0), t1 = direction("t", 1), n2 = direction("m", 2),
             t2 = direction("u", 3);
  Constraints g;
  g.add("first", dot(n1, q), {.restitution = e1, .friction = 0.6, .tangents = {t1}});
  g.add("second", dot(n2, q), {.restitution = e2, .friction = 0.6, .tangents = {t2}});
  return System(
      {.name = "two", .q = q, .parameters = parameters, .M = Expr::eye(4), .V = 0.0, .g = g});
}

TEST(MoreauLaw, gains_no_energy_whatever_the_restitutions) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  System s = two_contacts(0.9, 0.1);
  const auto law = make_law(Law::moreau, s, newton(), 0.0);
  int met = 0, flagged = 0;
  for (int trial = 0; trial < 150; ++trial) {
    for (const std::string& name : s.parameter_names()) s = s.with(name, normal(random));
    law->set_parameters(s);
    Vector p = -s.G(Vector::Zero(4)).rowwise().sum();
    for (double& x : p) x += normal(random);
    ImpactCone cone(s, newton());
    cone.place(Vector::Zero(4), p);
    if (cone.normal_speeds().maxCoeff() >= 0.0) continue;
    support::Struck struck(s, Vector::Zero(4), p);
    const ImpactOutcome outcome = law->apply(struck.state());
    ASSERT_TRUE(outcome.report.ok()) << trial << ": " << outcome.report.message;
    ++met;
    flagged += outcome.flagged;
    EXPECT_LE(struck.kinetic(outcome.p_plus), struck.kinetic(p) * (1.0 + 1e-11)) << trial;
  }
  EXPECT_GT(met, 20);
  EXPECT_GT(flagged, 0) << "none needed the least of its restitutions";
}

}  // namespace
}  // namespace ricochet
