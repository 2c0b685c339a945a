#include "ricochet/flight/flight_problems.hpp"

#include "ricochet/backends/nlp.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

const Expr q = Expr::sym("q", 2);

/// A force-free particle above a bump of height 1 and width of about 2 around the origin.
System bump() {
  return System({.name = "bump",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"bump", q(1) - 1.0 / (1.0 + pow(q(0), 4))}}});
}

TEST(FlightProblem, to_an_impact_is_the_program_of_the_least_time) {
  const Nlp nlp = direct_nlp(flight_problem(bump(), midpoint(), {}, true));
  Kernel objective("objective", {nlp.x, nlp.parameters}, {nlp.objective});
  Vector x = Vector::Constant(nlp.x.size1(), 5.0);
  x[x.size() - 1] = 0.3;  // tau
  double least = 0.0;
  objective({x, Vector(Vector::Zero(nlp.parameters.size1()))}, {least});
  EXPECT_EQ(least, 0.3);
}

}  // namespace
}  // namespace ricochet
