#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ricochet {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;

TEST(List, names_everything_for_people_and_for_scripts) {
  const Outcome text = ricochet_program({"list"}), json = ricochet_program({"list", "--json"});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(json.code, 0);
  const auto lists = nlohmann::json::parse(json.out);
  EXPECT_EQ(lists.at("problems").size(), all_problems().size());
  EXPECT_EQ(lists.at("steppers").size(), all_steppers().size());
  EXPECT_EQ(lists.at("backends").size(), all_backends().size());
  EXPECT_TRUE(lists.at("figures").is_array());
  for (const char* list : {"problems", "steppers", "backends"})
    for (const auto& entry : lists.at(list)) {
      EXPECT_THAT(text.out, HasSubstr(entry.at("name")));
      EXPECT_NE(entry.at("summary"), "") << entry.at("name");
    }
}

TEST(List, sets_summaries_below_each_other) {
  const std::string text = ricochet_program({"list"}).out;
  for (const char* title : {"problems\n  ", "\nsteppers\n  ", "\nbackends\n  ", "\nfigures\n  "})
    EXPECT_THAT(text, HasSubstr(title));
  const ProblemEntry& longest =
      *std::max_element(all_problems().begin(), all_problems().end(),
                        [](const auto& a, const auto& b) { return a.name.size() < b.name.size(); });
  EXPECT_THAT(text, HasSubstr("\n  " + longest.name + "  " + longest.make().summary + "\n"));
}

}  // namespace
}  // namespace ricochet
