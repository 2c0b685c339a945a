#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(content_of(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(Map, makes_the_same_steps_as_a_run) {
  const ScratchFolder folder;
  const std::string run = folder.path("run.csv"), out = folder.path("out.csv");
  EXPECT_EQ(
      ricochet_program({"run", "bowl", "--steps", "20", "--backend", "newton", "--out", run}).code,
      0);
  EXPECT_EQ(
      ricochet_program({"map", "bowl", "--states", run, "--backend", "newton", "--out", out}).code,
      0);
  const auto rows = lines_of(run), next = lines_of(out);
  ASSERT_EQ(next.size(), rows.size());
  EXPECT_EQ(next[0], rows[0]);
  for (size_t i = 1; i + 1 < rows.size(); ++i) EXPECT_EQ(next[i], rows[i + 1]);
}

TEST(Map, keeps_the_order_and_writes_failed_rows_as_nan) {
  const ScratchFolder folder;
  const std::string states = folder.write("in.csv",
                                          "note,p1,p0,q1,q0,t\n"
                                          "free,0,0,9,0,1\n"
                                          "hits,-3,1,0.5,1,2\n"
                                          "slides,1,1,0.5,1,3\n");
  const Outcome outcome =
      ricochet_program({"map", "bowl", "--states", states, "--h", "0.5", "--out",
                        folder.path("out.csv"), "--contacts", folder.path("c.csv"), "--events",
                        folder.path("e.csv"), "--report", folder.path("r.json")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("in.csv: row 1, t = 2 s: not_smooth: contact 'bowl'"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);

  const auto rows = lines_of(folder.path("out.csv")), sets = lines_of(folder.path("c.csv"));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], "t,q0,q1,p0,p1");
  EXPECT_EQ(rows[1].substr(0, 4), "1.5,");
  EXPECT_EQ(rows[2], "2.5,nan,nan,nan,nan");
  EXPECT_EQ(rows[3].substr(0, 4), "3.5,");
  ASSERT_EQ(sets.size(), 4U);
  EXPECT_EQ(sets[2], "1,2,,,,,nan");
  EXPECT_EQ(sets[3].substr(0, 6), "2,3,0,");

  const auto report = nlohmann::json::parse(content_of(folder.path("r.json")));
  EXPECT_EQ(report.at("status"), "not_smooth");
  EXPECT_EQ(report.at("steps"), 3);
  EXPECT_EQ(report.at("rows_failed"), 1);
  EXPECT_EQ(report.at("options").at("backend"), "ipopt");
  EXPECT_LT(report.at("certificate_max"), 1e-11);
}

TEST(Map, counts_events_by_row) {
  const ScratchFolder folder;
  const std::string states = folder.write("in.csv", "t,q0,p0\n0,1,0\n0,0,-1\n");
  EXPECT_EQ(
      ricochet_program({"map", "particle-1d", "--states", states, "--events", folder.path("e.csv")})
          .code,
      0);
  const auto rows = lines_of(folder.path("e.csv"));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].substr(0, 2), "1,");
}

TEST(Map, prints_the_next_states_unless_it_writes_them) {
  const ScratchFolder folder;
  const std::string states = folder.write("in.csv", "t,q0,p0\n0,1,0\n"),
                    out = folder.path("out.csv");
  const Outcome printed = ricochet_program({"map", "particle-1d", "--states", states});
  EXPECT_EQ(ricochet_program({"map", "particle-1d", "--states", states, "--out", out}).code, 0);
  EXPECT_EQ(printed.out, content_of(out));
}

TEST(Map, is_quiet_where_something_is_kept) {
  const ScratchFolder folder;
  const std::string states = folder.write("in.csv", "t,q0,p0\n0,1,0\n");
  const Outcome lost = ricochet_program({"map", "particle-1d", "--states", states, "--quiet"});
  EXPECT_EQ(lost.code, 2);
  EXPECT_THAT(lost.err, HasSubstr("nothing would be kept; give one of them"));
  for (const char* option : {"--out", "--events", "--contacts", "--report"}) {
    const Outcome kept = ricochet_program(
        {"map", "particle-1d", "--states", states, "--quiet", option, folder.path("kept")});
    EXPECT_EQ(kept.code, 0) << kept.err;
    EXPECT_EQ(kept.out + kept.err, "");
  }
}

TEST(Map, takes_violated_rows) {
  const ScratchFolder folder;
  const std::string states = folder.write("in.csv", "t,q0,q1,p0,p1\n0,0,-1,0,0\n");
  EXPECT_EQ(ricochet_program({"map", "bowl", "--states", states}).code, 0);
}

TEST(Map, writes_the_same_with_any_number_of_threads) {
  const ScratchFolder folder;
  const std::string run = folder.path("run.csv");
  EXPECT_EQ(ricochet_program({"run", "cradle", "--steps", "100", "--out", run}).code, 0);
  const std::string failing =
      folder.write("in.csv", content_of(run) + "9,0,9,9,9,9,9,9,9,9,9,0,0,0,0,0,0,0,0,0,0\n");
  const auto map = [&](const std::string& jobs) {
    const std::string out = folder.path("out" + jobs), sets = folder.path("sets" + jobs),
                      events = folder.path("events" + jobs);
    const Outcome outcome =
        ricochet_program({"map", "cradle", "--states", failing, "--backend", "automatic", "--jobs",
                          jobs, "--out", out, "--contacts", sets, "--events", events});
    EXPECT_EQ(outcome.code, 3);
    return content_of(out) + content_of(sets) + content_of(events) + outcome.err;
  };
  const std::string one = map("1");
  EXPECT_EQ(lines_of(folder.path("out1")).size(), 103U);
  EXPECT_EQ(map("2"), one);
  EXPECT_EQ(map("5"), one);
}

TEST(Map, refuses_tables_it_cannot_use) {
  const ScratchFolder folder;
  const auto complaint = [&](const std::string& content) {
    const Outcome outcome =
        ricochet_program({"map", "bowl", "--states", folder.write("in.csv", content), "--out",
                          folder.path("out.csv")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(folder.files(), 1U) << "nothing may be written";
    return outcome.err;
  };
  EXPECT_THAT(complaint("t,q0,q1,p0,p1\n0,0,1,0,0\n0,nan,nan,nan,nan\n"),
              HasSubstr("in.csv:3: column 'q0': 'nan' is not finite"));
  EXPECT_THAT(complaint("t,q0,q1,p0,p1\n"), HasSubstr("has no row"));
  EXPECT_THAT(complaint(""), HasSubstr("is empty"));
  EXPECT_THAT(ricochet_program({"map", "bowl"}).err, HasSubstr("--states FILE.csv is needed"));
  const std::string in = folder.path("in.csv");
  EXPECT_THAT(ricochet_program({"map", "bowl", "--states", in, "--out", in}).err,
              HasSubstr("name the same file"));
}

}  // namespace
}  // namespace ricochet
