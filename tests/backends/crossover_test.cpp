#include "ricochet/backends/crossover.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near, support::same_bits;
using testing::HasSubstr;

const Vector below{{1.0, -1.0}}, above{{1.0, 1.0}};  // the parabola: targets of the bead

TEST(Crossover, begins_with_the_gaps_that_are_closed_at_the_guess) {
  Crossover crossover(support::bead_on_parabola());
  crossover.set_parameters(below);
  ActiveFlags active;
  ASSERT_EQ(crossover.first_set(Vector{{1.0, -1.0, 0.0}}, active), StepStatus::converged);
  EXPECT_EQ(active, ActiveFlags{1});
  ASSERT_EQ(crossover.first_set(Vector{{1.0, 0.1 + 1e-11, 0.0}}, active), StepStatus::converged);
  EXPECT_EQ(active, ActiveFlags{1}) << "closed within the tolerance";
  ASSERT_EQ(crossover.first_set(Vector{{1.0, 1.0, 0.0}}, active), StepStatus::converged);
  EXPECT_EQ(active, ActiveFlags{0});
}

TEST(Crossover, reads_the_set_of_an_answer_that_is_not_exact) {
  Crossover crossover(support::bead_on_parabola());
  crossover.set_parameters(below);
  ActiveFlags active;
  crossover.set_from(Vector{{1.0, 0.101, 1.1}}, active);
  EXPECT_EQ(active, ActiveFlags{1});
  crossover.set_from(Vector{{1.0, 1.0, 0.001}}, active);
  EXPECT_EQ(active, ActiveFlags{0});
  crossover.set_from(Vector{{1.0, 0.1 + 1e-7, -1e-7}}, active);
  EXPECT_EQ(active, ActiveFlags{1}) << "an ambiguous pair is active";
}

TEST(Crossover, revises_a_wrong_set_and_certifies_the_answer) {
  Crossover crossover(support::bead_on_parabola());
  for (const bool pressed : {true, false}) {
    crossover.set_parameters(pressed ? below : above);
    const Vector guess{{1.0, pressed ? -1.0 : 1.0, 0.0}};
    ActiveFlags active{static_cast<unsigned char>(pressed ? 0 : 1)};  // wrong
    StepReport report;
    Solution solution;
    ASSERT_EQ(crossover.search(guess, active, report.statistics), StepStatus::converged);
    EXPECT_EQ(report.statistics.set_changes, 1);
    crossover.finish(guess, active, report, solution);
    EXPECT_TRUE(report.ok()) << report.message;
    EXPECT_EQ(solution.active[0], pressed ? 1 : 0);
    const Vector answer = pressed ? Vector{{1.0, 0.1, 1.1}} : Vector{{1.0, 1.0, 0.0}};
    EXPECT_TRUE(near(solution.z, answer, 1e-13));
    EXPECT_LT(report.certificate.worst(), 1e-13);
  }
}

TEST(Crossover, tries_all_choices_of_ambiguous_pairs) {
  Crossover crossover(support::separation_of_two());
  crossover.set_parameters(Vector{{1.0, 0.0, 0.0, 1.0}});
  const Vector guess = Vector::Zero(4), near_answer{{1.0, 1.0 + 1e-5, 1e-5, 1.0}};
  ActiveFlags active;
  SolverStatistics statistics;
  ASSERT_EQ(crossover.enumerate(guess, near_answer, active, statistics), StepStatus::converged);
  EXPECT_EQ(active, (ActiveFlags{1, 1}));
  EXPECT_GE(statistics.enumerations, 1);
}

TEST(Crossover, does_not_certify_the_answer_of_a_wrong_set) {
  Crossover crossover(support::bead_on_parabola());
  crossover.set_parameters(below);
  const Vector guess{{1.0, -1.0, 0.0}};
  StepReport report;
  Solution solution;
  ASSERT_EQ(crossover.rows().settle(guess, {0}, report.statistics), StepStatus::converged);
  crossover.finish(guess, {0}, report, solution);
  EXPECT_EQ(report.status, StepStatus::certificate_missed);
  EXPECT_THAT(report.message, HasSubstr("'height' in 'bead on parabola'"));
}

TEST(Crossover, has_the_bits_of_the_guess_whoever_found_the_set) {
  Crossover crossover(support::bead_on_parabola());
  crossover.set_parameters(Vector{{1.3, -0.7}});
  const Vector guess{{1.3, -0.7, 0.0}}, elsewhere{{1.2, 0.2, 0.9}};
  ActiveFlags active{1};
  StepReport one, other;
  Solution from_guess, from_elsewhere;
  ASSERT_EQ(crossover.search(guess, active, one.statistics), StepStatus::converged);
  crossover.finish(guess, active, one, from_guess);
  ASSERT_EQ(crossover.search(elsewhere, active, other.statistics), StepStatus::converged);
  crossover.finish(guess, active, other, from_elsewhere);
  EXPECT_TRUE(same_bits(from_elsewhere.z, from_guess.z));
  EXPECT_EQ(other.certificate.branch, one.certificate.branch);
}

}  // namespace
}  // namespace ricochet
