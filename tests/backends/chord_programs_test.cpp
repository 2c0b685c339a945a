#include "ricochet/backends/chord_programs.hpp"

#include "support/manufactured.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <thread>

/// Programs of a chord sequence from near and from far.
namespace ricochet::manufactured {
namespace {

constexpr double interior = 1e-5;  // [m] an interior point's distance from a weakly active answer

QuickRun run(int iterations = 12) {
  return {
      .barrier = 1e-12, .tolerance = 1e-10, .complementarity = 1e-11, .max_iterations = iterations};
}

class Chord : public testing::Test {
 protected:
  void take(std::uint64_t seed) {
    instance = family.instance(seed);
    rows.set_parameters(instance.parameters);
  }
  /// The positions of the answer, from a point near it.
  Vector near_answer(double distance, int iterations = 12, int chords = 1) {
    Vector z = instance.z;
    z.head(n()).array() += distance;
    for (int i = 0; i < chords; ++i)
      end = programs.solve_near(instance.parameters, rows, run(iterations), z);
    return z.head(n());
  }
  Vector far_answer() {
    Vector z = instance.guess;
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(programs.solve(instance.parameters, i > 0, z), IpoptEnd::solved);
    return z.head(n());
  }
  [[nodiscard]] Index n() const { return family.shape().n; }

  Family family{shapes()[8]};  // linked: inequalities and equalities
  Instance instance = family.instance(1);
  ActiveSet rows{optimality_conditions(family.problem())};
  ChordPrograms programs{family.problem(), {}};
  IpoptEnd end = IpoptEnd::failed;
};

TEST_F(Chord, programs_lead_to_the_answer_from_near_and_from_far) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    take(seed);
    EXPECT_TRUE(support::near(far_answer(), instance.z.head(n()), interior)) << seed;
    const Vector near = near_answer(1e-4, 12, 4);
    EXPECT_EQ(end, IpoptEnd::solved) << seed;
    EXPECT_TRUE(support::near(near, instance.z.head(n()), interior)) << seed;
    EXPECT_LE(programs.iterations(), 6) << seed;
  }
}

TEST_F(Chord, programs_that_may_not_iterate_do_not_claim_an_answer) {
  take(3);
  (void)near_answer(0.1, 1);
  EXPECT_EQ(end, IpoptEnd::iteration_limit);
  EXPECT_EQ(programs.iterations(), 1);
}

TEST_F(Chord, programs_have_no_memory) {
  take(5);
  const Vector first = near_answer(1e-3);
  take(6);
  const Vector between = near_answer(0.3);
  take(5);
  EXPECT_TRUE(support::same_bits(near_answer(1e-3), first));
  EXPECT_FALSE(support::same_bits(between, first));
  ChordPrograms copy = programs;
  Vector z = instance.z;
  z.head(n()).array() += 1e-3;
  (void)copy.solve_near(instance.parameters, rows, run(), z);
  EXPECT_TRUE(support::same_bits(Vector(z.head(n())), first));
}

TEST_F(Chord, programs_may_move_to_another_thread) {
  take(7);
  const Vector here = near_answer(1e-3);
  Vector there;
  std::thread([&] { there = near_answer(1e-3); }).join();
  EXPECT_TRUE(support::same_bits(there, here));
}

}  // namespace
}  // namespace ricochet::manufactured
