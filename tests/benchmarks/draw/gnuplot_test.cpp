#include "draw/gnuplot.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

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

}  // namespace
}  // namespace ricochet::cli
