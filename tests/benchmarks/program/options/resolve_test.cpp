#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet {
namespace {

using Words = std::vector<std::string>;
using support::content_of;
using support::ricochet_program;
using support::ScratchFolder;

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(From, repeats_a_run_and_lets_options_change) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run",
                              "cradle",
                              "--set",
                              "n=3",
                              "--set",
                              "mass=2",
                              "--h",
                              "0.005",
                              "--steps",
                              "20",
                              "--stepper",
                              "gvi",
                              "--strict",
                              "--energy",
                              "numerical",
                              "--lagrangian",
                              "verlet",
                              "--backend",
                              "newton",
                              "--out",
                              folder.path("a.csv"),
                              "--report",
                              folder.path("a.json")})
                .code,
            0);
  const Words from = {"run", "--from", folder.path("a.json"), "--out", folder.path("b.csv")};
  EXPECT_EQ(ricochet_program(from).code, 0);
  EXPECT_EQ(content_of(folder.path("a.csv")), content_of(folder.path("b.csv")));
  EXPECT_EQ(ricochet_program(from + Words{"--time", "0.05"}).code, 0);
  const std::string shorter = content_of(folder.path("b.csv"));
  EXPECT_EQ(content_of(folder.path("a.csv")).rfind(shorter, 0), 0U);
  EXPECT_EQ(std::count(shorter.begin(), shorter.end(), '\n'), 12);
}

}  // namespace
}  // namespace ricochet
