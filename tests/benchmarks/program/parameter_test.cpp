#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"
#include "support/matchers.hpp"
#include "support/program.hpp"
#include "support/ranges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;

class ParametersOf : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Parameter> parameters_ =
      find_problem(GetParam()).make().system.specification().parameters;
};

TEST_P(ParametersOf, out_of_range_are_refused_by_name_before_the_first_step) {
  for (const Parameter& p : parameters_) {
    const auto run = [&](const std::string& value) {
      return ricochet_program({"run", GetParam(), "--steps", "1", "--set", p.name + "=" + value});
    };
    for (const double x : support::neighbours(p.range).outside) {
      const Outcome outcome = run(exact(x));
      EXPECT_EQ(outcome.code, 2) << p.name << " = " << x;
      EXPECT_THAT(outcome.err, HasSubstr("System '" + GetParam() + "': parameter '" + p.name +
                                         "' must be " + p.range.text() + ", not " + brief(x)));
    }
    for (const char* word : {"nan", "inf", "-inf"}) {
      const Outcome outcome = run(word);
      EXPECT_EQ(outcome.code, 2) << p.name << " = " << word;
      EXPECT_THAT(outcome.err, HasSubstr("--set " + p.name + ": expected a finite number, not '" +
                                         std::string(word) + "'"));
    }
  }
}

TEST_P(ParametersOf, in_range_are_taken) {
  for (const Parameter& p : parameters_)
    EXPECT_EQ(ricochet_program({"show", GetParam(), "--set", p.name + "=" + exact(p.value)}).code,
              0)
        << p.name;
}

INSTANTIATE_TEST_SUITE_P(EveryProblem, ParametersOf, testing::ValuesIn(problem_names()),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
