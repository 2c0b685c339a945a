#include "ricochet/checks/system_symbols.hpp"

#include "support/refusal.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::infinity;
using support::message_of;
using support::nan;
using support::stranger;
using support::valid;
using testing::HasSubstr;
using testing::Not;

Known coordinates_of(const SystemSpecification& s) { return {s, {s.q}, "q"}; }

TEST(Known, are_entries_of_columns_and_all_parameters) {
  const SystemSpecification s = valid();
  const Known known = coordinates_of(s);
  for (const Expr& symbol : {s.q(0), s.q(1), s.parameters[0].symbol})
    EXPECT_TRUE(known.has(symbol.scalar()));
  EXPECT_FALSE(known.has(s.v(0).scalar()));
  EXPECT_FALSE(known.has(Expr::sym("q_0").scalar())) << "the same name is another symbol";
  EXPECT_EQ(known.names(), "q");
}

/// What is said about a potential that contains this symbol.
std::string complaint(const SystemSpecification& s, const Expr& symbol) {
  return message_of([&] { check_symbols(s, ".V", 2.0 * symbol + s.q(0), coordinates_of(s)); });
}

TEST(CheckSymbols, tells_the_cure_that_fits_the_symbol) {
  const SystemSpecification s = valid();
  EXPECT_NO_THROW(check_symbols(s, ".V", s.q(0) * s.parameters[1].symbol, coordinates_of(s)));
  EXPECT_EQ(complaint(s, stranger()),
            "System 'bead': .V contains the symbol 'stranger', which is neither q nor a parameter; "
            "add it to .parameters = {{\"stranger\", stranger, value}}");
  EXPECT_THAT(complaint(s, s.t), HasSubstr("cannot depend on the time .t"));
  EXPECT_THAT(complaint(s, s.v(1)), HasSubstr("cannot depend on the velocities .v"));
  EXPECT_THAT(complaint(s, Expr::sym("time")),
              HasSubstr("value}}; if it is the time, give it as .t"));
  EXPECT_THAT(complaint(s, Expr::sym("v_0")), HasSubstr("value}}; if it is a velocity"));
}

TEST(CheckSymbols, offers_velocities_and_time_to_forces_that_were_given_none) {
  SystemSpecification s = valid();
  const auto said = [&] {
    const Known known(s, {s.q, s.v, s.t}, "q, v, t");
    return message_of([&] { check_symbols(s, "force 'wind'", stranger(), known); });
  };
  EXPECT_THAT(said(), Not(HasSubstr("as .v and")));
  s.t = Expr();
  EXPECT_THAT(said(), HasSubstr("or give velocities as .v and the time as .t"));
}

TEST(CheckFiniteStructure, finds_a_constant_deep_inside) {
  const SystemSpecification s = valid();
  const auto said = [&](const Expr& e) {
    return message_of([&] { check_finite_structure(s, ".V", e); });
  };
  const std::string complaint =
      "System 'bead': .V contains the constant NaN or infinity; check the expression";
  EXPECT_EQ(said(sin(s.q(0) + nan)), complaint);
  EXPECT_EQ(said(s.q(0) * (s.q(1) - infinity)), complaint);
  EXPECT_EQ(said(1.0 / s.q(0)), "nothing was thrown") << "infinite at a place only";
}

}  // namespace
}  // namespace ricochet
