#include "draw/panels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Sample row_at(const State& state, double energy) {
  return {.state = state, .energy = energy, .gaps = Vector{{0.0}}};
}

Problem unconstrained() {
  const Expr q = Expr::sym("q");
  return {.system = System({.name = "free", .q = q, .M = 1.0, .V = 0.0}),
          .initial = {.q = Vector{{0.0}}, .p = Vector{{0.0}}}};
}

TEST(Picture, has_no_panel_for_what_is_not_there) {
  const Problem free = unconstrained();
  const Samples rows = {row_at(free.initial, std::nan(""))};
  EXPECT_EQ(energy_panel(free, rows, 0.0).plot, "");
  EXPECT_EQ(gap_panel(free, rows).plot, "");
  EXPECT_THAT(path_panel(free, rows).plot, HasSubstr("coordinates"));
}

/// The energy panel of a body of mass 1 with momentum p that has these energies.
Panel panel_of(double p, const std::vector<double>& energies, double energy_initial) {
  const Problem free = unconstrained();
  Samples rows;
  for (const double E : energies) rows.push_back(row_at({.q = Vector{{0.0}}, .p = Vector{{p}}}, E));
  return energy_panel(free, rows, energy_initial);
}

TEST(Picture, draws_round_off_of_the_energy_as_zero_and_says_how_small_it_is) {
  const Panel panel = panel_of(0.0, {-50.0, -50.0 + 3e-14, std::nan("")}, -50.0);
  EXPECT_THAT(panel.data, HasSubstr("0 0 \n0 0 \n0 NaN"));
  EXPECT_THAT(panel.plot, HasSubstr("set yrange [-5e-11:5e-11]"));
  EXPECT_THAT(panel.plot, HasSubstr("round-off: below 1e-13 J"));
  EXPECT_THAT(panel.plot, HasSubstr("E - E_0 [J]"));
  EXPECT_THAT(panel_of(0.0, {-50.0, -50.0}, -50.0).plot, HasSubstr("exactly 0"));
}

TEST(Picture, draws_energy_errors_that_are_more_than_round_off) {
  const Panel panel = panel_of(0.0, {-50.0, -50.0 + 1e-9}, -50.0);
  EXPECT_THAT(panel.plot, Not(HasSubstr("set yrange [-")));
  EXPECT_THAT(panel.plot, Not(HasSubstr("round-off")));
  EXPECT_THAT(panel.data, Not(HasSubstr("0 0 \n0 0 \n")));
}

}  // namespace
}  // namespace ricochet::cli
