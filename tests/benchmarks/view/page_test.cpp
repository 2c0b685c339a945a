#include "view/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

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

}  // namespace
}  // namespace ricochet::cli
