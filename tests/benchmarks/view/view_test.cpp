#include "ricochet/io/csv.hpp"
#include "ricochet/io/read_states.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"
#include "view/contact_marks.hpp"
#include "view/page.hpp"
#include "view/playback.hpp"
#include "view/solids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A short run of the falling star, with all its files, in a folder.
class View : public testing::Test {
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

TEST_F(View, plays_a_report_with_its_tables) {
  const Outcome outcome = view("run.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("run.html: 181 frames of 181 rows"));
  const auto run = data("run.html");
  EXPECT_EQ(run.at("frames").at("t").size(), 181U);
  EXPECT_EQ(run.at("bodies").at(0).at("name"), "star");
  EXPECT_TRUE(run.at("impactsKnown"));
  EXPECT_FALSE(run.at("impacts").empty()) << "the star hits the floor in these steps";
  const std::string html = content_of(folder.path("run.html"));
  EXPECT_THAT(html, HasSubstr("<dt>method</dt><dd>"));
  EXPECT_THAT(html, Not(HasSubstr("{{")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));  // no external resources
  EXPECT_THAT(html, Not(HasSubstr("https:")));
}

TEST_F(View, finds_the_report_beside_a_table) {
  EXPECT_EQ(view("run.csv", {"--out", folder.path("a.html")}).code, 0);
  EXPECT_EQ(view("run.json", {"--out", folder.path("b.html"), "--quiet"}).out, "");
  EXPECT_EQ(content_of(folder.path("a.html")), content_of(folder.path("b.html")));
}

TEST_F(View, takes_the_problem_of_a_table_from_the_command_line) {
  std::filesystem::rename(folder.path("run.json"), folder.path("moved.json"));
  const Outcome alone = view("run.csv");
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.err, HasSubstr("a table does not say of which problem it is"));
  EXPECT_EQ(view("run.csv", {"--report", folder.path("moved.json")}).code, 0);
  const Outcome named = view("run.csv", {"--problem", "star", "--set", "gravity=1"});
  EXPECT_EQ(named.code, 0);
  EXPECT_THAT(named.out, HasSubstr("impacts inside steps not known (give --events)"));
  EXPECT_FALSE(data("run.html").at("impactsKnown"));
  EXPECT_THAT(content_of(folder.path("run.html")), HasSubstr("no table of impacts was given"));
}

TEST_F(View, finds_the_tables_of_a_report_that_moved) {
  const ScratchFolder other;
  std::filesystem::copy(folder.path("run.json"), other.path("run.json"));
  std::filesystem::rename(folder.path("run.csv"), other.path("run.csv"));
  EXPECT_EQ(ricochet_program({"view", other.path("run.json")}).code, 0);
  EXPECT_THAT(view("run.json").err, HasSubstr("is not there; view the table itself"));
}

TEST_F(View, refuses_what_does_not_belong_together) {
  const auto complaint = [&](const std::string& operand, const std::vector<std::string>& words) {
    const Outcome outcome = view(operand, words);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(complaint("run.csv", {"--problem", "bowl"}), HasSubstr("has a column 'q2', but"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "cradle"}), HasSubstr("column 'q3' is missing"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "stra"}), HasSubstr("did you mean 'star'"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "pogo"}),
              HasSubstr("no body that moves in a plane"));
  EXPECT_THAT(complaint("run.json", {"--problem", "star"}), HasSubstr("exclude each other"));
  EXPECT_THAT(complaint("run.csv", {"--set", "gravity=1"}), HasSubstr("--set goes with --problem"));
  EXPECT_THAT(complaint("run.csv", {"--out", folder.path("run.csv")}),
              HasSubstr("is what is to be viewed"));
  EXPECT_THAT(complaint("run.csv", {"--out", folder.path("no/page.html")}),
              HasSubstr("does not exist; create it first"));
  EXPECT_THAT(complaint("run.csv", {"--events", folder.path("run.csv")}),
              HasSubstr("the column 'step' is missing"));
  EXPECT_THAT(complaint("none.csv", {}), HasSubstr("cannot be read"));
}

TEST_F(View, refuses_broken_tables) {
  const auto complaint = [&](const std::string& content) {
    const std::string path = folder.write("t.csv", content);
    const Outcome outcome = ricochet_program({"view", path, "--problem", "bowl"});
    EXPECT_EQ(outcome.code, 2) << content;
    EXPECT_FALSE(std::filesystem::exists(folder.path("t.html")));
    return outcome.err;
  };
  const std::string head = trajectory_header(2) + "\n";
  EXPECT_THAT(complaint(""), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(complaint(head), HasSubstr("t.csv: has no row"));
  EXPECT_THAT(complaint(head + "0,1,0.5,1,1\n0.1,1,0.5"), HasSubstr("t.csv:3: expected 5 fields"));
  EXPECT_THAT(complaint(head + "0,1,nan,1,1\n"), HasSubstr("'nan' is not finite"));
  EXPECT_THAT(complaint(head + "0,1,0.5,1,1\n0,1,0.5,1,1\n"), HasSubstr("is no trajectory"));
}

TEST_F(View, leaves_out_a_last_row_that_is_cut_off) {
  std::string table = content_of(folder.path("run.csv"));
  table.resize(table.size() - 5);
  std::ofstream(folder.path("run.csv"), std::ios::binary) << table;
  const Outcome outcome = view("run.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("180 frames of 180 rows"));
  EXPECT_THAT(outcome.err, HasSubstr("warning: " + folder.path("run.csv") + ": the last row has"));
}

TEST_F(View, refuses_the_report_of_another_run_and_foreign_impacts) {
  ASSERT_EQ(ricochet_program({"run", "star", "--steps", "1", "--q0", "0,9,0", "--report",
                              folder.path("other.json"), "--quiet"})
                .code,
            0);
  EXPECT_THAT(view("run.csv", {"--report", folder.path("other.json")}).err,
              HasSubstr("does not begin where the run of"));
  EXPECT_THAT(view("other.json").err, HasSubstr("its run wrote no trajectory"));
  const std::string events = folder.write("e.csv", events_header() + "\n1,0.1,0,ceiling,1,0,0\n");
  EXPECT_THAT(view("run.csv", {"--events", events}).err, HasSubstr("names 'ceiling', which is no"));
}

TEST_F(View, plays_every_planar_problem_even_without_steps) {
  int played = 0;
  for (const std::string& name : problem_names()) {
    const std::string table = folder.path(name + ".csv"), report = folder.path(name + ".json");
    ASSERT_EQ(ricochet_program(
                  {"run", name, "--steps", "0", "--out", table, "--report", report, "--quiet"})
                  .code,
              0);
    const Outcome outcome = ricochet_program({"view", report});
    const bool planar = !planar_bodies(find_problem(name).make()).empty();
    EXPECT_EQ(outcome.code, planar ? 0 : 2) << name << outcome.err;
    if (planar) ++played;
  }
  EXPECT_GT(played, 10);
}

TEST(Playback, thins_a_long_run_and_keeps_its_events) {
  const Problem problem = problems::bowl();
  std::vector<State> states;
  for (int i = 0; i <= 50000; ++i) {  // closed in one row only
    const double height = i == 33333 ? 0.0 : 1.0;
    states.push_back({.t = 0.01 * i, .q = Vector{{0.0, height}}, .p = Vector{{0.0, 0.0}}});
  }
  const Playback play = make_playback(problem, states, {{7, 0.075, {"bowl"}, {2.0}}});
  EXPECT_EQ(play.rows, 50001U);
  EXPECT_LT(play.frames.size(), 4100U);
  EXPECT_EQ(play.frames.back().state.t, states.back().t);
  std::vector<double> closed_at;
  for (const Frame& frame : play.frames)
    if (!frame.closed.empty()) closed_at.push_back(frame.state.t);
  EXPECT_THAT(closed_at, ElementsAre(states[33333].t));
  const auto has = [&](size_t row) {
    return std::any_of(play.frames.begin(), play.frames.end(),
                       [&](const Frame& f) { return f.state.t == states[row].t; });
  };
  EXPECT_TRUE(has(7) && has(8)) << "the rows beside the impact";
  EXPECT_FALSE(has(9));
  EXPECT_EQ(play.impacts.at(0).impulse, 2.0);
  EXPECT_THAT(evenly(10, 4), ElementsAre(0, 3, 6, 9));
  EXPECT_THAT(evenly(9, 4), ElementsAre(0, 3, 6, 8));
  EXPECT_TRUE(evenly(0, 4).empty());
}

/// The marks of the first entry of g.
std::vector<ContactMark> marks_of(const Problem& problem, const Vector& q) {
  ContactMarker marker(problem.system, problem.bodies);
  marker.move_to(q);
  return marker.marks(0);
}

TEST(ContactMarks, lie_where_a_turned_ellipse_touches_the_floor) {
  const Problem problem = problems::ellipse();
  const double a = problem.system.parameter("a"), b = problem.system.parameter("b"), theta = 0.7;
  // The lowest point of the ellipse, from its support function.
  const double reach = std::hypot(a * std::sin(theta), b * std::cos(theta));
  const double x = (b * b - a * a) * std::sin(theta) * std::cos(theta) / reach;
  const auto marks = marks_of(problem, Vector{{3.0, reach, theta}});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(marks[0].at.x(), 3.0 + x, 1e-9);
  EXPECT_NEAR(marks[0].at.y(), 0.0, 2e-3) << "the outline is a polygon";
  EXPECT_NEAR(marks[0].normal.y(), 1.0, 1e-12);
}

TEST(ContactMarks, are_shared_by_bodies_that_touch) {
  const Problem problem = find_problem("oscillator").make();
  const double r = problem.system.parameter("radius");
  const auto marks = marks_of(problem, Vector{{-r, 0.5, r, 0.5}});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(marks[0].at.x(), 0.0, 1e-12);
  EXPECT_NEAR(marks[0].at.y(), 0.5, 1e-12);
}

/// A problem all of whose texts are `name`.
Problem named(const std::string& name) {
  const Expr q = Expr::sym("q", 2);
  return {
      .system = System({.name = name, .q = q, .M = Expr::eye(2), .V = 0.0, .g = {{name, q(1)}}}),
      .initial = {.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}},
      .source = name,
      .summary = name,
      .bodies = {{.name = name, .x = 0, .y = 1}}};
}

TEST(PlayerPage, takes_names_literally) {
  const std::string name = "</script><img src=x onerror=alert(1)> {{data}} & \"\xff";
  const Problem problem = named(name);
  const std::string page =
      player_page(make_playback(problem, {problem.initial}, {}), {name, {{name, name}}, {name}});
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  size_t scripts = 0;
  for (size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; ++at) ++scripts;
  EXPECT_EQ(scripts, 2U) << "the data and the program";
  EXPECT_THAT(page, HasSubstr("{{data}} &amp;"));
}

/// The area of a polygon, positive if it turns counterclockwise.
double area(const Matrix& corners) {
  double sum = 0.0;
  for (Index i = 0, n = corners.cols(); i < n; ++i) {
    const Index next = (i + 1) % n;
    sum += corners(0, i) * corners(1, next) - corners(0, next) * corners(1, i);
  }
  return 0.5 * sum;
}

TEST(Solids, fill_what_lies_beyond_an_edge) {
  const Problem problem = problems::spring_sphere();  // inside a circle
  const double r = problem.system.parameter("radius");
  const Boundary edge = find_boundaries(problem).at(0);
  const Box box{.left = -1.5 * r, .right = 1.5 * r, .bottom = -1.5 * r, .top = 1.5 * r};
  const Solids solids = solids_of(GapGrid(edge, problem, box));
  double filled = 0.0, length = 0.0;
  for (const Matrix& polygon : solids.polygons) {
    EXPECT_GT(area(polygon), 0.0);
    filled += area(polygon);
  }
  for (const Matrix& segment : solids.edges) length += (segment.col(1) - segment.col(0)).norm();
  EXPECT_NEAR(filled, (9.0 - std::numbers::pi) * r * r, 2e-3 * r * r);
  EXPECT_NEAR(length, 2.0 * std::numbers::pi * r, 2e-3 * r);
}

TEST(Solids, lie_behind_walls) {
  const Problem problem = problems::shooting_disc();
  const Solids solids =
      find_solids(problem, {.left = -1.0, .right = 3.0, .bottom = -1.0, .top = 2.0});
  ASSERT_EQ(solids.polygons.size(), 2U);
  EXPECT_LE(solids.polygons[0].row(1).maxCoeff(), 1e-12) << "below the floor";
  EXPECT_LE(solids.polygons[1].row(0).maxCoeff(), 1e-12) << "left of the wall";
  EXPECT_GT(area(solids.polygons[0]) * area(solids.polygons[1]), 0.0) << "they turn the same way";
}

}  // namespace
}  // namespace ricochet::cli
