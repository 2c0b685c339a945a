#include "bench/report.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(Measurement, names_reports_so_that_any_system_takes_them) {
  EXPECT_EQ(run_name({{.problem = "cradle", .set = {{"n", 20.0}}, .size = 20},
                      "newmark --newmark 0.25,0.5",
                      "automatic"}),
            "cradle_n=20_newmark_--newmark_0.25_0.5_automatic.json");
}

}  // namespace
}  // namespace ricochet::cli
