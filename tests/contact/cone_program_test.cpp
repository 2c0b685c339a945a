#include "ricochet/contact/cone_program.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;
using testing::HasSubstr;

constexpr double exact = 1e-12;

Vector found(ConeProgram& program, const Matrix& A, const Vector& c, const Vector& root) {
  Vector z = Vector::Constant(c.size(), -1.0);
  const StepReport report = program.find(A, c, root, z);
  EXPECT_TRUE(report.ok()) << report.message;
  return z;
}

TEST(ConeProgram, has_the_impulses_as_its_multipliers) {
  ConeProgram program(newton(), 4, 1.0, 1.0);
  const Matrix A{{1.0, 0.5}, {0.5, 1.0}};
  const Vector both = Vector::Constant(2, 2.0 / 3.0);
  EXPECT_TRUE(near(found(program, A, Vector{{-1.0, -1.0}}, Vector::Ones(2)), both, exact));
  EXPECT_TRUE(
      near(found(program, A, Vector{{-1.0, 1.0}}, Vector::Ones(2)), Vector{{1.0, 0.0}}, exact))
      << "the second opens";
  EXPECT_TRUE(near(found(program, A, Vector{{1.0, 0.5}}, Vector::Ones(2)), Vector::Zero(2), exact));
}

TEST(ConeProgram, does_not_depend_on_units) {
  const Matrix A{{1.0, 0.5}, {0.5, 1.0}};
  const Vector c{{-1.0, -1.0}}, both = Vector::Constant(2, 2.0 / 3.0);
  for (const double length : {1e-3, 1e3})
    for (const double time : {1e-2, 10.0}) {
      ConeProgram program(newton(), 4, length, time);
      EXPECT_TRUE(near(found(program, A, c, Vector{{2.0, 0.5}}), both, 1e-10))
          << length << ' ' << time;
    }
}

TEST(ConeProgram, is_small_for_few_members_and_has_room_for_all) {
  ConeProgram program(newton(), 20, 1.0, 1.0);
  for (const Index k : {1, 16, 17, 20}) {
    const Vector c = -Vector::LinSpaced(k, 1.0, 2.0);
    EXPECT_TRUE(near(found(program, Matrix::Identity(k, k), c, Vector::Ones(k)), -c, exact)) << k;
  }
  Vector z(21);
  const StepReport report =
      program.find(Matrix::Identity(21, 21), -Vector::Ones(21), Vector::Ones(21), z);
  EXPECT_EQ(report.status, StepStatus::too_many_events);
  EXPECT_THAT(report.message, HasSubstr("21 contacts take part at once, more than the 20"));
}

TEST(ConeProgram, moves_alike_where_members_repeat) {
  ConeProgram program(newton(), 4, 1.0, 1.0);
  const Vector z = found(program, Matrix::Ones(2, 2), Vector{{-1.0, -1.0}}, Vector::Ones(2));
  EXPECT_GE(z.minCoeff(), -exact);
  EXPECT_NEAR(z.sum(), 1.0, exact) << "only the sum is determined";
}

TEST(ConeProgram, has_room_for_two_contacts_per_coordinate_and_some_walls) {
  EXPECT_EQ(contact_capacity(2, 3), 3);
  EXPECT_EQ(contact_capacity(2, 40), 20);
}

}  // namespace
}  // namespace ricochet
