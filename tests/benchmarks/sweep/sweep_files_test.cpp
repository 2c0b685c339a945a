#include "sweep/sweep_files.hpp"

#include "ricochet/text/text.hpp"
#include "support/scratch_folder.hpp"
#include "sweep/sweep_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::message_of;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class Files : public testing::Test {
 protected:
  [[nodiscard]] SweepPlan plan(const std::function<void(Options&)>& change = {}) const {
    Options o;
    o.operands = {"pogo"};
    o.grid = {"gravity=1:20:4"};
    o.out = folder_.path("s.csv");
    o.impacts = folder_.path("i.csv");
    o.go_on = true;
    if (change) change(o);
    return make_sweep_plan(o);
  }
  [[nodiscard]] std::string row(int member) const {
    return std::to_string(member) + ",x," + own_.sign + "\n";
  }
  [[nodiscard]] std::string header() const {
    return join(sweep_columns({"gravity"}, 2), ",") + "\n";
  }
  [[nodiscard]] std::string impact_header() const {
    return join(impact_columns({"gravity"}, 2), ",") + "\n";
  }
  [[nodiscard]] std::string refusal(const std::function<void(Options&)>& change = {}) const {
    const SweepPlan other = plan(change);
    return message_of([&] { const SweepFiles files(other); });
  }

  const ScratchFolder folder_;
  const SweepPlan own_ = plan();
};

TEST_F(Files, have_every_member_at_once_and_all_in_order_in_the_end) {
  SweepFiles files(own_);
  files.take(row(2), row(2) + row(2));
  EXPECT_EQ(content_of(own_.options.out), header() + row(2)) << "it is on the disk";
  EXPECT_EQ(content_of(own_.options.impacts), impact_header() + row(2) + row(2));
  files.take(row(0), "");
  files.take(row(1), row(1));
  files.finish();
  EXPECT_EQ(content_of(own_.options.out), header() + row(0) + row(1) + row(2));
  EXPECT_EQ(content_of(own_.options.impacts), impact_header() + row(1) + row(2) + row(2));
}

TEST_F(Files, are_continued_without_what_was_under_way) {
  (void)folder_.write("s.csv", header() + row(3) + row(1) + "0,x,ab");
  (void)folder_.write("i.csv", impact_header() + row(3) + row(0) + row(0) + row(1) + "2,");
  SweepFiles files(own_);
  EXPECT_EQ(files.done_count(), 2U);
  EXPECT_THAT(files.done(), ElementsAre(false, true, false, true));
  EXPECT_EQ(content_of(own_.options.out), header() + row(3) + row(1));
  EXPECT_EQ(content_of(own_.options.impacts), impact_header() + row(3) + row(1));
  files.take(row(0), row(0));
  files.finish();
  EXPECT_EQ(content_of(own_.options.out), header() + row(0) + row(1) + row(3));
  EXPECT_EQ(content_of(own_.options.impacts), impact_header() + row(0) + row(1) + row(3));
}

TEST_F(Files, begin_where_there_are_none_or_only_a_part_of_a_header) {
  EXPECT_EQ(SweepFiles(own_).done_count(), 0U);
  EXPECT_EQ(content_of(own_.options.out), header());
  (void)folder_.write("s.csv", header().substr(0, 9));
  EXPECT_EQ(SweepFiles(own_).done_count(), 0U);
  EXPECT_EQ(content_of(own_.options.out), header());
}

TEST_F(Files, begin_anew_unless_they_are_resumed) {
  (void)folder_.write("s.csv", header() + row(1));
  const SweepPlan anew = plan([](Options& o) { o.go_on = false; });
  EXPECT_EQ(SweepFiles(anew).done_count(), 0U);
  EXPECT_EQ(content_of(own_.options.out), header());
}

TEST_F(Files, of_another_sweep_are_refused_and_left_alone) {
  const std::string mine = header() + row(1) + row(2);
  (void)folder_.write("s.csv", mine);
  (void)folder_.write("i.csv", impact_header());
  EXPECT_THAT(refusal([](Options& o) { o.time = 3.0; }),
              HasSubstr("s.csv:2: belongs to another sweep: '" + own_.sign + "', expected '"));
  EXPECT_THAT(refusal([](Options& o) { o.grid = {"mass=1:20:4"}; }),
              HasSubstr("s.csv:1: belongs to another sweep: its columns are 'member,gravity"));
  EXPECT_THAT(refusal([](Options& o) { o.part = "1/2"; }),
              HasSubstr("s.csv:3: member 2 is not of part 1/2, which has members 0 to 1"));
  EXPECT_EQ(content_of(own_.options.out), mine);
  (void)folder_.write("s.csv", "precious\n");
  EXPECT_THAT(refusal(), HasSubstr("s.csv:1: is no table of a sweep"));
  EXPECT_EQ(content_of(own_.options.out), "precious\n");
  (void)folder_.write("s.csv", header() + row(1) + row(1));
  EXPECT_THAT(refusal(), HasSubstr("s.csv:3: member 1 is there twice"));
}

TEST_F(Files, of_impacts_belong_to_the_table_of_runs) {
  (void)folder_.write("s.csv", header() + row(1));
  EXPECT_THAT(refusal(), HasSubstr("i.csv: is missing or empty, but"));
  (void)folder_.write("i.csv", header());
  EXPECT_THAT(refusal(), HasSubstr("i.csv:1: belongs to another sweep"));
  (void)folder_.write("i.csv", impact_header() + "9,x," + own_.sign + "\n");
  EXPECT_THAT(refusal(), HasSubstr("i.csv:2: member 9 is not of this part"));
}

}  // namespace
}  // namespace ricochet::cli
