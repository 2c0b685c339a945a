#include "sweep/sweep_plan.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace ricochet::cli {
namespace {

using support::message_of;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class Plan : public testing::Test {
 protected:
  [[nodiscard]] Options options(const std::function<void(Options&)>& change = {}) const {
    Options o;
    o.operands = {"pogo"};
    o.grid = {"gravity=1:20:4"};
    o.out = folder_.path("s.csv");
    if (change) change(o);
    return o;
  }
  [[nodiscard]] std::string sign(const std::function<void(Options&)>& change = {}) const {
    return make_sweep_plan(options(change)).sign;
  }
  [[nodiscard]] std::string refusal(const std::function<void(Options&)>& change) const {
    return message_of([&] { (void)make_sweep_plan(options(change)); });
  }

  const ScratchFolder folder_;
};

TEST_F(Plan, has_the_members_of_its_part) {
  const SweepPlan all = make_sweep_plan(options());
  EXPECT_EQ(all.first(), 0U);
  EXPECT_EQ(all.end(), 4U);
  EXPECT_EQ(all.coordinates, 2);
  const SweepPlan part = make_sweep_plan(options([](Options& o) { o.part = "2/3"; }));
  EXPECT_EQ(part.first(), 1U);
  EXPECT_EQ(part.end(), 2U);
  EXPECT_EQ(part.sign, all.sign) << "parts belong together";
}

TEST_F(Plan, has_the_sign_of_everything_that_decides_the_rows) {
  const std::string own = sign();
  EXPECT_TRUE(own.ends_with("/4"));
  const std::vector<std::function<void(Options&)>> same = {
      [](Options& o) { o.jobs = 7; },
      [](Options& o) { o.seed = 9; },  // nothing is random
      [](Options& o) { o.grid = {"gravity=1:20:4"}; },
      [&](Options& o) { o.out = folder_.path("other.csv"); },
      [](Options& o) { o.stepper = "gvi"; },  // its own
      [](Options& o) { o.go_on = true; }};
  for (size_t i = 0; i < same.size(); ++i) EXPECT_EQ(sign(same[i]), own) << i;
  const std::vector<std::function<void(Options&)>> others = {
      [](Options& o) { o.grid = {"gravity=1:21:4"}; },
      [](Options& o) { o.grid = {"gravity=1:20:5"}; },
      [](Options& o) { o.grid = {"mass=1:20:4"}; },
      [](Options& o) { o.set.emplace_back("mass", 2.0); },
      [](Options& o) { o.stepper = "hybrid"; },
      [](Options& o) { put(o.method, "backend", std::string("newton")); },
      [](Options& o) { o.h = 0.05; },
      [](Options& o) { o.time = 5.0; },
      [](Options& o) { o.steps = 50; },
      [](Options& o) {
        o.q0 = std::vector<double>{0.0, 2.0};
      },
      [](Options& o) {
        o.v0 = std::vector<double>{0.0, 2.0};
      },
      [](Options& o) { o.certify_every = 2; },
      [&](Options& o) { o.impacts = folder_.path("i.csv"); },
      [](Options& o) { o.operands = {"bowl"}; }};
  for (size_t i = 0; i < others.size(); ++i) EXPECT_NE(sign(others[i]), own) << i;
  const auto random = [&](long seed) {
    return sign([seed](Options& o) {
      o.random = {"mass=uniform(1,2)"};
      o.seed = seed;
    });
  };
  EXPECT_NE(random(1), random(2));
}

TEST_F(Plan, counts_the_coordinates_of_the_largest_member) {
  EXPECT_EQ(make_sweep_plan(options([](Options& o) {
              o.operands = {"cradle"};
              o.grid = {"n=2,5,3"};
            })).coordinates,
            10);
}

TEST_F(Plan, knows_which_members_share_a_stepper) {
  const SweepPlan plan = make_sweep_plan(options([](Options& o) {
    o.operands = {"shaking-table"};
    o.grid = {"gravity=5:10:2", "rest-energy=1e-6,1e-5"};
  }));
  EXPECT_THAT(rebuilding_values(plan, {5.0, 1e-6}), ElementsAre(1e-6));
  EXPECT_EQ(*find(options_with(plan, {5.0, 1e-5}).method, "rest_energy"), SettingValue(1e-5));
}

TEST_F(Plan, takes_a_start_from_a_table_once) {
  const std::string table = folder_.write("start.csv", "t,q0,q1,p0,p1\n2,0,3,0,0\n");
  const SweepPlan plan = make_sweep_plan(options([&](Options& o) { o.start = table; }));
  EXPECT_TRUE(plan.options.start.empty());
  EXPECT_EQ(plan.options.t0, 2.0);
  EXPECT_THAT(*plan.options.q0, ElementsAre(0.0, 3.0));
}

TEST_F(Plan, refuses_what_would_go_wrong) {
  EXPECT_THAT(refusal([](Options& o) { o.out = ""; }), HasSubstr("--out FILE.csv is needed"));
  EXPECT_THAT(refusal([](Options& o) { o.out = "/nowhere/s.csv"; }),
              HasSubstr("the folder '/nowhere' does not exist"));
  EXPECT_THAT(refusal([](Options& o) { o.impacts = o.out; }),
              HasSubstr("--impacts and --out name the same file"));
  EXPECT_THAT(refusal([](Options& o) {
                o.operands = {"pogo", "bowl"};
              }),
              HasSubstr("expected one problem, not pogo bowl"));
  EXPECT_THAT(refusal([](Options& o) { o.operands = {"pog"}; }), HasSubstr("did you mean 'pogo'?"));
  EXPECT_THAT(refusal([](Options& o) { o.stepper = "gvx"; }), HasSubstr("gvx"));
  EXPECT_THAT(refusal([](Options& o) { o.plot_of = "q0"; }), HasSubstr("--plot-of needs --plot"));
  EXPECT_THAT(refusal([](Options& o) { o.impacts_after = 1.0; }),
              HasSubstr("--impacts-after needs --impacts"));
  EXPECT_THAT(refusal([&](Options& o) {
                o.plot = folder_.path("s.svg");
                o.plot_of = "energy_eror";
              }),
              HasSubstr("--plot-of: the table of --out has no column 'energy_eror' (did you mean "
                        "'energy_error'?)"));
  EXPECT_THAT(refusal([](Options& o) {
                o.grid = {"start.p0=1,2", "start.v1=1,2"};
              }),
              HasSubstr("start.p and start.v exclude each other"));
  EXPECT_THAT(refusal([](Options& o) {
                o.operands = {"cradle"};
                o.grid = {"start.p0=1,2", "n=2,3"};
              }),
              HasSubstr("the start depends on the structure of the problem"));
  EXPECT_THAT(refusal([](Options& o) {
                o.grid = {"h=0.1,100"};
                o.time = 1.0;
              }),
              HasSubstr("less than half a step of h = 100 s"));
  EXPECT_EQ(folder_.files(), 0U) << "nothing was written";
}

}  // namespace
}  // namespace ricochet::cli
