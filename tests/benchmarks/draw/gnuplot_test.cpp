#include "draw/gnuplot.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

TEST(Gnuplot, says_what_is_wrong_with_a_script) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { draw("plot nonsense", folder.path("x.svg"), 100, 100); }),
              HasSubstr("x.svg: gnuplot failed: "));
  EXPECT_EQ(folder.files(), 0U);
  EXPECT_EQ(quoted("a'b\nc"), "'a''b c'");
}

TEST(CheckPicture, knows_the_kinds_that_can_be_drawn) {
  for (const char* path : {"a.svg", "folder.d/b.png"}) EXPECT_NO_THROW(check_picture(path));
  for (const std::string path : {"a.pdf", "svg", ".svg", "a.svg.gz"})
    EXPECT_THAT(message_of([&] { check_picture(path); }),
                HasSubstr("must end in .svg or .png, not '" + path + "'"));
}

TEST(Gnuplot, draws_frames_into_one_file_and_takes_texts_literally) {
  const ScratchFolder folder;
  const std::string frame = "plot [0:1] x title " + quoted("`touch hacked` 'x'\t") + "\n";
  draw(frame + frame, folder.path("x.gif"), 100, 100);
  EXPECT_THAT(content_of(folder.path("x.gif")), testing::StartsWith("GIF89a"));
  EXPECT_FALSE(std::filesystem::exists("hacked"));
}

}  // namespace
}  // namespace ricochet::cli
