#include "ricochet/contact/reflection_problems.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Rows of a pass with two slots of which the first is in use: p = -1 before a wall, mass 1.
class GeneralPass : public testing::Test {
 protected:
  Vector value(const Column& rows, const Vector& y) {
    Vector out(rows.size());
    Kernel("rows", {problem.unknowns, problem.parameters}, {densify(rows.all())})(
        {y, Vector{{0.0, -1.0, 0.1, 1.0, 0.0, 1.0, 0.0, 2.0, 0.0}}}, {out});
    return out;
  }
  const Expr q = Expr::sym("q");
  const System system{
      {.name = "wall", .q = q, .M = 1.0, .V = 0.0, .g = {{"wall", q}}, .length = 3.0}};
  const StepProblem problem = general_pass_problem(system, midpoint(), Energy::continuous, 2);
};

TEST_F(GeneralPass, keeps_the_energy_at_both_ends_of_the_reflection) {
  EXPECT_NEAR(value(problem.equalities, Vector{{2.0, 0.0}})[0], 0.0, 1e-15);
  EXPECT_NEAR(value(problem.equalities, Vector{{0.0, 0.0}})[0], 0.0, 1e-15)
      << "no impulse keeps it too: start and admissibility keep it out";
  EXPECT_NEAR(value(problem.equalities, Vector{{1.0, 0.0}})[0], -1.5, 1e-15) << "-1/2 of 3 m";
}

TEST_F(GeneralPass, has_no_use_for_slots_without_a_member) {
  const Vector rows = value(problem.inequalities, Vector{{2.0, 5.0}});
  EXPECT_TRUE(support::near(rows, Vector{{1.0, 3.0, 2.0, 3.0}}, 1e-15)) << "a length: never active";
  EXPECT_LT(value(problem.inequalities, Vector{{0.0, 0.0}})[0], 0.0) << "the wall is approached";
  EXPECT_EQ(value(problem.equalities, Vector{{2.0, 5.0}})[0],
            value(problem.equalities, Vector{{2.0, 0.0}})[0]);
}

}  // namespace
}  // namespace ricochet
