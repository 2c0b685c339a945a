// The real program, started as a user does: signals, pipes, full disks, a missing gnuplot.
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdlib>

namespace ricochet {
namespace {

using support::content_of;
using support::ScratchFolder;
using testing::HasSubstr;

struct Ended {
  int code;
  std::string out, err;
};

/// Runs a line of shell in the folder; $R is the program.
Ended shell(const ScratchFolder& folder, const std::string& line) {
  const std::string script =
      "cd '" + folder.path(".") + "' || exit 99\nR='" RICOCHET_PROGRAM "'\n" + line;
  const std::string file = folder.write("script", script);
  const int status = std::system(("bash '" + file + "' >'" + folder.path("out") + "' 2>'" +
                                  folder.path("err") + "' </dev/null")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder.path("out")),
          content_of(folder.path("err"))};
}

/// Starts a run that lasts, waits until it has written rows, sends the signal, waits for its end.
std::string interrupted(const std::string& signal) {
  return "$R run cradle --backend newton --time 1e6 --every 10 --out r.csv --checkpoint c.json "
         "--report r.json & pid=$!\n"
         "for i in $(seq 300); do [ $(wc -l <r.csv 2>/dev/null || echo 0) -gt 20 ] && break; sleep "
         "0.1; done\n"
         "kill -" +
         signal + " $pid; wait $pid";
}

TEST(Program, runs_and_says_how_it_ended) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, "$R run bowl --steps 3");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out, HasSubstr("3 of 3 steps"));
  EXPECT_EQ(ended.err, "") << "no progress where there is no terminal";
  EXPECT_EQ(shell(folder, "$R run bowll").code, 2);
  EXPECT_EQ(shell(folder, "$R run bowl --p0 -1,-5").code, 3);
}

TEST(Program, writes_everything_when_interrupted) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, interrupted("INT"));
  EXPECT_EQ(ended.code, 130);
  EXPECT_THAT(ended.err, HasSubstr("stopped on request after "));
  EXPECT_THAT(ended.err, HasSubstr("Resume with: ricochet run --resume c.json"));
  const auto report = nlohmann::json::parse(content_of(folder.path("r.json")));
  EXPECT_EQ(report.at("status"), "interrupted");
  EXPECT_EQ(shell(folder, interrupted("TERM")).code, 143);
}

TEST(Program, can_be_killed_and_resumed_bit_for_bit) {
  const ScratchFolder folder;
  (void)shell(folder, interrupted("KILL"));
  const auto checkpoint = nlohmann::json::parse(content_of(folder.path("c.json")));
  const long steps = checkpoint.at("resume").at("summary").at("steps").get<long>() + 20;
  const Ended ended = shell(
      folder, "$R run --resume c.json --steps " + std::to_string(steps) +
                  " --quiet && $R run cradle --backend newton --every 10 --out whole.csv --quiet "
                  "--steps " +
                  std::to_string(steps) + " && cmp r.csv whole.csv");
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
}

TEST(Program, reports_a_closed_pipe) {
  const ScratchFolder folder;
  const Ended table =
      shell(folder,
            "$R run cradle --backend newton --steps 20000 --out /dev/stdout --quiet | head -1\n"
            "exit ${PIPESTATUS[0]}");
  EXPECT_EQ(table.code, 4);
  EXPECT_THAT(table.err, HasSubstr("/dev/stdout: cannot be written: Broken pipe"));
}

TEST(Program, reports_standard_output_that_cannot_be_written) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, "$R list >/dev/full");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.err, HasSubstr("the standard output cannot be written"));
}

TEST(Program, reports_a_full_disk_and_goes_on_when_there_is_room) {
  const ScratchFolder folder;
  const Ended full = shell(folder,
                           "ulimit -f 20\n$R run cradle --backend newton --steps 20000 --out r.csv "
                           "--checkpoint c.json --quiet");
  EXPECT_EQ(full.code, 4);
  EXPECT_THAT(full.err, HasSubstr("r.csv: cannot be written: File too large"));
  const Ended more = shell(folder,
                           "$R run --resume c.json --steps 300 --quiet && $R run cradle --backend "
                           "newton --steps 300 --out whole.csv --quiet && cmp r.csv whole.csv");
  EXPECT_EQ(more.code, 0) << more.out << more.err;
}

TEST(Program, names_the_package_if_gnuplot_is_missing) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, "PATH=/nowhere $R run bowl --plot p.svg --out r.csv");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("gnuplot-nox"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("r.csv")));
}

}  // namespace
}  // namespace ricochet
