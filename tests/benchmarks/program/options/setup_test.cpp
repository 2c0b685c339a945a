#include "program/options/setup.hpp"

#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet {
namespace {

using support::content_of;
using support::ricochet_program;
using support::ScratchFolder;

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(content_of(path)); }

TEST(Run, changes_structure_before_parameters) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run", "cradle", "--set", "n=3", "--set", "pulled=1", "--set",
                              "mass=2", "--steps", "1", "--report", folder.path("r.json")})
                .code,
            0);
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("structure"), (nlohmann::json{{"n", 3}, {"pulled", 1}}));
  EXPECT_EQ(report.at("parameters").at("mass"), 2.0);
  EXPECT_EQ(report.at("options").at("q0").size(), 6U);
}

}  // namespace
}  // namespace ricochet
