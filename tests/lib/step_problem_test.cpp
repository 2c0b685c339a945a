#include "ricochet/step_problem.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ricochet {
namespace {

using support::expect_message;

constexpr Kind kinds[] = {Kind::linear_projection, Kind::convex_qp,     Kind::nlp,
                          Kind::complementarity,   Kind::square_system, Kind::scalar_root};

TEST(Kinds, have_distinct_names) {
  std::set<std::string> names;
  for (const Kind kind : kinds) EXPECT_TRUE(names.insert(to_string(kind)).second);
  EXPECT_EQ(names.count("unknown"), 0U);
}

/// A right problem of each kind; m = 1 pair where there are pairs.
StepProblem valid(Kind kind) {
  const Expr z = Expr::sym("z", 2), c = Expr::sym("c");
  StepProblem p{.name = "sample", .kind = kind, .unknowns = z, .parameters = c};
  switch (kind) {
    case Kind::convex_qp:
    case Kind::nlp:
      p.objective = 0.5 * dot(z, z);
      p.inequalities = z(0) - c;
      break;
    case Kind::complementarity:
      p.equalities = z(0) - z(1);
      p.complement_a = z(1);
      p.complement_b = z(0) - c;
      break;
    case Kind::scalar_root:
      p.unknowns = z(0);
      p.equalities = z(0) - c;
      p.lower = 0.0;
      p.upper = 1.0;
      break;
    case Kind::linear_projection:
    case Kind::square_system: p.equalities = z - c; break;
  }
  return p;
}

TEST(StepProblem, that_is_right_is_accepted) {
  for (const Kind kind : kinds) EXPECT_NO_THROW((void)completed(valid(kind))) << to_string(kind);
}

/// The complaint must name the problem and its kind.
void expect_refused(Kind kind, void (*spoil)(StepProblem&), std::vector<std::string> fragments) {
  StepProblem p = valid(kind);
  spoil(p);
  fragments.push_back("StepProblem 'sample' (" + to_string(kind) + "): ");
  expect_message([&] { (void)completed(p); }, fragments);
}

using P = StepProblem;

TEST(StepProblem, of_any_kind_needs_unknown_symbols) {
  for (const Kind kind : kinds) {
    expect_refused(kind, [](P& p) { p.unknowns = Expr(0, 1); }, {"has no unknowns"});
    expect_refused(kind, [](P& p) { p.unknowns = 2.0 * p.unknowns.all(); }, {"columns of symbols"});
    expect_refused(kind, [](P& p) { p.parameters = 2.0 * p.parameters.all(); },
                   {"columns of symbols"});
    expect_refused(kind, [](P& p) { p.unknown_scale = Expr::ones(5); },
                   {"unknown_scale must have", "rows, not 5 x 1"});
  }
}

TEST(StepProblem, that_minimises_needs_a_scalar_objective_and_no_pairs) {
  for (const Kind kind : {Kind::convex_qp, Kind::nlp}) {
    expect_refused(kind, [](P& p) { p.objective = Expr(); }, {"needs a scalar objective"});
    expect_refused(kind, [](P& p) { p.objective = p.unknowns; }, {"needs a scalar objective"});
    expect_refused(kind,
                   [](P& p) {
                     p.complement_a = p.unknowns.all()(1);
                     p.complement_b = p.unknowns.all()(0);
                   },
                   {"pairs belong to kind complementarity"});
  }
}

TEST(StepProblem, of_complementarity_needs_as_many_rows_as_unknowns) {
  const Kind kind = Kind::complementarity;
  expect_refused(kind, [](P& p) { p.equalities = p.unknowns; },
                 {"equalities (2) and pairs (1)", "as many as unknowns (2)"});
  expect_refused(kind, [](P& p) { p.complement_b = p.unknowns; },
                 {"complement_b must have 1 rows, not 2 x 1"});
  expect_refused(kind, [](P& p) { p.complement_b = Expr(); }, {"complement_b must have 1 rows"});
  expect_refused(kind, [](P& p) { p.pair_on = Expr::ones(2); },
                 {"pair_on must have 1 rows, not 2 x 1"});
  expect_refused(kind, [](P& p) { p.pair_scale = Expr::ones(3); },
                 {"pair_scale must have 1 rows, not 3 x 1"});
}

TEST(StepProblem, of_a_square_system_needs_as_many_equalities_as_unknowns) {
  for (const Kind kind : {Kind::linear_projection, Kind::square_system}) {
    expect_refused(kind, [](P& p) { p.equalities = p.unknowns.all()(0); },
                   {"equalities must have 2 rows, not 1 x 1"});
    expect_refused(kind, [](P& p) { p.equalities = Expr(); }, {"equalities must have 2 rows"});
  }
}

TEST(StepProblem, of_a_root_needs_one_equation_and_a_bracket) {
  const Kind kind = Kind::scalar_root;
  expect_refused(kind, [](P& p) { p.unknowns = Expr::sym("z", 2); }, {"unknowns must have 1 rows"});
  expect_refused(kind, [](P& p) { p.equalities = Expr::ones(2); },
                 {"equalities must have 1 rows, not 2 x 1"});
  expect_refused(kind, [](P& p) { p.lower = Expr(); }, {"lower must have 1 rows, not 0 x 0"});
  expect_refused(kind, [](P& p) { p.upper = Expr(); }, {"upper must have 1 rows, not 0 x 0"});
}

TEST(Completed, fills_in_the_defaults) {
  StepProblem p = valid(Kind::complementarity);
  p.parameters = Column();
  p.complement_b = p.unknowns.all()(0);
  p = completed(p);
  EXPECT_EQ(p.parameters.all().size2(), 1);
  EXPECT_TRUE(is_equal(p.pair_on, Expr::ones(1)));
  EXPECT_TRUE(is_equal(p.pair_scale, Expr::ones(1)));
  EXPECT_TRUE(is_equal(p.unknown_scale, Expr::ones(2)));
  EXPECT_EQ(p.inequalities.all().size2(), 1);
}

/// min 1/2 x^T H x - b^T x with x0 + x1 = 1 and x0 >= c, whose multipliers are known.
class SmallQp : public testing::Test {
 protected:
  Expr x_ = Expr::sym("x", 2), c_ = Expr::sym("c");
  StepProblem problem_{.name = "qp",
                       .kind = Kind::convex_qp,
                       .unknowns = x_,
                       .parameters = c_,
                       .objective = x_(0) * x_(0) + 0.5 * x_(1) * x_(1) - 3.0 * x_(1),
                       .equalities = x_(0) + x_(1) - 1.0,
                       .inequalities = x_(0) - c_};
};

TEST_F(SmallQp, becomes_a_complementarity_problem) {
  const StepProblem kkt = optimality_conditions(problem_);
  EXPECT_EQ(kkt.kind, Kind::complementarity);
  EXPECT_EQ(kkt.unknown_count(), 4);
  EXPECT_EQ(kkt.pair_count(), 1);
  EXPECT_FALSE(given(kkt.objective));
  EXPECT_NO_THROW(check(kkt));
}

TEST_F(SmallQp, has_its_minimum_where_the_conditions_hold) {
  // x0 = c = 0.5, x1 = 0.5: (1, -2.5) = y (1, 0) + nu (1, 1), so nu = -2.5 and y = 3.5
  const StepProblem kkt = optimality_conditions(problem_);
  Kernel rows("rows", {kkt.unknowns, kkt.parameters},
              {kkt.equalities, kkt.complement_a, kkt.complement_b});
  Vector equalities(3);
  double a = 0.0, b = 0.0;
  rows({Vector{{0.5, 0.5, 3.5, -2.5}}, 0.5}, {equalities, a, b});
  EXPECT_TRUE(support::near(equalities, Vector::Zero(3), 1e-15));
  EXPECT_EQ(a, 3.5);
  EXPECT_EQ(b, 0.0);
  rows({Vector{{0.5, 0.5, 0.0, -2.5}}, 0.5}, {equalities, a, b});
  EXPECT_TRUE(support::near(equalities, Vector{{3.5, 0.0, 0.0}}, 1e-15)) << "without the wall";
}

TEST_F(SmallQp, measures_its_gradient_as_a_length_if_told_how) {
  problem_.gradient_scale = 10.0;
  const StepProblem kkt = optimality_conditions(problem_);
  Kernel rows("rows", {kkt.unknowns, kkt.parameters}, {kkt.equalities});
  Vector equalities(3);
  rows({Vector{{0.5, 0.75, 0.0, -2.5}}, 0.5}, {equalities});
  EXPECT_TRUE(support::near(equalities, Vector{{35.0, 2.5, 0.25}}, 1e-14));
}

TEST(OptimalityConditions, leave_other_kinds_as_they_are) {
  for (const Kind kind : {Kind::complementarity, Kind::square_system, Kind::scalar_root}) {
    const StepProblem p = valid(kind), same = optimality_conditions(p);
    EXPECT_EQ(same.kind, kind);
    EXPECT_TRUE(is_equal(same.unknowns.all(), p.unknowns.all()));
    EXPECT_TRUE(is_equal(same.equalities.all(), p.equalities.all()));
  }
}

}  // namespace
}  // namespace ricochet
