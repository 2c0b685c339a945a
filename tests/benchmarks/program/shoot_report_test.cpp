#include "program/shoot_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

/// A start with an open velocity, a known one, and an open duration.
BoundaryValue target() {
  return {.name = "return",
          .velocities = {{"vx", 0.0, -1.0, 1.0}, {"vy", 5.0, 5.0, 5.0}},
          .duration = {"T", 1.0, 0.5, 2.0}};
}

Shot shot(double vx, const std::vector<std::string>& sequence) {
  return {.status = ShotStatus::converged,
          .start = Vector{{vx, 5.0, 1.5}},
          .sequence = sequence,
          .residual = 1e-13,
          .path_violation = 0.0,
          .iterations = 8,
          .rounds = 2};
}

ShootingResult found() {
  return {.status = ShotStatus::converged,
          .solutions = {shot(-2.0, {"floor", "wall"}), shot(0.25, {})},
          .ends = {{ShotStatus::converged, 2}, {ShotStatus::unreachable, 1}}};
}

TEST(ShootText, lists_solutions_and_how_the_attempts_ended) {
  const BoundaryValue b = target();
  const ShootingResult result = found();
  EXPECT_EQ(
      to_text({b, result, {}, 0.5, "two paths"}),
      "  impacts                vx            vy             T  residual  violation  "
      "iterations\n"
      "  floor, wall            -2             5           1.5   1.0e-13    0.0e+00           "
      "8\n"
      "  none                 0.25             5           1.5   1.0e-13    0.0e+00           "
      "8\n"
      "  starts         2 converged, 1 unreachable\n  wall time      0.5 s\n");
}

TEST(ShootJson, has_the_first_solution_and_all_of_them) {
  const BoundaryValue b = target();
  const ShootingResult result = found();
  const Settings settings{.options = {{"command", std::string("shoot")}}};
  const auto json = nlohmann::json::parse(to_json({b, result, settings, 0.5, "two paths"}));
  EXPECT_EQ(json.at("status"), "converged");
  EXPECT_EQ(json.at("message"), "two paths");
  EXPECT_EQ(json.at("unknowns"), (nlohmann::json{{"vx", -2.0}, {"T", 1.5}})) << "vy is known";
  EXPECT_EQ(json.at("sequence"), nlohmann::json({"floor", "wall"}));
  EXPECT_EQ(json.at("solutions").size(), 2U);
  EXPECT_EQ(json.at("solutions").at(1).at("unknowns").at("vx"), 0.25);
  EXPECT_EQ(json.at("starts"), (nlohmann::json{{"converged", 2}, {"unreachable", 1}}));
  EXPECT_EQ(json.at("options").at("command"), "shoot");
}

TEST(ShootJson, says_null_where_nothing_was_found) {
  const BoundaryValue b = target();
  const ShootingResult none{.status = ShotStatus::unreachable,
                            .message = "too far",
                            .ends = {{ShotStatus::unreachable, 1}}};
  const auto json = nlohmann::json::parse(to_json({b, none, {}, 0.5, "two paths"}));
  EXPECT_EQ(json.at("message"), "too far");
  for (const char* name : {"residual", "iterations", "path_violation", "h"})
    EXPECT_TRUE(json.at(name).is_null()) << name;
  EXPECT_TRUE(json.at("solutions").empty());
  EXPECT_EQ(to_text({b, none, {}, 0.5, ""}),
            "  starts         1 unreachable\n"
            "  wall time      0.5 s\n");
}

}  // namespace
}  // namespace ricochet::cli
