#include "program/show/show_expression.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(ReadableExpressions, have_the_parentheses_they_need) {
  const Expr a = Expr::sym("a"), b = Expr::sym("b"), c = Expr::sym("c");
  const std::vector<std::pair<Expr, std::string>> expected = {
      {a - (b - c), "a - (b - c)"},
      {a - b - c, "a - b - c"},
      {a + (b - c), "a + b - c"},
      {a + (-b), "a - b"},
      {-(a + b), "-(a + b)"},
      {-(a * b), "-a*b"},
      {(a + b) * c, "(a + b)*c"},
      {a * a * b * b * b, "a^2*b^3"},
      {(a + b) * (a + b) * c, "(a + b)^2*c"},
      {a / (b * c), "a/(b*c)"},
      {a / (b / c), "a/(b/c)"},
      {a * b / c, "a*b/c"},
      {1.0 / (a + b), "1/(a + b)"},
      {-0.5 * a, "-0.5*a"},
      {b - (-0.5 * a), "b - (-0.5*a)"},
      {b - 0.5 * a * c, "b - 0.5*a*c"},
      {b + -0.5 * a * c, "b - 0.5*a*c"},
      {(b - a) * c, "(b - a)*c"},
      {(-b + a) * c, "(a - b)*c"},
      {a * (b - 3.0), "a*(b - 3)"},
      {a * a * a, "a^3"},
      {a * pow(b + c, 3), "a*(b + c)^3"},
      {pow(pow(a, 2), c), "(a^2)^c"},
      {-pow(a, 2), "-a^2"},
      {pow(-a, c), "(-a)^c"},
      {fmin(a - b, 0.0), "fmin(a - b,0)"},
      {Expr(0.0), "0"},
      {Expr(1, 1), "0"}};
  for (const auto& [e, text] : expected) EXPECT_EQ(cli::readable(e), text);
}

TEST(ReadableExpressions, say_when_they_are_too_long) {
  Expr e = Expr::sym("a");
  for (int i = 0; i < 200; ++i) e = sin(e) + e;  // shared: 2^200 letters
  EXPECT_EQ(cli::readable(e), "(too long to be read)");
}

TEST(ReadableMatrix, abbreviates_equal_entries_in_a_row) {
  const Expr m = Expr::sym("m"), I = Expr::sym("I");
  EXPECT_EQ(cli::readable_matrix(diag(vertcat(m, m, I))), "diag(m, m, I)");
  EXPECT_EQ(cli::readable_matrix(m * Expr::eye(4)), "diag(m, ..., m)");
  EXPECT_EQ(cli::readable_matrix(diag(vertcat(I, vertcat(m, m, m, m)))), "diag(I, m, ..., m)");
  EXPECT_EQ(cli::readable_matrix(Expr::ones(2, 2)), "(not diagonal)");
}

}  // namespace
}  // namespace ricochet
