// The page in a browser: it plays, it stops, it goes where it is told, and nothing complains.
// Skipped where there is no Chromium; `.ci/setup browser` installs one.
#include "support/browser.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::content_of;
using support::ricochet_program;
using support::ScratchFolder;
using support::visit;
using support::Visit;
using testing::HasSubstr;

/// Without a window pictures are drawn seldom, and virtual time does not wait for them.
constexpr const char* frames =
    "<script>window.requestAnimationFrame = (draw) => setTimeout(draw, 16);</script>\n";

/// What a user does, and what it leads to, written into the title.
constexpr const char* user = R"(
const wait = (time) => new Promise((go) => setTimeout(go, time));
const page = document.body, on = (id) => document.getElementById(id);
const press = (key, more) => page.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
const state = () => ({ ...page.dataset });
(async () => {
  const seen = {};
  await wait(100);
  seen.opened = state();
  on("play").click();
  await wait(1000);
  seen.played = state();
  press(" ");
  seen.paused = state();
  await wait(300);
  seen.later = state();
  on("scrub").value = 40;
  on("scrub").dispatchEvent(new Event("input"));
  seen.scrubbed = state();
  seen.place = document.querySelector("#plane .body").getAttribute("transform");
  press("ArrowRight");
  seen.next = state();
  press("ArrowLeft", { shiftKey: true });
  seen.back = state();
  const box = document.querySelector("#energy .plot").getBoundingClientRect();
  document.querySelector("#energy .plot").dispatchEvent(
    new PointerEvent("pointerdown", { clientX: box.left + box.width / 2, bubbles: true }));
  seen.halfway = state();
  press("End");
  seen.end = state();
  seen.lamp = document.querySelector("#contacts .row").className;
  seen.clock = on("clock").textContent;
  on("play").click();
  await wait(100);
  seen.again = state();
  on("speed").selectedIndex = 8;
  await wait(3000);
  seen.over = state();
  document.title = JSON.stringify(seen);
})();
)";

class ViewInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (support::find_browser().empty()) GTEST_SKIP() << "no chromium in PATH";
  }

  /// A bead slides in a bowl for 100 steps of 0.02 s; its contact stays closed.
  [[nodiscard]] std::string bowl_page() const {
    EXPECT_EQ(ricochet_program({"run", "bowl", "--steps", "100", "--out", folder.path("run.csv"),
                                "--report", folder.path("run.json"), "--quiet"})
                  .code,
              0);
    EXPECT_EQ(ricochet_program({"view", folder.path("run.json"), "--quiet"}).code, 0);
    return content_of(folder.path("run.html"));
  }

  [[nodiscard]] Visit open_with(std::string page, const std::string& script) const {
    page.insert(page.find("<head>"), frames);
    page.insert(page.rfind("</body>"), "<script>" + script + "</script>\n");
    return visit(folder.write("visited.html", page), 20000);
  }

  ScratchFolder folder;
};

TEST_F(ViewInBrowser, plays_stops_and_goes_where_it_is_told) {
  const Visit visit = open_with(bowl_page(), user);
  EXPECT_EQ(visit.code, 0);
  EXPECT_EQ(visit.messages, "");
  const auto seen = support::told(visit);
  ASSERT_TRUE(seen.is_object()) << visit.dom.substr(0, 2000);
  const auto frame = [&](const char* moment) {
    return std::stoi(seen.at(moment).at("frame").get<std::string>());
  };
  const auto is = [&](const char* moment, const char* what) {
    return seen.at(moment).at(what).get<std::string>();
  };
  EXPECT_EQ(frame("opened"), 0);
  EXPECT_EQ(is("opened", "playing"), "false");
  EXPECT_EQ(is("opened", "closed"), "bowl");
  EXPECT_EQ(is("played", "playing"), "true");
  EXPECT_GT(frame("played"), 0);
  EXPECT_EQ(is("paused", "playing"), "false");
  EXPECT_EQ(frame("later"), frame("paused"));
  EXPECT_EQ(frame("scrubbed"), 40);
  EXPECT_NEAR(std::stod(is("scrubbed", "time")), 0.8, 1e-12);
  EXPECT_THAT(seen.at("place").get<std::string>(), HasSubstr("translate("));
  EXPECT_EQ(frame("next"), 41);
  EXPECT_EQ(frame("back"), 31);
  EXPECT_NEAR(frame("halfway"), 50, 1);
  EXPECT_EQ(frame("end"), 100);
  EXPECT_EQ(seen.at("lamp"), "row shut");
  EXPECT_THAT(seen.at("clock").get<std::string>(), HasSubstr("t = 2.0"));
  EXPECT_EQ(is("again", "playing"), "true") << "at the end it begins again";
  EXPECT_LT(frame("again"), 100);
  EXPECT_EQ(frame("over"), 100);
  EXPECT_EQ(is("over", "playing"), "false") << "it stops at the end";
}

TEST_F(ViewInBrowser, would_notice_a_complaint) {
  EXPECT_THAT(open_with(bowl_page(), "nowhere.to.be.found();").messages, HasSubstr("nowhere"));
}

TEST_F(ViewInBrowser, takes_names_literally) {
  std::string page = bowl_page();
  for (size_t at = page.find("\"contacts\":[\"bowl\"]"); at != std::string::npos;
       at = page.find("\"contacts\":[\"bowl\"]"))
    page.replace(at, 19, "\"contacts\":[\"\\u003c/script>\\u003cimg src=x onerror=hack()>\"]");
  const Visit visit = open_with(page, "");
  EXPECT_EQ(visit.messages, "");
  EXPECT_THAT(visit.dom, HasSubstr("&lt;/script&gt;&lt;img src=x onerror=hack()&gt;"));
}

}  // namespace
}  // namespace ricochet
