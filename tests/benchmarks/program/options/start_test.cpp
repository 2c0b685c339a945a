#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

TEST(Run, starts_where_it_is_told) {
  const ScratchFolder folder;
  const std::string out = folder.path("run.csv");
  EXPECT_EQ(ricochet_program({"run", "bowl", "--q0", "-1,2", "--v0", "-1,-2", "--set", "mass=2",
                              "--steps", "0", "--out", out})
                .code,
            0);
  EXPECT_EQ(content_of(out), "t,q0,q1,p0,p1\n0,-1,2,-2,-4\n");

  const std::string start = folder.write("start.csv", "p0,p1,q0,q1,t\n0,0,0,3,5\n0,0,0,9,9\n");
  EXPECT_EQ(ricochet_program({"run", "bowl", "--start", start, "--steps", "1", "--out", out}).code,
            0);
  EXPECT_THAT(content_of(out), HasSubstr("\n5,0,3,0,0\n5.0199999999999996,"));
}

TEST(Run, refuses_a_start_that_violates_constraints) {
  const Outcome outcome = ricochet_program({"run", "bowl", "--q0", "0,-1", "--steps", "1"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the start violates inequality 'bowl': g = -1"));
  EXPECT_THAT(outcome.err, HasSubstr("--violated-start"));
  EXPECT_EQ(
      ricochet_program({"run", "bowl", "--q0", "0,-1", "--steps", "1", "--violated-start"}).code,
      0);

  const Outcome rods =
      ricochet_program({"run", "cradle", "--set", "n=1", "--q0", "0,-2", "--p0", "0,0"});
  EXPECT_EQ(rods.code, 2);
  EXPECT_THAT(rods.err, HasSubstr("the start violates equality 'rod 0': f = 1"));

  const Outcome moving =
      ricochet_program({"run", "cradle", "--set", "n=1", "--q0", "0,-1", "--p0", "0,0.5"});
  EXPECT_EQ(moving.code, 2);
  EXPECT_THAT(moving.err, HasSubstr("the start moves off it, F^T v = "));
  EXPECT_THAT(moving.err, HasSubstr("--project-start"));
}

TEST(Run, projects_a_start_on_request) {
  const ScratchFolder folder;
  const std::string out = folder.path("run.csv"), report = folder.path("run.json");
  const std::vector<std::string> words{"run",     "bowl", "--q0",  "0,-1e-9", "--p0",     "1,0",
                                       "--steps", "1",    "--out", out,       "--report", report};
  EXPECT_EQ(ricochet_program(words).code, 2);
  std::vector<std::string> projected = words;
  projected.emplace_back("--project-start");
  const Outcome outcome = ricochet_program(projected);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("--project-start moved the start by 1e-09 m\n"));
  EXPECT_THAT(content_of(out), HasSubstr("\n0,0,0,1,0\n")) << "lifted, with its momentum";
  const std::string again = folder.path("again.csv");
  const Outcome repeated = ricochet_program({"run", "--from", report, "--out", again});
  EXPECT_EQ(repeated.code, 0);
  EXPECT_THAT(repeated.out, Not(HasSubstr("moved the start")));
  EXPECT_EQ(content_of(again), content_of(out)) << "the report keeps the start that was used";
}

TEST(Run, refuses_starts_that_cannot_be_read) {
  const ScratchFolder folder;
  const auto complaint = [&](const std::string& content) {
    const Outcome outcome =
        ricochet_program({"run", "bowl", "--start", folder.write("s.csv", content)});
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(complaint("t,q0,q1,p0,p1\n"), HasSubstr("has no row"));
  EXPECT_THAT(complaint("t,q0,q1,p0\n0,0,0,0\n"), HasSubstr("s.csv:1: the column 'p1' is missing"));
  EXPECT_THAT(complaint("t,q0,q1,p0,p1\n0,0,nan,0,0\n"), HasSubstr("s.csv:2: column 'q1'"));
  EXPECT_EQ(ricochet_program({"run", "bowl", "--start", folder.path("none.csv")}).code, 2);
}

}  // namespace
}  // namespace ricochet
