#include "ricochet/io/files.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace ricochet {
namespace {

using support::content_of;
using support::message_of;
using support::ScratchFolder;

using testing::HasSubstr;

TEST(Files, are_replaced_at_once_and_leave_nothing_behind) {
  const ScratchFolder folder;
  const std::string path = folder.write("report.json", "old and longer");
  write_atomically(path, "new");
  EXPECT_EQ(content_of(path), "new");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Files, keep_a_link_a_link) {
  const ScratchFolder folder;
  const std::string target = folder.write("target", "old"), link = folder.path("link");
  std::filesystem::create_symlink("target", link);
  write_atomically(link, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content_of(target), "new");
}

TEST(Files, survive_a_failed_replacement) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { write_atomically(folder.path("none/report.json"), "new"); }),
              HasSubstr("report.json: cannot be written: No such file or directory"));
  EXPECT_EQ(folder.files(), 0U);
}

TEST(Files, report_a_full_disk) {
  OutputFile full("/dev/full");
  full.write("x");
  EXPECT_THAT(message_of([&] { full.flush(); }),
              HasSubstr("/dev/full: cannot be written: No space left on device"));
  EXPECT_THAT(message_of([&] { write_atomically("/dev/full", "x"); }), HasSubstr("No space left"));
}

TEST(Files, are_checked_without_being_touched) {
  const ScratchFolder folder;
  const std::string path = folder.write("run.csv", "precious");
  check_writable(path);
  check_writable(folder.path("new.csv"));
  EXPECT_EQ(content_of(path), "precious");
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_THAT(message_of([&] { check_writable(folder.path("none/run.csv")); }),
              HasSubstr("none' does not exist; create it first"));
  EXPECT_THAT(message_of([&] { check_writable(folder.path("")); }), HasSubstr("is a folder"));
  EXPECT_THAT(message_of([&] { check_writable(""); }), HasSubstr("is empty"));
}

TEST(Files, are_the_same_by_any_name) {
  const ScratchFolder folder;
  EXPECT_TRUE(same_file(folder.path("a"), folder.path("./a")));
  EXPECT_TRUE(same_file("no-such-file", "./no-such-file"));
  EXPECT_TRUE(same_file("no-such-file", std::filesystem::absolute("no-such-file")));
  EXPECT_FALSE(same_file(folder.path("a"), folder.path("b")));
}

}  // namespace
}  // namespace ricochet
