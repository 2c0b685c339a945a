#include "support/pages.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

/// The targets of links to files that a page expects beside it, and that are not there.
std::vector<std::string> dead_links(const fs::path& page) {
  const std::string text = support::content_of(page.string()), opening = "](";
  std::vector<std::string> dead;
  for (size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::string target = text.substr(at, text.find_first_of("#) \n", at) - at);
    const bool beside =  // files have a dot in their names, unlike [&](what follows a capture)
        target.find('.') != std::string::npos && target.find("://") == std::string::npos;
    if (beside && !fs::exists(page.parent_path() / target))
      dead.push_back(page.filename().string() + " -> " + target);
  }
  return dead;
}

TEST(Documentation, links_to_files_that_exist) {
  EXPECT_GE(support::pages().size(), 10U);
  for (const fs::path& page : support::pages())
    for (const std::string& dead : dead_links(page)) ADD_FAILURE() << dead;
}

TEST(Documentation, would_notice_a_dead_link) {
  const support::ScratchFolder folder;
  const std::string page = folder.write(
      "page.md", "[a](page.md), [b](gone.md#part), ![c](https://example.org/x.png), [d](#here)");
  EXPECT_EQ(dead_links(page), std::vector<std::string>{"page.md -> gone.md"});
}

}  // namespace
}  // namespace ricochet
