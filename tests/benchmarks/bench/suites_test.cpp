#include "bench/suites.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// A problem of one particle in the plane, (x, y), at the origin.
ProblemEntry particle(const std::string& name, const std::function<void(SystemSpecification&)>& put,
                      const Vector& p = Vector::Zero(2)) {
  return {name, [=](const Structure&) {
            const Expr q = Expr::sym("q", 2);
            SystemSpecification s{.name = "particle", .q = q, .M = Expr::eye(2), .V = q(1)};
            put(s);
            return Problem{.system = System(s),
                           .initial = {.q = Vector::Zero(2), .p = p},
                           .h = 0.01,
                           .duration = 0.1,
                           .stepper = "gvi"};
          }};
}

/// n particles on a line, each above the one before.
ProblemEntry pile(int own, int least, int most) {
  return {"pile",
          [](const Structure& structure) {
            const int n = structure.at("n");
            const Expr q = Expr::sym("q", n);
            Constraints g;
            for (int i = 1; i < n; ++i) g.add("gap " + std::to_string(i), q(i) - q(i - 1) - 1.0);
            Vector start = Vector::LinSpaced(n, 0.0, 2.0 * (n - 1));
            return Problem{
                .system = System({.name = "pile", .q = q, .M = Expr::eye(n), .V = sum1(q), .g = g}),
                .initial = {.q = start, .p = Vector::Zero(n)},
                .h = 0.01,
                .duration = 0.1,
                .stepper = "gvi"};
          },
          {{"n", own, least, most, "particles"}}};
}

std::vector<std::string> names(const std::string& suite, const ProblemEntry& entry) {
  std::vector<std::string> found;
  for (const BenchCase& one : cases_of(find_suite(suite), {entry})) found.push_back(one.name());
  return found;
}

/// The suites that a problem lands in, but for those of everything.
std::vector<std::string> suites_of(const ProblemEntry& entry) {
  std::vector<std::string> found;
  for (const Suite& suite : all_suites())
    if (suite.name != "all" && !cases_of(suite, {entry}).empty()) found.push_back(suite.name);
  return found;
}

TEST(Suites, find_a_problem_by_its_facts) {
  EXPECT_THAT(suites_of(particle("free", [](auto&) {})), IsEmpty());
  EXPECT_THAT(suites_of(particle("hits", [](auto& s) { s.g.add("floor", s.q(1) + 1.0); })),
              UnorderedElementsAre("impacts"));
  EXPECT_THAT(suites_of(particle("rests", [](auto& s) { s.g.add("floor", s.q(1)); })),
              UnorderedElementsAre("sliding"));
  EXPECT_THAT(suites_of(particle("rod", [](auto& s) { s.f.add("rod", s.q(0)); })),
              UnorderedElementsAre("bilateral"));
  EXPECT_THAT(suites_of(particle("bead",
                                 [](auto& s) {
                                   s.f.add("wire", s.q(0));
                                   s.g.add("stop", s.q(1) + 1.0);
                                 })),
              UnorderedElementsAre("multi", "bilateral", "impacts", "mixed"));
  EXPECT_THAT(suites_of(particle("rough",
                                 [](auto& s) {
                                   s.g.add(
                                       "floor", s.q(1) + 1.0,
                                       Contact{.friction = 0.2,
                                               .tangents = {Expr(std::vector<double>{1.0, 0.0})}});
                                 })),
              UnorderedElementsAre("impacts", "frictional"));
}

TEST(Suites, find_simultaneous_impacts_and_degenerate_problems) {
  const auto corner = particle(
      "corner",
      [](auto& s) {
        s.g.add("floor", s.q(1));
        s.g.add("slope", s.q(0) + s.q(1));
      },
      Vector::Constant(2, -1.0));
  EXPECT_THAT(suites_of(corner), UnorderedElementsAre("multi", "touching", "impacts"));
  const auto doubled = particle("doubled", [](auto& s) {
    s.g.add("floor", s.q(1) + 1.0);
    s.g.add("floor again", s.q(1) + 1.0);
  });
  EXPECT_THAT(suites_of(doubled), UnorderedElementsAre("multi", "impacts", "degenerate"));
  const auto squeezed = particle("squeezed", [](auto& s) {
    s.g.add("floor", s.q(1));
    s.g.add("ceiling", -s.q(1));
  });
  EXPECT_THAT(names("degenerate", squeezed), ElementsAre("squeezed"));
  const auto crowded = particle("crowded", [](auto& s) {
    for (const double wall : {1.0, 2.0, 3.0})
      s.g.add("wall " + std::to_string(wall), s.q(0) + wall);
  });
  EXPECT_THAT(names("degenerate", crowded), ElementsAre("crowded"));  // m > n
}

TEST(Suites, know_what_was_reported) {
  ProblemEntry entry = particle("free", [](auto&) {});
  EXPECT_THAT(names("reported", entry), IsEmpty());
  entry.build = [build = entry.build](const Structure& s) {
    Problem problem = build(s);
    problem.reported = "it fell through the floor";
    return problem;
  };
  EXPECT_THAT(names("reported", entry), ElementsAre("free"));
}

TEST(Suites, give_open_parameters_a_value_and_leave_the_others) {
  const auto rough = [](double value) {
    return particle("rough", [value](auto& s) {
      const Expr friction = Expr::sym("friction");
      s.parameters = {{"friction", friction, value}};
      s.g.add("floor", s.q(1) + 1.0,
              Contact{.friction = friction, .tangents = {Expr(std::vector<double>{1.0, 0.0})}});
    });
  };
  EXPECT_THAT(names("frictional", rough(0.0)), ElementsAre("rough friction=0.3"));
  EXPECT_THAT(names("frictional", rough(0.1)), ElementsAre("rough"));
  const auto without_tangents = particle("sleek", [](auto& s) {
    const Expr friction = Expr::sym("friction");
    s.parameters = {{"friction", friction, 0.0}};
    s.g.add("floor", s.q(1) + 1.0, Contact{.friction = friction});
  });
  EXPECT_THAT(names("frictional", without_tangents), IsEmpty());
  EXPECT_THAT(names("impacts", rough(0.0)), ElementsAre("rough"));
}

TEST(Suites, compare_rough_problems_as_they_are_and_larger) {
  std::vector<std::string> found;
  for (const char* name : {"box-toss", "dominoes", "fallen-chain", "wedge"})
    for (const std::string& one : names("frictional", find_problem(name))) found.push_back(one);
  EXPECT_THAT(found, ElementsAre("box-toss", "dominoes", "dominoes n=20", "fallen-chain",
                                 "fallen-chain n=20", "wedge friction=0.3"));
}

TEST(Suites, grow_to_hundreds_of_rough_contacts) {
  std::vector<std::string> found;
  for (const ProblemEntry& entry : all_problems())
    for (const std::string& one : names("contacts", entry)) found.push_back(one);
  EXPECT_THAT(found, ElementsAre("fallen-chain n=30", "fallen-chain n=60", "fallen-chain n=100",
                                 "fallen-chain n=200", "fallen-chain n=300"));
}

TEST(Suites, take_the_sizes_that_a_problem_has) {
  EXPECT_THAT(names("scaling", pile(10, 2, 60)),
              ElementsAre("pile n=5", "pile", "pile n=20", "pile n=50"));
  EXPECT_THAT(names("all", pile(10, 2, 60)), ElementsAre("pile"));
  for (const BenchCase& one : cases_of(find_suite("scaling"), {pile(10, 2, 60)}))
    EXPECT_GE(one.size, 5) << one.name();
}

TEST(Suites, may_ask_for_the_size_of_the_problem_itself) {
  ProblemEntry entry = pile(6, 2, 60);
  entry.build = [build = entry.build](const Structure& s) {
    Problem problem = build(s);
    problem.reported = "it fell over";
    return problem;
  };
  EXPECT_THAT(names("reported", entry), ElementsAre("pile", "pile n=50"));
  EXPECT_FALSE(find_suite("reported").limits.steps) << "what was reported happens late";
  EXPECT_EQ(find_suite("multi").limits.steps, 300);
}

TEST(Suites, call_scaling_only_what_grows) {
  const ProblemEntry bare{
      "bare",
      [](const Structure& structure) {
        const int n = structure.at("n");
        const Expr q = Expr::sym("q", n);
        return Problem{
            .system = System(
                {.name = "bare", .q = q, .M = Expr::eye(n), .V = sum1(q), .g = {{"floor", q(0)}}}),
            .initial = {.q = Vector::Zero(n), .p = Vector::Zero(n)},
            .h = 0.01,
            .duration = 0.1};
      },
      {{"n", 5, 1, 50, "particles"}}};
  EXPECT_THAT(names("scaling", bare), IsEmpty());
}

TEST(Suites, are_named_one_by_one_or_all_at_once) {
  EXPECT_EQ(find_suites("full").size(), all_suites().size());
  const auto two = find_suites("sliding,multi");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].name, "sliding");
  EXPECT_EQ(two[1].name, "multi");
  EXPECT_THROW((void)find_suites("sliding,mlti"), std::invalid_argument);
  EXPECT_THROW((void)find_suites(","), std::invalid_argument);
}

TEST(Bench, has_a_problem_in_every_suite) {
  for (const Suite& suite : all_suites())
    EXPECT_FALSE(cases_of(suite, all_problems()).empty()) << suite.name;
}

}  // namespace
}  // namespace ricochet::cli
