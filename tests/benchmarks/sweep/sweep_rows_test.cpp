#include "sweep/sweep_rows.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"
#include "support/sweeps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::cli {
namespace {

using support::fields_of;
using testing::HasSubstr;
using testing::SizeIs;

class Rows : public testing::Test {
 protected:
  [[nodiscard]] MemberRun run(double frequency) const {
    const auto stepper = make_stepper(problem_.stepper, problem_.system, {});
    const EnsembleRecipe recipe{.h = problem_.h,
                                .steps = 1000,
                                .parameters = {"frequency"},
                                .members = 1,
                                .member =
                                    [&](size_t) {
                                      return EnsembleMember{.start = problem_.initial,
                                                            .values = {frequency}};
                                    },
                                .samples = {.every = 0, .impacts = true}};
    return run_ensemble(*stepper, recipe).front();
  }
  static std::string field(const std::vector<std::string>& columns, const std::string& row,
                           const std::string& name) {
    const auto at = std::find(columns.begin(), columns.end(), name) - columns.begin();
    return fields_of(row.substr(0, row.find('\n'))).at(static_cast<size_t>(at));
  }

  const Problem problem_ = find_problem("impact-oscillator").make();
  const std::vector<double> values_ = {0.9};
  const std::string sign_ = "ab/9";
  const RowOf of_{7, values_, 2, sign_};  // another member has two coordinates
};

TEST_F(Rows, have_a_field_for_every_column) {
  const std::vector<std::string> columns = sweep_columns({"frequency"}, 2);
  const MemberRun made = run(0.9);
  ASSERT_TRUE(made.ok()) << made.message;
  const std::string row = sweep_row(of_, made, true);
  EXPECT_THAT(fields_of(row), SizeIs(columns.size()));
  EXPECT_EQ(field(columns, row, "member"), "7");
  EXPECT_EQ(field(columns, row, "frequency"), exact(0.9));
  EXPECT_EQ(field(columns, row, "status"), "converged");
  EXPECT_EQ(field(columns, row, "steps"), "1000");
  EXPECT_EQ(field(columns, row, "q0"), exact(made.last.state.q[0]));
  EXPECT_EQ(field(columns, row, "q1"), "") << "it has one coordinate";
  EXPECT_EQ(field(columns, row, "p0"), exact(made.last.state.p[0]));
  EXPECT_EQ(field(columns, row, "impacts"), std::to_string(made.summary.impacts));
  EXPECT_EQ(field(columns, row, "momentum_error"), "") << "there is no momentum map";
  EXPECT_EQ(field(columns, row, "certificate"), exact(made.summary.certificate_max));
  EXPECT_EQ(field(columns, row, "message"), "");
  EXPECT_EQ(field(columns, row, "sweep"), "ab/9");
  EXPECT_EQ(field(columns, sweep_row(of_, made, false), "impacts"), "");
}

TEST_F(Rows, of_members_that_failed_say_why_in_one_field) {
  const MemberRun made = run(-1.0);
  ASSERT_FALSE(made.ok());
  MemberRun failed = made;
  failed.message = "a, \"b\"\nc";
  const std::string row = sweep_row(of_, failed, true);
  EXPECT_THAT(row, HasSubstr(",invalid_input,0,"));
  EXPECT_THAT(row, HasSubstr(",a; 'b' c,"));
  EXPECT_EQ(std::count(row.begin(), row.end(), '\n'), 1);
}

TEST_F(Rows, of_impacts_have_place_speed_and_energies) {
  const std::vector<std::string> columns = impact_columns({"frequency"}, 2);
  const MemberRun made = run(0.9);
  const System system = problem_.system.with("frequency", 0.9);
  const std::string rows = impact_rows(of_, made, system, 0.0);
  ASSERT_GT(made.summary.impacts, 1);
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), made.summary.impacts);
  const Impact* first = nullptr;
  for (const ImpactStep& step : made.impact_steps)
    if (!first && !step.impacts.empty()) first = &step.impacts.front();
  ASSERT_TRUE(first);
  EXPECT_THAT(fields_of(rows.substr(0, rows.find('\n'))), SizeIs(columns.size()));
  EXPECT_EQ(field(columns, rows, "impact"), "0");
  EXPECT_EQ(field(columns, rows, "constraints"), "wall");
  EXPECT_EQ(field(columns, rows, "q0"), exact(first->q[0]));
  EXPECT_EQ(field(columns, rows, "p0_before"), exact(first->p_minus[0]));
  EXPECT_EQ(field(columns, rows, "p0_after"), exact(first->p_plus[0]));
  EXPECT_NEAR(std::stod(field(columns, rows, "speed")), first->p_minus[0], 1e-14) << "of 1 kg";
  EXPECT_LT(std::stod(field(columns, rows, "energy_after")),
            std::stod(field(columns, rows, "energy_before")));
}

TEST_F(Rows, of_impacts_may_leave_out_the_first_seconds) {
  const MemberRun made = run(0.9);
  const std::string late = impact_rows(of_, made, problem_.system, 2.5);
  const long left = std::count(late.begin(), late.end(), '\n');
  EXPECT_GT(left, 0);
  EXPECT_LT(left, made.summary.impacts);
  EXPECT_EQ(field(impact_columns({"frequency"}, 2), late, "impact"),
            std::to_string(made.summary.impacts - left))
      << "they keep their numbers";
  EXPECT_EQ(impact_rows(of_, made, problem_.system, 1e3), "");
}

/// A table that moves towards a ball makes the impact faster.
TEST_F(Rows, of_impacts_count_the_motion_of_a_wall) {
  const Problem table = find_problem("shaking-table").make();
  const auto stepper = make_stepper(table.stepper, table.system, {});
  const EnsembleRecipe recipe{
      .h = table.h,
      .steps = 100,
      .members = 1,
      .member = [&](size_t) { return EnsembleMember{.start = table.initial}; },
      .samples = {.every = 0, .impacts = true}};
  const MemberRun made = run_ensemble(*stepper, recipe).front();
  const std::vector<double> none;
  const std::string rows = impact_rows({0, none, 3, sign_}, made, table.system, 0.0);
  const Impact* first = nullptr;
  for (const ImpactStep& step : made.impact_steps)
    if (!first && !step.impacts.empty()) first = &step.impacts.front();
  ASSERT_TRUE(first);
  const double mass = table.system.parameter("mass");
  EXPECT_NEAR(std::stod(field(impact_columns({}, 3), rows, "speed")),
              (first->p_minus[2] - first->p_minus[1]) / mass, 1e-12);
}

}  // namespace
}  // namespace ricochet::cli
