#include "program/options/output_checks.hpp"

#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

TEST(Run, refuses_outputs_it_could_not_write_before_it_touches_any) {
  const ScratchFolder folder;
  const std::string precious = folder.write("run.csv", "precious");
  const auto complaint = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "bowl", "--out", precious});
    const Outcome outcome = ricochet_program(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(content_of(precious), "precious");
    return outcome.err;
  };
  EXPECT_THAT(complaint({"--report", folder.path("none/r.json")}),
              HasSubstr("does not exist; create it"));
  EXPECT_THAT(complaint({"--events", folder.path(".")}), HasSubstr("is a folder"));
  EXPECT_THAT(complaint({"--contacts", precious}),
              HasSubstr("--contacts and --out name the same file"));
  EXPECT_THAT(complaint({"--start", precious}), HasSubstr("--out and --start name the same file"));
  EXPECT_THAT(complaint({"--plot", folder.path("x.pdf")}), HasSubstr("must end in .svg or .png"));
  EXPECT_THAT(complaint({"--h", "-1"}), HasSubstr("--h"));
  EXPECT_THAT(ricochet_program({"run", "bowl", "--out", "/dev/full"}).err,
              HasSubstr("No space left"));
  EXPECT_EQ(ricochet_program({"run", "bowl", "--out", "/dev/full"}).code, 2);
}

TEST(OutputChecks, let_outputs_meet_in_a_device_and_a_run_go_on_in_its_checkpoint) {
  const ScratchFolder folder;
  cli::Options o;
  o.out = o.events = "/dev/null";
  o.resume = o.checkpoint = o.report = "";
  EXPECT_NO_THROW(cli::check_outputs(o));
  o.resume = o.checkpoint = folder.write("run.json", "{}");
  EXPECT_NO_THROW(cli::check_outputs(o));
  o.out = o.resume;
  EXPECT_THAT(support::message_of([&] { cli::check_outputs(o); }),
              HasSubstr("--out and --resume name the same file"));
  EXPECT_EQ(content_of(o.resume), "{}");
}

TEST(CreateFolder, makes_those_above_and_says_what_it_cannot) {
  const ScratchFolder folder;
  cli::create_folder(folder.path("a/b"));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path("a/b")));
  EXPECT_NO_THROW(cli::create_folder(folder.path("a/b"))) << "it is there";
  EXPECT_THAT(support::message_of([] { cli::create_folder("/dev/null/x"); }),
              HasSubstr("/dev/null/x: cannot be created: "));
}

}  // namespace
}  // namespace ricochet
