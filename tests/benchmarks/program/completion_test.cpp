#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

/// What bash says when it has completed the last word of a line: the script runs as it would under
/// the Tab key, then `show`.
std::string completed(const std::string& line, const std::string& show) {
  const ScratchFolder folder;
  const std::string script = folder.write("script", ricochet_program({"completion", "bash"}).out);
  const std::string out = folder.path("out");
  const std::string command = "bash -c 'source \"" + script + "\"; COMP_WORDS=(" + line +
                              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ricochet; echo " + show +
                              "' > \"" + out + "\" 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << content_of(out);
  return content_of(out);
}

std::string offered(const std::string& line) { return completed(line, "\"${COMPREPLY[@]}\""); }

int offers(const std::string& line) { return std::stoi(completed(line, "${#COMPREPLY[@]}")); }

TEST(Completion, offers_commands_problems_options_and_their_words) {
  EXPECT_EQ(offered("ricochet vi"), "view\n");
  EXPECT_EQ(offered("ricochet comp"), "compare completion\n");
  EXPECT_EQ(offered("ricochet run cra"), "cradle\n");
  EXPECT_EQ(offered("ricochet run cradle --ste"), "--stepper --steps\n");
  EXPECT_EQ(offered("ricochet run cradle --stepper ra"), "rattle\n");
  EXPECT_EQ(offered("ricochet run cradle --energy num"), "numerical\n");
  EXPECT_EQ(offered("ricochet figure kp12-1.2"), "kp12-1.2a kp12-1.2b kp12-1.2c kp12-1.2d\n");
  EXPECT_EQ(offered("ricochet completion z"), "zsh\n");
}

TEST(Completion, offers_files_where_an_option_takes_one) {
  EXPECT_THAT(offered("ricochet run cradle --start /et"), HasSubstr("/etc"));
  EXPECT_THAT(offered("ricochet run cradle --start cra"), Not(HasSubstr("cradle")));
  EXPECT_THAT(offered("ricochet view /et"), HasSubstr("/etc"));
  EXPECT_THAT(offered("ricochet bench --out /et"), HasSubstr("/etc"));
  EXPECT_EQ(offered("ricochet bench --out /etc/passw"), "\n") << "a folder is wanted";
  EXPECT_EQ(offered("ricochet view run.csv --problem cra"), "cradle\n");
  EXPECT_EQ(offered("ricochet view --pro"), "--problem\n");
}

TEST(Completion, offers_a_file_with_a_space_as_one_word) {
  const ScratchFolder folder;
  const std::string file = folder.write("my run.csv", "");
  EXPECT_EQ(offered("ricochet view \"" + folder.path("my") + "\""), file + "\n");
  EXPECT_EQ(offers("ricochet view \"" + folder.path("my") + "\""), 1);
}

TEST(Completion, offers_nothing_where_a_number_or_a_new_name_is_wanted) {
  for (const char* line :
       {"run bowl --h \"\"", "run bowl --steps \"\"", "run bowl --q0 \"\"", "run bowl --every \"\"",
        "map bowl --jobs \"\"", "shoot shooting-disc --seed \"\"", "bench --limit \"\"",
        "run bowl --h -"})
    EXPECT_EQ(offered("ricochet " + std::string(line)), "\n") << line;
}

TEST(Completion, offers_what_fits_the_command) {
  EXPECT_EQ(offered("ricochet shoot \"\""), "shooting-disc shooting-ellipse\n");
  EXPECT_EQ(offered("ricochet bench fu"), "full\n");
  EXPECT_EQ(offered("ricochet run bowl --set g"), "gravity=\n");
  EXPECT_EQ(offered("ricochet run --set n cradle --set n"), "n=\n");
  EXPECT_EQ(offered("ricochet sweep bowl --grid g"), "gravity=\n");
  EXPECT_EQ(offered("ricochet sweep imp"), "impact-oscillator\n");
}

TEST(Completion, goes_on_behind_a_comma) {
  EXPECT_EQ(offered("ricochet bench touching,sl"), "touching,sliding\n");
  EXPECT_EQ(offered("ricochet compare bowl --steppers gvi,ra"), "gvi,rattle\n");
  EXPECT_EQ(offered("ricochet bench --backend newton,ip"), "newton,ipopt\n");
  EXPECT_EQ(offered("ricochet run bowl --backend newton,ip"), "\n") << "it takes one";
}

TEST(Completion, is_written_for_zsh_as_well) {
  const std::string zsh = ricochet_program({"completion", "zsh"}).out;
  EXPECT_THAT(zsh, HasSubstr("bashcompinit"));
  EXPECT_THAT(zsh, HasSubstr("complete -F _ricochet ricochet"));
}

TEST(Completion, refuses_other_shells) {
  const auto outcome = ricochet_program({"completion", "bsh"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'bash'"));
}

}  // namespace
}  // namespace ricochet::cli
