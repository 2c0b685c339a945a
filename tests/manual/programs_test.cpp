/// Every program of the manual runs and prints what stands beside it and on its page: the same
/// words, and numbers that agree to three digits. Numbers below 1e-9 are round-off and count as 0.

#include "support/places.hpp"
#include "support/scratch_folder.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

constexpr double round_off = 1e-9, digits = 1e-3;

const fs::path shown = fs::path(support::tests_folder).parent_path() / "lib/manual/programs";

/// Whether two words are the same or numbers that agree.
bool agree(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *a_end = nullptr, *b_end = nullptr;
  const double x = std::strtod(a.c_str(), &a_end), y = std::strtod(b.c_str(), &b_end);
  const bool numbers = a_end != a.c_str() && b_end != b.c_str();
  return numbers && std::string(a_end) == b_end &&
         std::abs(x - y) <= round_off + digits * std::abs(y);
}

/// The first word that differs; empty where the texts agree.
std::string difference(const std::string& printed, const std::string& page) {
  std::istringstream is(printed), should(page);
  std::string a, b;
  while (true) {
    const bool one = static_cast<bool>(is >> a), other = static_cast<bool>(should >> b);
    if (!one && !other) return "";
    if (one != other) return one ? "'" + a + "' instead of the end" : "'" + b + "' is missing";
    if (!agree(a, b)) return "'" + a + "' instead of '" + b + "'";
  }
}

std::vector<fs::path> programs() {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::recursive_directory_iterator(shown))
    if (entry.path().extension() == ".cpp") sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  return sources;
}

class ManualPrograms : public testing::TestWithParam<fs::path> {};

TEST_P(ManualPrograms, print_what_their_page_shows) {
  const support::ScratchFolder folder;
  const std::string program = (fs::path(support::manual_programs) / GetParam().stem()).string();
  const support::Ended ended = support::shell(folder, "'" + program + "'");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  const std::string page =
      support::content_of(fs::path(GetParam()).replace_extension(".txt").string());
  EXPECT_EQ(difference(ended.out, page), "") << ended.out;
}

INSTANTIATE_TEST_SUITE_P(All, ManualPrograms, testing::ValuesIn(programs()),
                         [](const auto& tested) { return tested.param.stem().string(); });

TEST(ManualProgramsControl, there_are_programs) { EXPECT_GE(programs().size(), 20U); }

TEST(ManualProgramsControl, another_output_is_noticed) {
  EXPECT_EQ(difference("gap 1e-16 m", "gap -3e-15 m"), "");
  EXPECT_EQ(difference("t = 0.45152s", "t = 0.4515s"), "");
  EXPECT_NE(difference("t = 0.46 s", "t = 0.4515 s"), "");
  EXPECT_NE(difference("gap 1e-8 m", "gap 0 m"), "");
  EXPECT_NE(difference("floor at 1", "wall at 1"), "");
  EXPECT_NE(difference("0 0 1", "0 0"), "");
  EXPECT_NE(difference("", "0"), "");
}

}  // namespace
}  // namespace ricochet
