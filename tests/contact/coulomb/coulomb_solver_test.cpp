#include "ricochet/contact/coulomb/coulomb_solver.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <limits>

namespace ricochet {
namespace {

using support::CoulombNumbers;
using support::RandomCoulomb;

Vector random_vector(RandomCoulomb& random, Index n) {
  Vector v(n);
  for (double& x : v) x = random.normal();
  return v;
}

/// Counts the stages that answer and their processor time.
class Tally {
 public:
  void solve(CoulombSolver& solver, const CoulombNumbers& numbers) {
    Vector r = Vector::Zero(numbers.b.size());
    const std::clock_t start = std::clock();
    const StepReport report = solver.solve(numbers.problem(), r);
    const std::clock_t taken = std::clock() - start;
    const auto stage = static_cast<size_t>(solver.stage());
    ++count_[stage];
    time_[stage] += 1e6 * static_cast<double>(taken) / CLOCKS_PER_SEC;
    ++total;
    singular += numbers.singular;
    painleve += numbers.painleve;
    EXPECT_TRUE(report.ok()) << "#" << total << ": " << report.message;
    EXPECT_LE(coulomb_residual(numbers.problem(), r), coulomb_limit(numbers.problem()));
  }
  void print() const {
    for (size_t i = 0; i < coulomb_stages; ++i)
      if (count_[i] > 0)
        std::printf("%-14s %7d of %d, %.1f us each\n",
                    to_string(static_cast<CoulombStage>(i)).c_str(), count_[i], total,
                    time_[i] / count_[i]);
  }
  [[nodiscard]] int count(CoulombStage stage) const { return count_[static_cast<size_t>(stage)]; }

  int total = 0, singular = 0, painleve = 0;

 private:
  std::array<int, coulomb_stages> count_{};
  std::array<double, coulomb_stages> time_{};
};

void certify_random_problems(int problems, unsigned seed) {
  RandomCoulomb random(seed);
  CoulombSolver solver(newton(), 6, 2);
  Tally tally;
  for (int i = 0; i < problems; ++i) tally.solve(solver, random.next());
  tally.print();
  EXPECT_GT(tally.singular, problems / 2);
  EXPECT_GT(tally.painleve, problems / 10);
  EXPECT_EQ(tally.count(CoulombStage::none), 0);
}

TEST(CoulombSolver, certifies_random_problems) { certify_random_problems(5000, 1); }
TEST(CoulombSolverSlow, certifies_a_hundred_thousand_random_problems) {
  certify_random_problems(100000, 2);
}

TEST(CoulombSolver, certifies_stacks_chains_and_cubes) {
  RandomCoulomb random(3);
  CoulombSolver solver(newton(), 40, 2);
  Tally tally;
  for (int i = 0; i < 200; ++i)
    for (const double friction : {0.0, 0.2, 0.4, 0.8, 1.2}) {
      const auto any = [&](Index n) {
        return Vector(std::pow(10.0, -3.0 * (i % 3)) * random_vector(random, n));
      };
      tally.solve(solver, support::stack_of_boxes(3, friction, any(9)));
      tally.solve(solver, support::jammed_boxes(3, friction, any(9)));
      tally.solve(solver, support::cube_on_floor(friction, any(6)));
      for (const Index links : {3, 8, 12})
        tally.solve(solver, support::chain_on_floor(links, friction, 0.2 * (i % 2), i % 4 < 2,
                                                    any(2 * links + 2)));
    }
  tally.print();
}

/// Free velocities of gravity after h: the stack stays, its impulses carry the weights.
TEST(CoulombSolver, carries_a_stack_of_boxes) {
  const double fall = 9.81 * 0.01;
  Vector v = Vector::Zero(15);
  for (Index i = 0; i < 5; ++i) v[3 * i + 1] = -fall;
  const CoulombNumbers stack = support::stack_of_boxes(5, 0.4, v);
  CoulombSolver solver(newton(), 10, 1);
  Vector r(20);
  ASSERT_TRUE(solver.solve(stack.problem(), r).ok());
  EXPECT_LT((stack.H * r + stack.v).norm(), 1e-14);
  for (Index i = 0; i < 5; ++i)
    for (Index side = 0; side < 2; ++side)
      EXPECT_NEAR(r[4 * i + 2 * side], 0.5 * static_cast<double>(5 - i) * fall, 1e-12);
}

/// A row of a problem with its contacts in another order.
CoulombNumbers reversed(const CoulombNumbers& numbers, std::vector<Index>& place) {
  CoulombNumbers other = numbers;
  place.resize(static_cast<size_t>(numbers.b.size()));
  Index row = 0;
  for (size_t i = 0; i < numbers.contacts.size(); ++i) {
    const CoulombContact& from = numbers.contacts[numbers.contacts.size() - 1 - i];
    other.contacts[i] = from;
    other.contacts[i].row = row;
    for (Index j = 0; j <= from.tangents; ++j, ++row) {
      place[static_cast<size_t>(row)] = from.row + j;
      other.H.col(row) = numbers.H.col(from.row + j);
    }
  }
  other.finish();
  return other;
}

/// Largest differences of the velocities of bodies and of impulses when contacts are renumbered.
std::pair<double, double> change_by_order(CoulombSolver& solver, const CoulombNumbers& numbers) {
  std::vector<Index> place;
  const CoulombNumbers other = reversed(numbers, place);
  Vector r(numbers.b.size()), s(numbers.b.size()), back(numbers.b.size());
  EXPECT_TRUE(solver.solve(numbers.problem(), r).ok());
  EXPECT_TRUE(solver.solve(other.problem(), s).ok());
  for (size_t i = 0; i < place.size(); ++i) back[place[i]] = s[static_cast<Index>(i)];
  return {(numbers.H * (r - back)).lpNorm<Eigen::Infinity>(), (r - back).lpNorm<Eigen::Infinity>()};
}

TEST(CoulombSolver, chooses_the_same_impulses_whatever_the_order_of_contacts) {
  RandomCoulomb random(7);
  CoulombSolver solver(newton(), 10, 2), without(newton(), 10, 2, {.select = 0.0});
  double velocity = 0.0, impulse = 0.0, control = 0.0;
  for (int i = 0; i < 100; ++i) {
    Vector v = 0.1 * random_vector(random, 9);
    for (Index k = 1; k < 9; k += 3) v[k] -= 1.0;
    const CoulombNumbers stack = support::stack_of_boxes(3, 0.8, v);
    const auto [change, other] = change_by_order(solver, stack);
    velocity = std::max(velocity, change);
    impulse = std::max(impulse, other);
    control = std::max(control, change_by_order(without, stack).second);
  }
  EXPECT_LT(velocity, 1e-12);
  EXPECT_LT(impulse, 1e-8);
  EXPECT_GT(control, 1e-3) << "without compliance the order decides";
}

TEST(CoulombSolver, moves_bodies_alike_when_every_contact_is_doubled) {
  RandomCoulomb random(8);
  CoulombSolver solver(newton(), 24, 2);
  double largest = 0.0;
  for (int i = 0; i < 200; ++i) {
    const CoulombNumbers once =
        i % 2 == 0 ? support::cube_on_floor(0.5, random_vector(random, 6))
                   : support::chain_on_floor(6, 0.5, 0.2, false, random_vector(random, 14));
    CoulombNumbers twice = once;
    const Index rows = once.H.cols();
    twice.H.resize(once.H.rows(), 2 * rows);
    twice.H << once.H, once.H;
    for (CoulombContact contact : once.contacts) {
      contact.row += rows;
      twice.contacts.push_back(contact);
    }
    twice.finish();
    Vector r(rows), s(2 * rows);
    ASSERT_TRUE(solver.solve(once.problem(), r).ok());
    ASSERT_TRUE(solver.solve(twice.problem(), s).ok());
    largest = std::max(largest, (once.H * r - twice.H * s).lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(largest, 1e-9);
}

TEST(CoulombSolver, dissipates) {
  RandomCoulomb random(9);
  CoulombSolver solver(newton(), 6, 2);
  for (int i = 0; i < 2000; ++i) {
    const CoulombNumbers numbers = random.next();
    Vector r(numbers.b.size());
    ASSERT_TRUE(solver.solve(numbers.problem(), r).ok());
    EXPECT_LE((numbers.v + numbers.H * r).squaredNorm(), numbers.v.squaredNorm() * (1.0 + 1e-9));
  }
}

TEST(CoulombSolver, depends_on_its_arguments_only) {
  RandomCoulomb random(10);
  CoulombSolver solver(newton(), 6, 2);
  const CoulombNumbers first = support::stack_of_boxes(3, 0.4, random_vector(random, 9));
  Vector before(12), after(12);
  ASSERT_TRUE(solver.solve(first.problem(), before).ok());
  CoulombSolver copy(solver);
  for (int i = 0; i < 50; ++i) {
    const CoulombNumbers other = random.next();
    Vector r(other.b.size());
    ASSERT_TRUE(solver.solve(other.problem(), r).ok());
  }
  ASSERT_TRUE(solver.solve(first.problem(), after).ok());
  EXPECT_EQ(before, after);
  ASSERT_TRUE(copy.solve(first.problem(), after).ok());
  EXPECT_EQ(before, after);
}

/// Two walls that close on a body which cannot turn.
TEST(CoulombSolver, names_contacts_that_squeeze) {
  Matrix W = Matrix::Identity(5, 5);
  W.block<2, 2>(2, 2) << 1.0, -1.0, -1.0, 1.0;
  W(4, 4) = 0.5;
  const Vector b{{-1.0, 0.3, -1.0, -1.0, 0.0}};
  const std::vector<CoulombContact> contacts{{.row = 0, .tangents = 1, .friction = 0.3},
                                             {.row = 2, .tangents = 0, .friction = 0.0},
                                             {.row = 3, .tangents = 1, .friction = 0.3}};
  CoulombSolver solver(newton(), 3, 1);
  Vector r = Vector::Zero(5);
  const StepReport report = solver.solve({.W = W, .b = b, .contacts = contacts}, r);
  EXPECT_EQ(report.status, StepStatus::infeasible);
  EXPECT_EQ(solver.culprits(), (std::vector<Index>{1, 2})) << report.message;
  EXPECT_EQ(r, Vector::Zero(5)) << "a failure leaves the impulses as they are";
}

/// A point between the sides of a wedge that close in, at an angle x to its middle each: friction
/// holds it if mu > tan(x), otherwise it slips out.
StepReport point_in_wedge(double x, double mu, CoulombSolver& solver) {
  Matrix H(2, 4);  // normal and tangent of the lower side, then of the upper one
  H << std::sin(x), std::cos(x), std::sin(x), std::cos(x),  //
      std::cos(x), -std::sin(x), -std::cos(x), std::sin(x);
  const std::vector<CoulombContact> contacts{{.row = 0, .tangents = 1, .friction = mu},
                                             {.row = 2, .tangents = 1, .friction = mu}};
  Vector r(4);
  return solver.solve(
      {.W = H.transpose() * H, .b = Vector{{-1.0, 0.0, -1.0, 0.0}}, .contacts = contacts}, r);
}

TEST(CoulombSolver, names_contacts_that_jam) {
  CoulombSolver solver(newton(), 2, 1);
  for (const double x : {0.05, 0.2, 0.5}) {
    const StepReport report = point_in_wedge(x, 1.2 * std::tan(x), solver);
    EXPECT_EQ(report.status, StepStatus::infeasible) << x << ' ' << report.message;
    EXPECT_EQ(solver.culprits(), (std::vector<Index>{0, 1}));
    EXPECT_EQ(report.message, "contacts 0, 1 jam: friction holds them against what closes in");
  }
}

TEST(CoulombSolverControl, lets_a_point_slip_out_of_a_wedge_of_little_friction) {
  CoulombSolver solver(newton(), 2, 1);
  for (const double x : {0.05, 0.2, 0.5})
    EXPECT_TRUE(point_in_wedge(x, 0.8 * std::tan(x), solver).ok()) << x;
}

TEST(CoulombSolver, names_numbers_that_are_not_finite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<CoulombContact> contacts{{.row = 0, .tangents = 1, .friction = 0.3}};
  CoulombSolver solver(newton(), 3, 1);
  Vector r(2);
  for (const auto& [w, v] : {std::pair{nan, -1.0}, {1.0, nan}}) {
    const Matrix W = w * Matrix::Identity(2, 2);
    const Vector b{{v, 0.0}};
    EXPECT_EQ(solver.solve({.W = W, .b = b, .contacts = contacts}, r).status,
              StepStatus::not_finite);
  }
}

/// Speeds of 1e-4 m/s are solved to 1e-11 m/s, too.
TEST(CoulombSolverControl, tells_wrong_impulses_from_right_ones_at_small_speeds) {
  RandomCoulomb random(11);
  CoulombSolver solver(newton(), 6, 1);
  const CoulombNumbers stack = support::stack_of_boxes(3, 0.4, 1e-4 * random_vector(random, 9));
  const CoulombProblem problem = stack.problem();
  Vector r(12);
  ASSERT_TRUE(solver.solve(problem, r).ok());
  EXPECT_LE(coulomb_residual(problem, r), coulomb_limit(problem));
  const Vector shifted = r + 1e-9 * Vector::Unit(12, 0);
  EXPECT_GT(coulomb_residual(problem, shifted), coulomb_limit(problem));
}

TEST(CoulombSolver, starts_from_given_impulses_only_after_the_soft_start) {
  RandomCoulomb random(12);
  CoulombSolver solver(newton(), 6, 1);
  const CoulombNumbers stack = support::stack_of_boxes(3, 0.8, random_vector(random, 9));
  Vector cold(12), warm = random_vector(random, 12);
  ASSERT_TRUE(solver.solve(stack.problem(), cold).ok());
  ASSERT_TRUE(solver.solve_from(stack.problem(), warm).ok());
  EXPECT_EQ(cold, warm) << "history does not choose";
}

}  // namespace
}  // namespace ricochet
