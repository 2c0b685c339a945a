#include "figures/figures.hpp"

#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace ricochet::cli {
namespace {

using support::message_of;
using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;

TEST(Figure, is_listed_for_people_and_for_scripts) {
  const Outcome text = ricochet_program({"list"}), json = ricochet_program({"list", "--json"});
  const auto listed = nlohmann::json::parse(json.out).at("figures");
  ASSERT_FALSE(all_figures().empty());
  ASSERT_EQ(listed.size(), all_figures().size());
  std::set<std::string> keys;
  for (size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed.at(i).at("name"), all_figures()[i].key);
    EXPECT_THAT(text.out, HasSubstr("  " + all_figures()[i].key + " "));
    keys.insert(all_figures()[i].key);
  }
  EXPECT_EQ(keys.size(), all_figures().size()) << "a key is used twice";
  for (const char* key :
       {"kp12-1.2a", "kp12-1.2b", "kp12-1.2c", "kp12-1.2d", "kp12-1.3a", "kp12-1.3b",
        "kp12-1.4",  "kp12-5.1",  "kp12-5.2",  "kp12-6.1",  "kp12-8.1",  "kp12-8.2",
        "kp12-8.3",  "kp12-8.4",  "kp12-8.5",  "f03-3.4.4", "fmow03-2",  "fmow03-4",
        "fmow03-5",  "fmow03-6",  "rc25-1",    "rc25-2",    "rc25-3",    "rc25-4",
        "rod-1",     "shadow-1",  "shadow-2",  "shadow-3",  "table-1",   "vci-s-2"})
    EXPECT_EQ(keys.count(key), 1U) << key;
}

TEST(FindFigure, names_the_nearest_key) {
  EXPECT_EQ(find_figure("rc25-1").key, "rc25-1");
  EXPECT_THAT(message_of([] { (void)find_figure("rc26-1"); }),
              HasSubstr("there is no figure 'rc26-1' (did you mean 'rc25-1'?)"));
  EXPECT_THAT(message_of([] { (void)find_figure("al"); }), HasSubstr("did you mean 'all'?"));
}

}  // namespace
}  // namespace ricochet::cli
