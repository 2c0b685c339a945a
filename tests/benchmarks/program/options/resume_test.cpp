#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::AllOf;
using testing::HasSubstr;

using Words = std::vector<std::string>;

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A run of the cradle through its first impact, into files that begin with `name`.
Words cradle(const ScratchFolder& folder, const std::string& name, const std::string& steps) {
  return {"run",
          "cradle",
          "--backend",
          "automatic",
          "--steps",
          steps,
          "--quiet",
          "--out",
          folder.path(name + ".csv"),
          "--events",
          folder.path(name + "_events.csv"),
          "--contacts",
          folder.path(name + "_contacts.csv"),
          "--report",
          folder.path(name + "_report.json"),
          "--checkpoint",
          folder.path(name + ".json")};
}

void expect_same_tables(const ScratchFolder& folder, const std::string& a, const std::string& b) {
  for (const char* table : {".csv", "_events.csv", "_contacts.csv"})
    EXPECT_EQ(content_of(folder.path(a + table)), content_of(folder.path(b + table))) << table;
}

class Every : public testing::TestWithParam<std::string> {};

TEST_P(Every, resumed_run_is_the_uninterrupted_one_bit_for_bit) {
  const ScratchFolder folder;
  const Words every = {"--every", GetParam()};
  EXPECT_EQ(ricochet_program(cradle(folder, "whole", "110") + every).code, 0);
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "53") + every).code, 0);
  EXPECT_EQ(ricochet_program({"run", "--resume", folder.path("part.json"), "--steps", "110"}).code,
            0);
  expect_same_tables(folder, "whole", "part");

  auto whole = nlohmann::json::parse(content_of(folder.path("whole_report.json")));
  auto part = nlohmann::json::parse(content_of(folder.path("part_report.json")));
  for (auto* report : {&whole, &part})
    for (const char* entry : {"wall_seconds", "options"}) report->erase(entry);
  EXPECT_EQ(whole, part);
}

INSTANTIATE_TEST_SUITE_P(Kth, Every, testing::Values("0", "1", "7"));

TEST(Resume, cuts_rows_beyond_the_checkpoint) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "whole", "80")).code, 0);
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "53")).code, 0);
  std::filesystem::copy_file(folder.path("part.json"), folder.path("at53.json"));
  EXPECT_EQ(ricochet_program({"run", "--resume", folder.path("part.json"), "--steps", "70"}).code,
            0);
  EXPECT_EQ(ricochet_program({"run", "--resume", folder.path("at53.json"), "--steps", "80"}).code,
            0);
  expect_same_tables(folder, "whole", "part");
}

TEST(Resume, continues_a_report_too) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "whole", "80")).code, 0);
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "53")).code, 0);
  EXPECT_EQ(ricochet_program(
                {"run", "cradle", "--resume", folder.path("part_report.json"), "--time", "0.8"})
                .code,
            0);
  expect_same_tables(folder, "whole", "part");
}

TEST(Resume, begins_a_new_table_at_the_checkpoint_and_can_go_on_from_there) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "53") + Words{"--every", "10"}).code, 0);
  const std::string out = folder.path("new.csv");
  const Words resume = {"run", "--resume", folder.path("part.json")};
  EXPECT_EQ(ricochet_program(resume + Words{"--steps", "65", "--out", out}).code, 0);
  const std::string until65 = content_of(out);
  EXPECT_EQ(std::count(until65.begin(), until65.end(), '\n'), 1 + 3);  // 53, 60, 65
  EXPECT_EQ(ricochet_program(resume + Words{"--steps", "75"}).code, 0);
  const std::string until75 = content_of(out);
  EXPECT_EQ(std::count(until75.begin(), until75.end(), '\n'), 1 + 4);  // 53, 60, 70, 75
}

TEST(Resume, refuses_the_table_of_another_run) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "20")).code, 0);
  const Words other = {"run", "cradle", "--h", "0.02", "--steps", "30", "--quiet", "--out"};
  EXPECT_EQ(ricochet_program(other + Words{folder.path("other.csv")}).code, 0);
  const std::string before = content_of(folder.path("other.csv"));
  const Outcome outcome = ricochet_program({"run", "--resume", folder.path("part.json"), "--steps",
                                            "30", "--out", folder.path("other.csv")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("its row 20 is not of the run to resume"));
  EXPECT_EQ(content_of(folder.path("other.csv")), before);
}

TEST(Resume, refuses_what_would_make_it_another_run) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "20")).code, 0);
  const auto complaint = [&](const Words& words) {
    const Outcome outcome =
        ricochet_program(Words{"run", "--resume", folder.path("part.json")} + words);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(complaint({"--h", "0.1"}), AllOf(HasSubstr("--h cannot change when a run is resumed"),
                                               HasSubstr("part.json' has 0.01, not 0.1")));
  EXPECT_THAT(complaint({"--h", "0.0100000000001"}), HasSubstr("has 0.01, not 0.0100000000001"));
  EXPECT_THAT(complaint({"--set", "mass=2"}),
              AllOf(HasSubstr("--set cannot change"), HasSubstr("has mass = 1, not 2")));
  EXPECT_THAT(complaint({"--set", "n=3"}), HasSubstr("has n = 5, not 3"));
  EXPECT_THAT(complaint({"--every", "2"}), HasSubstr("--every cannot change"));
  EXPECT_THAT(complaint({"--stepper", "rattle"}), HasSubstr("has 'gvi', not 'rattle'"));
  EXPECT_THAT(complaint({"--backend", "newton"}), HasSubstr("has 'automatic', not 'newton'"));
  EXPECT_THAT(complaint({"--strict"}), HasSubstr("has the default of the method, not true"));
  EXPECT_THAT(complaint({"--v0", "1,0,0,0,0,0,0,0,0,0"}), HasSubstr("--v0 cannot change"));
  EXPECT_THAT(complaint({"--violated-start"}), HasSubstr("has false, not true"));
  EXPECT_THAT(complaint({"bowl"}), HasSubstr("belongs to the problem 'cradle', not to 'bowl'"));
  EXPECT_THAT(complaint({"--steps", "10"}),
              HasSubstr("has made 20 already; steps count from its start"));
}

TEST(Resume, takes_the_same_options_again_so_that_a_script_can_be_repeated) {
  const ScratchFolder folder;
  const auto run = [&](const std::string& name, const Words& more) {
    const Words words = {"run",
                         "wedge",
                         "--stepper",
                         "forced-collision",
                         "--law",
                         "coulomb",
                         "--set",
                         "restitution=0.5",
                         "--set",
                         "friction=0.3",
                         "--v0",
                         "0.1,-1,0.3",
                         "--h",
                         "0.004",
                         "--every",
                         "3",
                         "--lagrangian",
                         "verlet",
                         "--backend",
                         "newton",
                         "--max-events",
                         "50",
                         "--quiet",
                         "--rest-energy",
                         "1e-5",
                         "--out",
                         folder.path(name + ".csv"),
                         "--checkpoint",
                         folder.path(name + ".json")};
    const Outcome outcome = ricochet_program(words + more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  };
  run("whole", {"--steps", "60"});
  run("part", {"--steps", "25"});
  run("part", {"--resume", folder.path("part.json"), "--steps", "60"});
  EXPECT_EQ(content_of(folder.path("whole.csv")), content_of(folder.path("part.csv")));
}

TEST(Resume, takes_the_start_of_a_table_again) {
  const ScratchFolder folder;
  const std::string start = folder.write("start.csv", "t,q0,q1,p0,p1\n0.5,0.1,1.0,0.2,0.0\n");
  const std::string other = folder.write("other.csv", "t,q0,q1,p0,p1\n0.5,0.1,1.1,0.2,0.0\n");
  const auto run = [&](const std::string& from, const Words& more) {
    return ricochet_program(Words{"run", "bowl", "--stepper", "gvi", "--quiet", "--start", from} +
                            more);
  };
  const std::string saved = folder.path("run.json");
  EXPECT_EQ(run(start, {"--steps", "5", "--checkpoint", saved}).code, 0);
  EXPECT_EQ(run(start, {"--steps", "9", "--resume", saved}).code, 0);
  EXPECT_THAT(run(other, {"--steps", "12", "--resume", saved}).err,
              HasSubstr("--start cannot change when a run is resumed"));
}

TEST(Resume, refuses_checkpoints_that_do_not_fit) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program(cradle(folder, "part", "2")).code, 0);
  const auto complaint = [&](const std::string& from, const std::string& to) {
    std::string text = content_of(folder.path("part.json"));
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const Outcome outcome = ricochet_program({"run", "--resume", folder.write("bad.json", text)});
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(complaint("\"predicted\":[0", "\"predicted\":[99"),
              HasSubstr("constraint 99 does not exist"));
  EXPECT_THAT(complaint("\"lambda\":[", "\"lambda\":[1.0,"),
              HasSubstr("lambda has 5 entries, the system needs 4"));
  EXPECT_THAT(complaint("\"problem\":\"cradle\"", "\"problem\":\"bowl\""),
              HasSubstr("has no parameter"));
  EXPECT_THAT(complaint("\"problem\":\"cradle\"", "\"problem\":null"),
              HasSubstr("names no problem"));
  EXPECT_THAT(complaint("\"h\":0.01", "\"h\":\"x\""), HasSubstr("/options/h: has the wrong type"));
  EXPECT_THAT(complaint("\"h\":0.01", "\"h\":-1.0"),
              HasSubstr("step size h must be in [1e-12, 1e+06] s"));
  EXPECT_THAT(complaint("\"every\":1", "\"every\":-3"),
              HasSubstr("/options/every: expected at least 0, found -3"));
  EXPECT_THAT(complaint("\"out_begins\":0", "\"out_begins\":-1"),
              HasSubstr("/options/out_begins: expected at least 0, found -1"));
  EXPECT_THAT(complaint("\"max_events\":null", "\"max_events\":0"),
              HasSubstr("/options/max_events: expected at least 1, not 0"));
}

}  // namespace
}  // namespace ricochet
