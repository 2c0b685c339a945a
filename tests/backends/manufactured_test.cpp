#include "support/manufactured.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>

namespace ricochet::manufactured {
namespace {

constexpr int fast_instances = 300, slow_instances = 100000;
constexpr int flaw_period = 12;  // one instance in so many is not finite, one infeasible

/// Small problems are cheap, so they get more of the instances.
int weight(const Shape& shape) { return shape.n >= 50 ? 10 : shape.n >= 20 ? 16 : 24; }

int share(const Shape& shape, int instances) {
  int all = 0;
  for (const Shape& each : shapes()) all += weight(each);
  return (instances * weight(shape) + all - 1) / all;
}

Flaw flaw_of(const Shape& shape, int i) {
  if (i % flaw_period == flaw_period - 2) return Flaw::not_finite;
  return i % flaw_period == flaw_period - 1 && shape.m >= 2 ? Flaw::infeasible : Flaw::none;
}

/// What became of the instances of one shape.
struct Tally {
  int healthy = 0, same_bits = 0;
  std::map<std::string, int> ends;  // "ipopt converged" -> how often
  std::string mistakes;

  void print(const std::string& shape) const {
    std::cout << shape << ": " << healthy << " solvable, " << same_bits << " with the same bits";
    for (const auto& [end, count] : ends) {
      std::cout << ", " << end << ' ' << count;
      testing::Test::RecordProperty(end, count);
    }
    std::cout << '\n';
  }
};

class Trial {
 public:
  explicit Trial(const Shape& shape)
      : family_(shape),
        ipopt_(ipopt().prepare(family_.problem())),
        newton_(newton().prepare(family_.problem())) {}

  void run(std::uint64_t seed, Flaw flaw) {
    const Instance instance = family_.instance(seed, flaw);
    Solution one, other;
    const bool by_ipopt = attempt("ipopt", *ipopt_, instance, flaw, seed, one);
    const bool by_newton = attempt("newton", *newton_, instance, flaw, seed, other);
    if (flaw != Flaw::none) return;
    ++tally.healthy;
    if (!by_ipopt || !by_newton) return;
    tally.same_bits += one.z == other.z && one.active == other.active && one.weak == other.weak;
    note(seed, "ipopt and newton", family_.difference(instance, one, other));
  }

  Tally tally;

 private:
  bool attempt(const std::string& name, StepSolver& solver, const Instance& instance, Flaw flaw,
               std::uint64_t seed, Solution& solution) {
    const StepReport report = solver.solve(instance.parameters, instance.guess, {}, solution);
    ++tally.ends[name + ' ' + to_string(report.status)];
    note(seed, name, family_.mistake(instance, flaw, report, solution));
    return report.ok();
  }

  void note(std::uint64_t seed, const std::string& who, const std::string& what) {
    if (!what.empty())
      tally.mistakes += "seed " + std::to_string(seed) + ", " + who + ": " + what + '\n';
  }

  Family family_;
  std::unique_ptr<StepSolver> ipopt_, newton_;
};

class ManufacturedTest : public testing::TestWithParam<Shape> {
 protected:
  static Tally tally_of(int instances, std::uint64_t first_seed) {
    Trial trial(GetParam());
    const int count = share(GetParam(), instances);
    for (int i = 0; i < count; ++i)
      trial.run(first_seed + static_cast<std::uint64_t>(i), flaw_of(GetParam(), i));
    trial.tally.print(GetParam().name);
    return trial.tally;
  }
};

using Manufactured = ManufacturedTest;
using SlowManufactured = ManufacturedTest;

TEST_P(Manufactured, step_is_solved_by_both_backends_alike_and_every_failure_has_its_name) {
  const Tally tally = tally_of(fast_instances, 1);
  EXPECT_EQ(tally.mistakes, "");
  EXPECT_EQ(tally.ends.at("ipopt converged"), tally.healthy);
  EXPECT_EQ(tally.ends.at("newton converged"), tally.healthy);
  if (!GetParam().overfull()) {
    EXPECT_EQ(tally.same_bits, tally.healthy);
  }
}

constexpr double slow_success = 0.999;  // of the solvable instances

TEST_P(SlowManufactured, steps_are_solved_alike_a_hundred_thousand_times) {
  const Tally tally = tally_of(slow_instances, 1000000);
  EXPECT_EQ(tally.mistakes, "");
  EXPECT_GE(tally.ends.at("ipopt converged"), slow_success * tally.healthy);
  EXPECT_GE(tally.ends.at("newton converged"), slow_success * tally.healthy);
}

INSTANTIATE_TEST_SUITE_P(EveryShape, Manufactured, testing::ValuesIn(shapes()),
                         [](const auto& tested) { return tested.param.name; });
INSTANTIATE_TEST_SUITE_P(EveryShape, SlowManufactured, testing::ValuesIn(shapes()),
                         [](const auto& tested) { return tested.param.name; });

TEST(ManufacturedShapes, cover_what_steps_meet) {
  bool more_pairs_than_positions = false, twins = false, redundant = false, system_only = false;
  for (const Shape& shape : shapes()) {
    more_pairs_than_positions |= shape.m > shape.n;
    twins |= shape.twins;
    redundant |= shape.repeated > 0;
    system_only |= !shape.with_potential;
  }
  EXPECT_GE(shapes().size(), 12U);
  EXPECT_TRUE(more_pairs_than_positions && twins && redundant && system_only);
}

TEST(ManufacturedInstance, repeats_for_a_seed_and_changes_with_it) {
  Family family(shapes()[4]);
  EXPECT_TRUE(support::same_bits(family.instance(7).parameters, family.instance(7).parameters));
  EXPECT_FALSE(support::same_bits(family.instance(7).parameters, family.instance(8).parameters));
}

TEST(ManufacturedInstance, has_the_answer_it_was_made_for) {
  for (const Shape& shape : shapes()) {
    Family family(shape);
    Certifier certifier(family.problem());
    const Instance instance = family.instance(3);
    EXPECT_LT(certifier.certify(instance.z, instance.parameters).worst(), 1e-13) << shape.name;
  }
}

}  // namespace
}  // namespace ricochet::manufactured
