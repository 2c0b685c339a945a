// The page of the figures in a browser: its pictures are there, and nothing complains.
// Skipped where there is no Chromium; `.ci/setup browser` installs one.
#include "figures/make_figures.hpp"
#include "program/command.hpp"
#include "support/browser.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::ScratchFolder;
using support::visit;
using support::Visit;

constexpr const char* look_at_pictures = R"(<script>
(async () => {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  document.title = JSON.stringify({
    pictures: pictures.length,
    shown: pictures.filter((picture) => picture.naturalWidth > 100).length,
    sections: document.querySelectorAll("section").length,
    verdict: document.querySelector("td.not").textContent,
    wider: document.documentElement.scrollWidth > window.innerWidth,
  });
})();
</script>)";

void falls(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "run", .words = "particle-1d --time 1"});
  bench.claim({"the ball rises <b>high</b>",
               {{"height gained", run.samples.back().state.q[0] - 1.0, at_least(1.0), "m"}}});
  bench.picture({.title = "x", .diagrams = {{.curves = {{.x = {0.0, 1.0}, .y = {0.0, 1.0}}}}}});
}

class FiguresInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (support::find_browser().empty()) GTEST_SKIP() << "no chromium in PATH";
    std::ostringstream out, err;
    Console console(out, err);
    ASSERT_EQ(make_figures({{"a", "a ball", "none", falls}, {"b", "again", "none", falls}},
                           {.folder = folder.path("")}, console),
              exit_code::done);
  }

  [[nodiscard]] Visit open() const {
    std::string page = content_of(folder.path("index.html"));
    page.insert(page.rfind("</body>"), look_at_pictures);
    return visit(folder.write("visited.html", page), 10000);
  }

  ScratchFolder folder;
};

TEST_F(FiguresInBrowser, are_shown_with_their_claims) {
  const Visit page = open();
  EXPECT_EQ(page.code, 0);
  EXPECT_EQ(page.messages, "");
  const auto seen = support::told(page);
  ASSERT_TRUE(seen.is_object()) << page.dom.substr(0, 2000);
  EXPECT_EQ(seen.at("pictures"), 2);
  EXPECT_EQ(seen.at("shown"), 2);
  EXPECT_EQ(seen.at("sections"), 2);
  EXPECT_EQ(seen.at("verdict"), "not reproduced: height gained");
  EXPECT_EQ(seen.at("wider"), false);
}

TEST_F(FiguresInBrowser, are_missed) {
  std::filesystem::remove(folder.path("b.svg"));
  EXPECT_EQ(support::told(open()).at("shown"), 1);
}

}  // namespace
}  // namespace ricochet::cli
