#include "support/combinations.hpp"
#include "support/csv.hpp"

#include <gtest/gtest.h>

#include <string>

/// Law: one step from every row of a reference run gives the next row, with equal contact sets,
/// with every backend. The runs were made by an independent implementation.

namespace ricochet {
namespace {

struct GoldenRun {
  std::string problem, stepper, file;
};

const GoldenRun impact_runs[] = {
    {"particle-floor", "collision", "collision_particle_floor"},
    {"particle-floor", "nonholonomic-collision", "collision_particle_floor"},
    {"particle-floor", "forced-collision", "collision_particle_floor"},
    {"pendulum-cylinder", "nonholonomic-collision", "nonholonomic_pendulum"},
};

const GoldenRun golden_runs[] = {
    {"spring-sphere", "discrete-smooth", "gvi_spring_sphere"},
    {"spring-sphere", "gvi", "gvi_spring_sphere"},
    {"cradle", "gvi", "gvi_cradle"},
};

Vector numbers(const std::vector<std::string>& cells, size_t first, Index count) {
  Vector v(count);
  for (Index i = 0; i < count; ++i) v[i] = std::stod(cells.at(first + static_cast<size_t>(i)));
  return v;
}

std::vector<long> set_of(const std::vector<std::string>& cells, size_t column) {
  return support::index_set(column < cells.size() ? cells[column] : "");
}

class Golden : public testing::TestWithParam<std::tuple<GoldenRun, std::string>> {};

TEST_P(Golden, row_leads_to_the_next_row_with_equal_contact_sets) {
  const auto& [golden, backend] = GetParam();
  const Problem problem = find_problem(golden.problem).make();
  const auto stepper = support::Combination{golden.stepper, backend}.make(problem);
  const auto rows = support::golden_rows(golden.file + ".csv");
  const auto sets = support::golden_rows(golden.file + "_contacts.csv");
  const Index n = problem.system.n();
  const auto p_column = static_cast<size_t>(n) + 1;
  ASSERT_GE(rows.size(), 30u);
  ASSERT_GE(sets.size() + 1, rows.size());
  Step next;
  for (size_t k = 0; k + 1 < rows.size(); ++k) {
    stepper->advance({.state = {.q = numbers(rows[k], 1, n), .p = numbers(rows[k], p_column, n)}},
                     problem.h, next);
    ASSERT_TRUE(next.report.ok()) << "row " << k << ": " << next.report.message;
    EXPECT_LT((next.state.q - numbers(rows[k + 1], 1, n)).norm(), 1e-11) << "row " << k;
    EXPECT_LT((next.state.p - numbers(rows[k + 1], p_column, n)).norm(), 1e-10) << "row " << k;
    EXPECT_EQ(next.contacts.predicted, set_of(sets[k], 1)) << "row " << k;
    EXPECT_EQ(next.contacts.smooth, set_of(sets[k], 2)) << "row " << k;
    EXPECT_EQ(next.contacts.held, set_of(sets[k], 3)) << "row " << k;
  }
}

/// The part of a momentum that omega(q) does not leave open.
Vector modulo_rows(const System& s, const Vector& q, Vector p) {
  const Expr x = Expr::sym("x", s.n());
  Matrix omega(s.specification().omega.size(), s.n());
  Kernel rows("omega", {x, s.parameter_symbols()}, {densify(s.omega(x))});
  rows({q, s.parameter_values()}, {omega});
  for (Index i = 0; i < omega.rows(); ++i)
    p -= omega.row(i).transpose() * omega.row(i).dot(p) / omega.row(i).squaredNorm();
  return p;
}

class GoldenImpacts : public testing::TestWithParam<std::tuple<GoldenRun, std::string>> {};

TEST_P(GoldenImpacts, row_leads_to_the_next_row) {
  const auto& [golden, backend] = GetParam();
  const Problem problem = find_problem(golden.problem).make();
  const auto stepper = support::Combination{golden.stepper, backend}.make(problem);
  const auto rows = support::golden_rows(golden.file + ".csv");
  const Index n = problem.system.n();
  const auto p_column = static_cast<size_t>(n) + 1;
  ASSERT_GE(rows.size(), 30u);
  size_t impacts = 0;
  for (size_t k = 0; k + 1 < rows.size(); ++k) {
    const Step next = stepper->advance(
        {.state = {.q = numbers(rows[k], 1, n), .p = numbers(rows[k], p_column, n)}}, problem.h);
    ASSERT_TRUE(next.report.ok()) << "row " << k << ": " << next.report.message;
    const Vector q1 = numbers(rows[k + 1], 1, n), p1 = numbers(rows[k + 1], p_column, n);
    EXPECT_LT((next.state.q - q1).norm(), 1e-11) << "row " << k;
    EXPECT_LT(modulo_rows(problem.system, q1, next.state.p - p1).norm(), 1e-10) << "row " << k;
    impacts += next.impacts.size();
  }
  EXPECT_GE(impacts, 1u);
}

TEST(GoldenControl, another_discretization_misses_the_rows) {
  const Problem problem = find_problem("spring-sphere").make();
  const auto stepper = make_stepper(
      "gvi", problem.system, {.discretization = verlet(), .backend = make_backend("newton")});
  const auto rows = support::golden_rows("gvi_spring_sphere.csv");
  const Step next = stepper->advance(
      {.state = {.q = numbers(rows[20], 1, 4), .p = numbers(rows[20], 5, 4)}}, problem.h);
  EXPECT_GT((next.state.q - numbers(rows[21], 1, 4)).norm(), 1e-3);
}

std::string run_name(const testing::TestParamInfo<std::tuple<GoldenRun, std::string>>& tested) {
  const auto& [golden, backend] = tested.param;
  return support::test_name(golden.problem + "_by_" + golden.stepper + "_with_" + backend);
}

INSTANTIATE_TEST_SUITE_P(EveryRun, Golden,
                         testing::Combine(testing::ValuesIn(golden_runs),
                                          testing::Values("ipopt", "newton", "automatic", "audit")),
                         run_name);

INSTANTIATE_TEST_SUITE_P(EveryRun, GoldenImpacts,
                         testing::Combine(testing::ValuesIn(impact_runs),
                                          testing::Values("ipopt", "newton", "automatic", "audit")),
                         run_name);

}  // namespace
}  // namespace ricochet
