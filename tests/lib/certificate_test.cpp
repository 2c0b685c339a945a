#include "ricochet/certificate.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double too_much = 2e-11;  // [m], twice the limit

struct Entry {
  std::string name;
  double Certificate::*member;
};

const std::vector<Entry> lengths{{"dynamics", &Certificate::dynamics},
                                 {"equality", &Certificate::equality},
                                 {"complementarity", &Certificate::complementarity},
                                 {"sign", &Certificate::sign},
                                 {"tangency", &Certificate::tangency},
                                 {"energy", &Certificate::energy}};

TEST(Certificate, of_nothing_missed_is_ok) {
  const Certificate c{.limit = 1e-11};
  EXPECT_TRUE(c.ok());
  EXPECT_EQ(c.worst(), 0.0);
  EXPECT_TRUE(c.near_branch());
  EXPECT_NE(c.verdict().find(" <= 1e-11"), std::string::npos) << c.verdict();
}

TEST(Certificate, detects_every_violation_and_names_it) {
  for (const Entry& entry : lengths) {
    Certificate c{.limit = 1e-11};
    c.*entry.member = too_much;
    EXPECT_FALSE(c.ok()) << entry.name;
    EXPECT_EQ(c.worst(), too_much) << entry.name;
    EXPECT_EQ(c.verdict(), entry.name + " 2e-11 > 1e-11");
    c.limit = 1e-10;
    EXPECT_TRUE(c.ok()) << entry.name;
    EXPECT_EQ(c.verdict(), entry.name + " 2e-11 <= 1e-10");
  }
}

TEST(Certificate, with_nan_anywhere_fails_and_says_so) {
  for (const Entry& entry : lengths) {
    Certificate c{.limit = 1e-11};
    for (const Entry& other : lengths) c.*other.member = 1e-13;
    c.*entry.member = nan;
    EXPECT_FALSE(c.ok()) << entry.name;
    EXPECT_TRUE(std::isnan(c.worst())) << entry.name;
    EXPECT_EQ(c.verdict(), entry.name + " nan > 1e-11");
  }
}

TEST(Certificate, keeps_the_limit_of_the_part_that_was_judged) {
  Certificate total;  // nothing judged yet: no limit of its own
  total.merge({.dynamics = 2e-14, .limit = 1e-14});
  EXPECT_EQ(total.limit, 1e-14);
  EXPECT_FALSE(total.ok());
}

TEST(Certificate, judges_the_branch_apart) {
  const Certificate far{.branch = 1.5}, lost{.branch = nan};
  EXPECT_TRUE(far.ok());
  EXPECT_FALSE(far.near_branch());
  EXPECT_FALSE(lost.near_branch());
}

TEST(Certificate, merged_is_the_worst_of_both_in_either_order) {
  std::vector<Entry> all = lengths;
  all.push_back({"branch", &Certificate::branch});
  for (const Entry& entry : all) {
    for (const double bad : {too_much, nan}) {
      Certificate good, wrong;
      good.*entry.member = 1e-12;
      wrong.*entry.member = bad;
      Certificate one = good, two = wrong;
      one.merge(wrong);
      two.merge(good);
      for (const Certificate& merged : {one, two})
        EXPECT_TRUE(std::isnan(bad) ? std::isnan(merged.*entry.member)
                                    : merged.*entry.member == bad)
            << entry.name;
    }
  }
}

// A spring pushed against a wall: x = a, 0 <= a _|_ x - 1 >= 0, y = 2, where W = 0.5.
class Certifying : public testing::Test {
 protected:
  Expr z_ = Expr::sym("z", 3), on_ = Expr::sym("on");
  StepProblem problem_{.name = "wall",
                       .kind = Kind::complementarity,
                       .unknowns = z_,
                       .parameters = on_,
                       .equalities = {{"dynamics", z_(0) - 0.5 * z_(2), Meaning::dynamics},
                                      {"place", z_(1) - 2.0, Meaning::equality}},
                       .complement_a = z_(2),
                       .complement_b = {{"gaps", z_(0) - 1.0, Meaning::gap, {"wall"}}},
                       .pair_on = on_,
                       .pair_scale = 0.5};
  Certifier certifier_{problem_};

  Certificate certify(double x, double y, double a, double on = 1.0) {
    return certifier_.certify(Vector{{x, y, a}}, Vector{{on}});
  }
};

TEST_F(Certifying, accepts_the_answer) {
  EXPECT_TRUE(certify(1.0, 2.0, 2.0).ok());
  EXPECT_EQ(certify(1.0, 2.0, 2.0).worst(), 0.0);
}

TEST_F(Certifying, detects_wrong_dynamics_alone) {
  const Certificate c = certify(1.0, 2.0, 2.0 + 4e-11);
  EXPECT_NEAR(c.dynamics, 2e-11, 1e-15);
  EXPECT_EQ(c.equality + c.complementarity + c.sign, 0.0);
  EXPECT_FALSE(c.ok());
}

TEST_F(Certifying, detects_a_missed_equality_alone) {
  const Certificate c = certify(1.0, 2.5, 2.0);
  EXPECT_EQ(c.equality, 0.5);
  EXPECT_EQ(c.dynamics + c.complementarity + c.sign, 0.0);
}

TEST_F(Certifying, detects_an_impulse_across_a_gap) {
  const Certificate c = certify(1.25, 2.0, 2.5);
  EXPECT_EQ(c.complementarity, 0.25);  // min(W a, b) = min(1.25, 0.25)
  EXPECT_EQ(c.dynamics + c.equality + c.sign, 0.0);
}

TEST_F(Certifying, detects_penetration_and_pulling) {
  EXPECT_EQ(certify(0.75, 2.0, 1.5).sign, 0.25);
  EXPECT_EQ(certify(1.0, 2.0, -0.5).sign, 0.25);  // W a
}

TEST_F(Certifying, of_a_pair_switched_off_wants_no_impulse_and_leaves_the_gap_free) {
  EXPECT_EQ(certify(-3.0, 2.0, 0.0, 0.0).sign, 0.0);
  EXPECT_EQ(certify(-3.0, 2.0, 0.0, 0.0).complementarity, 0.0);
  EXPECT_EQ(certify(1.0, 2.0, 2.0, 0.0).complementarity, 1.0);
}

TEST_F(Certifying, names_the_row_that_was_missed_by_most) {
  (void)certify(1.0, 2.5, 2.0);
  EXPECT_EQ(certifier_.culprit(), "'place' in 'wall'");
  (void)certify(0.75, 2.0, 1.5);
  EXPECT_EQ(certifier_.culprit(), "'wall' of 'gaps' in 'wall'");
  (void)certify(nan, 2.0, 2.0);
  EXPECT_EQ(certifier_.culprit(), "'dynamics' in 'wall'");
}

TEST_F(Certifying, judges_rows_by_the_meaning_of_their_block) {
  const struct {
    Meaning meaning;
    double Certificate::*entry;
  } cases[] = {
      {Meaning::dynamics, &Certificate::dynamics}, {Meaning::plain, &Certificate::equality},
      {Meaning::equality, &Certificate::equality}, {Meaning::gap, &Certificate::equality},
      {Meaning::hidden, &Certificate::tangency},   {Meaning::tangency, &Certificate::tangency},
      {Meaning::energy, &Certificate::energy}};
  for (const auto& [meaning, entry] : cases) {
    const Expr x = Expr::sym("x", 2);
    const StepProblem p{.kind = Kind::square_system,
                        .unknowns = x,
                        .equalities = {{"right", x(0)}, {"wrong", x(1) - 0.5, meaning}}};
    const Certificate c = Certifier(p).certify(Vector::Zero(2), Vector());
    EXPECT_EQ(c.*entry, 0.5) << static_cast<int>(meaning);
    EXPECT_EQ(c.dynamics + c.equality + c.tangency + c.energy, 0.5) << static_cast<int>(meaning);
  }
}

TEST_F(Certifying, fails_for_nan_in_any_unknown) {
  for (Index i = 0; i < 3; ++i) {
    Vector z{{1.0, 2.0, 2.0}};
    z[i] = nan;
    EXPECT_FALSE(certifier_.certify(z, Vector{{1.0}}).ok()) << i;
    EXPECT_TRUE(std::isnan(certifier_.certify(z, Vector{{1.0}}).worst())) << i;
  }
}

TEST_F(Certifying, judges_rows_that_others_evaluated_like_its_own) {
  const StepProblem complete = completed(problem_);
  Kernel values = row_values(complete);
  const Certifier judge(complete, std::make_shared<const RowNames>(row_names(complete)));
  for (const Vector& z : {Vector{{1.0, 2.0, 2.0}}, Vector{{1.25, 2.0, 2.5}},
                          Vector{{0.75, 2.5, -1.0}}, Vector{{nan, 2.0, 2.0}}})
    for (const double on : {0.0, 1.0}) {
      Vector equalities(2), a(1), b(1), pair_on(1), none;
      values({z, on}, {equalities, a, b, pair_on, none});
      const Certificate by_rows = judge.certify(equalities, a, b, pair_on);
      EXPECT_EQ(by_rows.verdict(), certifier_.certify(z, Vector{{on}}).verdict());
      EXPECT_EQ(judge.culprit(equalities, a, b, pair_on), certifier_.culprit());
    }
}

TEST_F(Certifying, scales_its_limit_with_the_length) {
  problem_.length = 1e-3;
  EXPECT_DOUBLE_EQ(Certifier(problem_).certify(Vector{{1.0, 2.0, 2.0}}, Vector{{1.0}}).limit,
                   1e-14);
}

TEST(CertifyingARoot, detects_leaving_the_bracket) {
  const Expr x = Expr::sym("x");
  Certifier certifier({.name = "event",
                       .kind = Kind::scalar_root,
                       .unknowns = x,
                       .equalities = x * x - 4.0,
                       .lower = 0.0,
                       .upper = 3.0});
  const Vector none(0);
  EXPECT_TRUE(certifier.certify(Vector{{2.0}}, none).ok());
  EXPECT_EQ(certifier.certify(Vector{{-2.0}}, none).sign, 2.0);
  EXPECT_EQ(certifier.certify(Vector{{4.0}}, none).sign, 1.0);
  EXPECT_EQ(certifier.certify(Vector{{1.0}}, none).equality, 3.0);
}

// min 1/2 (x - 3)^2 + y^2/2, x + y = 1, 1 - x >= 0: x = 1, y = 0 with multipliers (2, 0).
TEST(CertifyingAMinimum, detects_each_broken_optimality_condition) {
  const Expr x = Expr::sym("x", 2);
  Certifier certifier({.name = "nearest",
                       .kind = Kind::convex_qp,
                       .unknowns = x,
                       .objective = 0.5 * pow(x(0) - 3.0, 2) + 0.5 * x(1) * x(1),
                       .equalities = x(0) + x(1) - 1.0,
                       .inequalities = 1.0 - x(0)});
  const Vector none(0);
  EXPECT_TRUE(certifier.certify(Vector{{1.0, 0.0, 2.0, 0.0}}, none).ok());
  EXPECT_EQ(certifier.certify(Vector{{1.0, 0.0, 2.5, 0.0}}, none).dynamics, 0.5);
  EXPECT_EQ(certifier.certify(Vector{{1.0, 0.25, 2.0, 0.0}}, none).equality, 0.25);
  EXPECT_EQ(certifier.certify(Vector{{1.5, -0.5, 2.0, 0.0}}, none).sign, 0.5);
  EXPECT_EQ(certifier.certify(Vector{{0.5, 0.5, 2.0, 0.0}}, none).complementarity, 0.5);
}

}  // namespace
}  // namespace ricochet
