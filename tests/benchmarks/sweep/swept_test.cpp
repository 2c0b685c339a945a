#include "sweep/swept.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::HasSubstr;

/// What the names of a sweep stand for, with the options of a command line.
class Names {
 public:
  explicit Names(const std::string& problem, const std::function<void(Options&)>& change = {}) {
    options_.operand = problem;
    if (change) change(options_);
    setup_.emplace(make_setup(options_));
  }
  [[nodiscard]] SweptProblem of() const {
    return {find_problem(options_.operand), *setup_, options_};
  }
  [[nodiscard]] Swept find(const std::string& name, const char* option = "--grid") const {
    return find_swept(of(), option, name);
  }
  [[nodiscard]] std::string refusal(const std::string& name, const char* option = "--grid") const {
    return message_of([&] { (void)find(name, option); });
  }
  [[nodiscard]] std::string refusal_of(const std::string& grid) const {
    const GridAxis axis = grid_axis(grid);
    return message_of([&] { check_values(of(), find(axis.name), axis); });
  }

 private:
  Options options_;
  std::optional<Setup> setup_;
};

TEST(Swept, is_a_parameter_a_step_a_start_a_size_or_a_number_of_the_method) {
  const Names cradle("cradle"), table("shaking-table");
  EXPECT_EQ(cradle.find("radius").place, Place::parameter);
  EXPECT_EQ(cradle.find("restitution").place, Place::parameter);
  EXPECT_EQ(cradle.find("h").place, Place::step_size);
  EXPECT_EQ(cradle.find("n").place, Place::structure);
  EXPECT_EQ(cradle.find("start.q9").place, Place::start_q);
  EXPECT_EQ(cradle.find("start.p0").place, Place::start_p);
  EXPECT_EQ(cradle.find("start.v3").place, Place::start_v);
  EXPECT_EQ(cradle.find("start.v3").component, 3);
  for (const char* name : {"rest-energy", "rest_energy", "max-events"}) {
    EXPECT_EQ(table.find(name).place, Place::method) << name;
    EXPECT_TRUE(table.find(name).rebuilds());
  }
  EXPECT_EQ(method_value(table.find("max-events"), 3.0), SettingValue(3L));
  EXPECT_EQ(method_value(table.find("rest-energy"), 0.5), SettingValue(0.5));
}

TEST(Swept, that_is_unknown_suggests_the_nearest_name) {
  const Names pogo("pogo");
  EXPECT_THAT(pogo.refusal("gravty"), HasSubstr("--grid gravty: problem 'pogo' under 'gvi' has "
                                                "nothing of that name (did you mean 'gravity'?)"));
  EXPECT_THAT(pogo.refusal("start.q2"), HasSubstr("expected start.q0 to start.q1"));
  for (const char* name : {"start.x0", "start.q", "start.", "start.q-1", "start.qq"})
    EXPECT_THAT(pogo.refusal(name), HasSubstr("'pogo' has 2 coordinates")) << name;
  EXPECT_THAT(Names("cradle").refusal("N"), HasSubstr("did you mean 'n'?"));
}

TEST(Swept, is_refused_with_the_reason) {
  const Names pogo("pogo"), cradle("cradle"), table("shaking-table");
  EXPECT_THAT(pogo.refusal("newmark"), HasSubstr("--newmark is no single number"));
  EXPECT_THAT(pogo.refusal("backend"), HasSubstr("--backend is no single number"));
  EXPECT_THAT(pogo.refusal("rest-energy"), HasSubstr("'gvi' has no option --rest-energy"));
  EXPECT_THAT(cradle.refusal("n", "--random"),
              HasSubstr("--random n: a stepper would be built for every sample; give its values by "
                        "--grid n=A,B,.."));
  EXPECT_THAT(table.refusal("rest-energy", "--random"), HasSubstr("give its values by --grid"));
  const Names set("pogo", [](Options& o) { o.set.emplace_back("gravity", 3.0); });
  EXPECT_THAT(set.refusal("gravity"), HasSubstr("and --set gravity=3 another one"));
  const Names stepped("pogo", [](Options& o) { o.h = 0.1; });
  EXPECT_THAT(stepped.refusal("h"), HasSubstr("and --h another one"));
  const Names method("shaking-table", [](Options& o) { put(o.method, "rest_energy", 0.1); });
  EXPECT_THAT(method.refusal("rest-energy"), HasSubstr("and --rest-energy another one"));
}

TEST(Swept, has_values_that_a_run_can_take) {
  const Names cradle("cradle"), table("shaking-table");
  EXPECT_THAT(cradle.refusal_of("radius=-1:2:4"), HasSubstr("--grid radius: must be > 0, not -1"));
  EXPECT_THAT(cradle.refusal_of("n=2:3:3"),
              HasSubstr("--grid n: expected whole numbers from 1 to 2000, not 2.5"));
  EXPECT_THAT(cradle.refusal_of("n=0,2"), HasSubstr("not 0"));
  EXPECT_THAT(cradle.refusal_of("h=0,1"), HasSubstr("--grid h: the step size h must be in"));
  EXPECT_THAT(table.refusal_of("max-events=1.5"), HasSubstr("expected whole numbers, not 1.5"));
  EXPECT_THAT(table.refusal_of("max-events=0,1"), HasSubstr("--grid max-events"));
  EXPECT_THAT(table.refusal_of("rest-energy=-1"), HasSubstr("--grid rest-energy"));
  const RandomAxis below = random_axis("radius=uniform(-1,1)"),
                   bell = random_axis("radius=normal(1,1)");
  const Swept radius = cradle.find("radius");
  EXPECT_THAT(message_of([&] { check_values(cradle.of(), radius, below); }),
              HasSubstr("--random radius: must be > 0, not -1"));
  EXPECT_NO_THROW(check_values(cradle.of(), radius, bell)) << "it has no ends";
}

}  // namespace
}  // namespace ricochet::cli
