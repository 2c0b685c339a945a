#pragma once

#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet::support {

/// A short run of the falling star, with all its files, in a folder.
class SavedStar : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ricochet_program({"run", "star", "--steps", "180", "--backend", "automatic", "--out",
                                folder.path("run.csv"), "--report", folder.path("run.json"),
                                "--events", folder.path("impacts.csv"), "--quiet"})
                  .code,
              0);
  }

  /// What `view` writes for these words, behind the operand.
  [[nodiscard]] Outcome view(const std::string& operand,
                             std::vector<std::string> words = {}) const {
    words.insert(words.begin(), {"view", folder.path(operand)});
    return ricochet_program(words);
  }

  /// The data of the page.
  [[nodiscard]] nlohmann::json data(const std::string& page) const {
    const std::string html = content_of(folder.path(page));
    const std::string tag = "<script id=\"run\" type=\"application/json\">";
    const size_t begin = html.find(tag) + tag.size();
    return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
  }

  ScratchFolder folder;
};

}  // namespace ricochet::support
