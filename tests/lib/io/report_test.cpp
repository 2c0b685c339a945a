#include "ricochet/io/report.hpp"

#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet {
namespace {

using support::content_of;
using support::ScratchFolder;

nlohmann::json written(const Report& report) {
  const ScratchFolder folder;
  save(report, folder.path("r.json"));
  return nlohmann::json::parse(content_of(folder.path("r.json")));
}

TEST(Report, has_the_fields_scripts_rely_on) {
  Report report{.status = "grazing", .message = "why", .wall_seconds = 2.5};
  report.summary = {
      .steps = 4,
      .energy_initial = 1.0,
      .energy_final = 2.0,
      .energy_min = 0.5,
      .energy_max = 3.0,
      .momentum_names = {"angular"},
      .momentum_initial = {7.0},
      .momentum_max_error = {1e-15},
      .gap_min = -0.25,
      .equality_max = 0.125,
      .certificate_max = 1e-14,
      .impacts = 6,
      .solver = {.ipopt_solves = 1, .ipopt_iterations = 2, .newton_iterations = 3, .fallbacks = 4},
      .moments = {.count = 2.0, .sum_t = 1.0, .sum_E = 3.0, .sum_tt = 1.0, .sum_tE = 3.0}};
  report.settings = {
      .options = {{"h", 0.1}}, .structure = {{"n", 3L}}, .parameters = {{"mass", 2.0}}};
  report.more = {{"failed", 0L}};
  const auto json = written(report);

  EXPECT_EQ(json.at("status"), "grazing");
  EXPECT_EQ(json.at("message"), "why");
  EXPECT_EQ(json.at("steps"), 4);
  EXPECT_EQ(json.at("wall_seconds"), 2.5);
  EXPECT_EQ(json.at("energy"), (nlohmann::json{{"initial", 1.0},
                                               {"final", 2.0},
                                               {"min", 0.5},
                                               {"max", 3.0},
                                               {"work", 0.0},
                                               {"less_work_min", nullptr},
                                               {"less_work_max", nullptr},
                                               {"slope", 3.0}}));
  EXPECT_EQ(json.at("momentum").at("angular"),
            (nlohmann::json{{"initial", 7.0}, {"max_error", 1e-15}}));
  EXPECT_EQ(json.at("gap_min"), -0.25);
  EXPECT_EQ(json.at("equality_max"), 0.125);
  EXPECT_EQ(json.at("certificate_max"), 1e-14);
  EXPECT_EQ(json.at("impacts"), 6);
  EXPECT_EQ(json.at("solver").at("ipopt_solves"), 1);
  EXPECT_EQ(json.at("solver").at("ipopt_iterations"), 2);
  EXPECT_EQ(json.at("solver").at("newton_iterations"), 3);
  EXPECT_EQ(json.at("solver").at("fallbacks"), 4);
  EXPECT_EQ(json.at("options").at("h"), 0.1);
  EXPECT_EQ(json.at("structure").at("n"), 3);
  EXPECT_EQ(json.at("parameters").at("mass"), 2.0);
  EXPECT_EQ(json.at("failed"), 0);
  EXPECT_FALSE(json.contains("resume"));
}

TEST(Report, says_null_where_there_is_nothing_to_measure) {
  const auto json = written({});
  EXPECT_EQ(json.at("status"), "not_run");
  EXPECT_TRUE(json.at("gap_min").is_null());
  for (const char* entry : {"initial", "final", "min", "max", "slope"})
    EXPECT_TRUE(json.at("energy").at(entry).is_null()) << entry;
}

TEST(Report, has_multipliers_and_impacts_of_its_last_step) {
  Step last;
  last.force.kappa = Vector{{0.25}};
  last.force.rho = Vector{{-0.5}};
  last.impacts = {{.constraints = {1},
                   .impulse = Vector{{7.0}},
                   .friction = Vector{{-0.7}},
                   .energy_minus = 8.0,
                   .energy_plus = 6.5}};
  const auto step = written({.last = last}).at("resume").at("step");
  EXPECT_EQ(step.at("force").at("kappa"), nlohmann::json({0.25}));
  EXPECT_EQ(step.at("force").at("rho"), nlohmann::json({-0.5}));
  EXPECT_EQ(step.at("impacts").at(0).at("friction"), nlohmann::json({-0.7}));
  EXPECT_EQ(step.at("impacts").at(0).at("f_pow"), -1.5) << "the work done on the body";
}

TEST(Report, replaces_bytes_that_are_no_text) {
  EXPECT_NE(written({.message = "file \xff"}).at("message"), "");
}

}  // namespace
}  // namespace ricochet
