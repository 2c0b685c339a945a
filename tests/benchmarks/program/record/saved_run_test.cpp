#include "bench/report.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

using Words = std::vector<std::string>;

/// What is said when a file that holds no single run is to be repeated, resumed or viewed.
void expect_refused(const std::string& file, const std::string& complaint) {
  for (const Words& use :
       {Words{"run", "--from", file}, Words{"run", "--resume", file}, Words{"view", file}}) {
    const Outcome outcome = ricochet_program(use);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(file + ": " + complaint));
  }
}

TEST(SavedRun, is_not_in_the_report_of_a_map) {
  const ScratchFolder folder;
  const std::string report = folder.path("m.json");
  const std::string states = folder.write("in.csv", "t,q0,p0\n0,1,0\n");
  ASSERT_EQ(ricochet_program({"map", "particle-1d", "--states", states, "--report", report}).code,
            0);
  EXPECT_EQ(nlohmann::json::parse(content_of(report)).at("options").at("command"), "map");
  expect_refused(report, "is the report of `map`");
}

TEST(SavedRun, lies_beside_the_summary_of_a_comparison) {
  const ScratchFolder folder;
  const std::string stem = folder.path("bowl");
  ASSERT_EQ(ricochet_program({"compare", "bowl", "--steppers", "gvi", "--time", "0.1", "--out",
                              folder.path("."), "--quiet"})
                .code,
            0);
  expect_refused(stem + ".json",
                 "sums up a comparison; name the report of one method, " + stem + "_METHOD.json");
  EXPECT_EQ(ricochet_program({"run", "--from", stem + "_gvi.json", "--quiet"}).code, 0);
}

TEST(SavedRun, is_one_of_those_in_other_summaries) {
  const ScratchFolder folder;
  expect_refused(folder.write("bench.json", bench_json(BenchReport{})),
                 "sums up a benchmark; name the report of one run, " + folder.path("runs/CASE_"));
  expect_refused(folder.write("figure.json", R"({"key": "kp12-1.4", "runs": []})"),
                 "describes a figure");
  expect_refused(folder.write("other.json", "{}"), "/: expected an object with the entry");
}

TEST(SavedRun, of_another_size_needs_another_start) {
  const ScratchFolder folder;
  const std::string report = folder.path("r.json");
  ASSERT_EQ(ricochet_program({"run", "cradle", "--steps", "1", "--report", report, "--quiet"}).code,
            0);
  const auto with = [&](Words more) {
    more.insert(more.begin(), {"run", "--from", report, "--quiet", "--set", "n=1"});
    return ricochet_program(more);
  };
  EXPECT_THAT(with({}).err,
              HasSubstr(report + ": the start of its run has 10 coordinates, but 'cradle' now has "
                                 "2 coordinates; give a start that fits"));
  EXPECT_THAT(with({"--q0", "0,-1"}).err, HasSubstr("the start of its run has 10 coordinates"));
  EXPECT_THAT(with({"--q0", "0"}).err, HasSubstr("--q0: problem 'cradle' has 2 coordinates"));
  EXPECT_EQ(with({"--q0", "0,-1", "--v0", "0,0"}).code, 0);
}

}  // namespace
}  // namespace ricochet::cli
