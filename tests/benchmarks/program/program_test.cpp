// The real program, started as a user does: signals, pipes, full disks, a missing gnuplot.
#include "support/program.hpp"

#include "support/sanitizer.hpp"
#include "support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace ricochet {
namespace {

using support::content_of;
using support::Ended;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using support::shell;
using testing::HasSubstr;

/// Starts a run that lasts, waits until it has saved steps, sends the signal, waits for its end.
std::string interrupted(const std::string& signal) {
  return "$R run cradle --backend newton --time 1e6 --every 10 --out r.csv --events e.csv "
         "--contacts k.csv --checkpoint 'the run.json' --report r.json & pid=$!\n"
         "for i in $(seq 600); do grep -q '\"steps\":[1-9][0-9]*,\"energy' 'the run.json' && "
         "break; "
         "sleep 0.1; done 2>/dev/null\n"
         "kill -" +
         signal + " $pid; wait $pid";
}

/// The same steps without interruption, in files of the same names in the folder whole.
std::string undisturbed(const std::string& steps) {
  return "mkdir whole && cd whole && $R run cradle --backend newton --every 10 --out r.csv "
         "--events "
         "e.csv --contacts k.csv --quiet --steps " +
         steps + " && cd ..";
}

constexpr const char* same_tables = "for f in r e k; do cmp $f.csv whole/$f.csv || exit 1; done";

std::string steps_saved(const ScratchFolder& folder, long more) {
  const auto checkpoint = nlohmann::json::parse(content_of(folder.path("the run.json")));
  return std::to_string(checkpoint.at("resume").at("summary").at("steps").get<long>() + more);
}

TEST(Program, shows_its_help_to_who_gives_no_word) {
  const Outcome bare = ricochet_program({});
  EXPECT_EQ(bare.code, 0);
  EXPECT_EQ(bare.err, "");
  EXPECT_EQ(bare.out, ricochet_program({"--help"}).out);
  EXPECT_THAT(bare.out, HasSubstr("compare"));
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
  for (const auto& [signal, code] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    const ScratchFolder folder;
    const Ended ended = shell(folder, interrupted(signal));
    EXPECT_EQ(ended.code, code);
    EXPECT_THAT(ended.err, HasSubstr("stopped on request after "));
    const auto report = nlohmann::json::parse(content_of(folder.path("r.json")));
    EXPECT_EQ(report.at("status"), "interrupted");
  }
}

TEST(Program, goes_on_bit_for_bit_with_the_line_that_it_prints) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, interrupted("INT"));
  const size_t at = ended.err.find("Resume with: ");
  ASSERT_NE(at, std::string::npos) << ended.err;
  const std::string line = ended.err.substr(at + 13, ended.err.find('\n', at) - at - 13);
  EXPECT_EQ(line, "ricochet run --resume 'the run.json'");
  const std::string steps = steps_saved(folder, 20);
  const Ended more = shell(folder, line + " --quiet --steps " + steps + " && " +
                                       undisturbed(steps) + " && " + same_tables);
  EXPECT_EQ(more.code, 0) << more.out << more.err;
}

TEST(Program, can_be_killed_and_resumed_bit_for_bit_behind_torn_rows) {
  const ScratchFolder folder;
  (void)shell(folder, interrupted("KILL"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("r.json"))) << "a run without end has no report";
  const std::string steps = steps_saved(folder, 20);
  const Ended ended = shell(folder,
                            "for f in r e k; do printf '17,0.25,-1.' >>$f.csv; done; "
                            "$R run --resume 'the run.json' --quiet --steps " +
                                steps + " && " + undisturbed(steps) + " && " + same_tables);
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
}

TEST(Program, leaves_no_report_and_no_picture_of_an_earlier_run_beside_a_new_one) {
  const ScratchFolder folder;
  (void)shell(folder,
              "echo old >r.json; echo old >p.svg\nulimit -f 20\n"
              "$R run cradle --backend newton --steps 20000 --out r.csv --report r.json "
              "--plot p.svg --quiet");
  EXPECT_FALSE(std::filesystem::exists(folder.path("r.json")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("p.svg")));
}

TEST(Program, names_no_device_to_resume_from) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, "$R run bowl --backend newton --steps 3 --report /dev/full");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.err, HasSubstr("/dev/full: cannot be written: No space left on device. It "
                                   "cannot be resumed"));
}

TEST(Program, says_that_memory_does_not_suffice_for_an_input_without_end) {
  if (support::address_sanitizer) GTEST_SKIP() << "it needs all addresses for itself";
  const ScratchFolder folder;
  const Ended ended = shell(folder, "ulimit -v 2000000; $R run --from /dev/zero");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("the memory does not suffice"));
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

TEST(Program, stops_a_map_whose_reader_has_gone) {
  const ScratchFolder folder;
  const Ended ended =
      shell(folder,
            "(echo t,q0,p0; yes 0,1,0 | head -200000) >in.csv\n"
            "$R map particle-1d --backend newton --states in.csv --contacts k.csv | head -1\n"
            "code=${PIPESTATUS[0]}; [ $(wc -l <k.csv) -lt 200001 ] && exit $code");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.err, HasSubstr("the standard output cannot be written"));
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
  EXPECT_THAT(full.err, HasSubstr("r.csv: cannot be written: File too large. Resume with: "
                                  "ricochet run --resume c.json"));
  const Ended more = shell(folder,
                           "$R run --resume c.json --steps 300 --quiet && $R run cradle --backend "
                           "newton --steps 300 --out whole.csv --quiet && cmp r.csv whole.csv");
  EXPECT_EQ(more.code, 0) << more.out << more.err;
}

TEST(Program, draws_in_a_group_that_ctrl_c_does_not_reach) {
  const ScratchFolder folder;
  (void)folder.write("gnuplot", "#!/bin/bash\ncut -d' ' -f5 /proc/$$/stat >group; echo '<svg/>'\n");
  const Ended ended = shell(folder,
                            "chmod +x gnuplot; PATH=.:$PATH $R run bowl --steps 2 --plot p.svg "
                            "--quiet && [ $(cat group) != $(cut -d' ' -f5 /proc/$$/stat) ]");
  EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Program, names_the_package_if_gnuplot_is_missing) {
  const ScratchFolder folder;
  const Ended ended = shell(folder, "PATH=/nowhere $R run bowl --plot p.svg --out r.csv");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("gnuplot-nox"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("r.csv")));
}

/// The largest memory that a run of so many steps, with all its tables, ever had [kB].
long largest_memory(const std::string& steps) {
  const ScratchFolder folder;
  const Ended ended =
      shell(folder,
            "$R run pogo --backend newton --every 10 --out r.csv --events e.csv --contacts k.csv "
            "--checkpoint c.json --report r.json --quiet --steps " +
                steps +
                " & pid=$!\n"
                "while now=$(grep VmHWM /proc/$pid/status); do most=$now; sleep 0.02; done\n"
                "wait $pid && echo $most | tr -cd 0-9");
  EXPECT_EQ(ended.code, 0) << ended.err;
  return std::atol(ended.out.c_str());
}

TEST(ProgramSlow, takes_as_much_memory_for_a_million_steps_as_for_a_tenth) {
  constexpr long slack = 512;  // kB
  const long tenth = largest_memory("100000");
  EXPECT_GT(tenth, slack) << "memory is not measured";
  EXPECT_LE(largest_memory("1000000") - tenth, slack);
}

}  // namespace
}  // namespace ricochet
