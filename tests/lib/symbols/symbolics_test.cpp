#include "ricochet/symbols/symbolics.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace ricochet {
namespace {

constexpr int workers = 4;

void in_threads(const std::function<void(int worker)>& work) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < workers; ++i) threads.emplace_back([&work, i] { work(i); });
}

/// The most threads that are inside at a time, each while it holds what `enter` gives.
template <class Enter>
int most_inside(const Enter& enter) {
  std::atomic<int> ready = 0, inside = 0, most = 0;
  in_threads([&](int) {
    ++ready;
    while (ready < workers) std::this_thread::yield();
    [[maybe_unused]] const auto held = enter();
    const int now = ++inside;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    --inside;
  });
  return most;
}

TEST(Symbolics, lets_one_thread_in_at_a_time) {
  EXPECT_EQ(most_inside([] { return lock_symbolics(); }), 1);
}

TEST(Symbolics, are_not_alone_without_the_lock) {
  EXPECT_GT(most_inside([] { return 0; }), 1) << "the test above would see nothing";
}

TEST(Symbolics, may_be_locked_again_by_the_thread_that_holds_them) {
  const SymbolicsLock outer = lock_symbolics();
  const SymbolicsLock inner = lock_symbolics();
  EXPECT_TRUE(inner.owns_lock());
}

TEST(Symbolics, are_given_up_and_taken_back) {
  SymbolicsLock lock = lock_symbolics();
  {
    const Unlocked numbers_only(lock);
    EXPECT_FALSE(lock.owns_lock());
    std::atomic<bool> came_in = false;
    std::jthread([&] {
      const SymbolicsLock other = lock_symbolics();
      came_in = true;
    }).join();
    EXPECT_TRUE(came_in);
  }
  EXPECT_TRUE(lock.owns_lock());
}

/// A ball above a floor, in a space of another size in every thread.
System ball(casadi_int n) {
  const Expr q = Expr::sym("q", n), gravity = Expr::sym("gravity");
  return System({.name = "ball",
                 .q = q,
                 .parameters = {{"gravity", gravity, 9.81}},
                 .M = Expr::eye(n),
                 .V = gravity * q(1),
                 .g = {{"floor", q(1)}}});
}

/// The drop of a ball whose symbols live and die under the lock, and whose steps need none; its
/// largest error of energy [J].
double drop(casadi_int n) {
  std::optional<System> system;
  std::optional<Collision> stepper;
  SymbolicsLock lock = lock_symbolics();
  system.emplace(ball(n));
  stepper.emplace(*system, Collision::Options{.discretization = verlet(), .backend = newton()});
  Trajectory run;
  {
    const Unlocked numbers_only(lock);
    const State start{.q = Vector::Ones(n), .p = Vector::Zero(n)};
    run = simulate(*stepper, start, {.h = 0.01, .steps = 60});
  }
  EXPECT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(impacts(run).size(), 1U);
  const double error = energy_error(*system, run).cwiseAbs().maxCoeff();
  stepper.reset();
  system.reset();
  return error;
}

TEST(Symbolics, of_systems_in_threads_are_safe_under_the_lock) {
  std::vector<double> errors(workers);
  in_threads([&](int i) {
    for (int round = 0; round < 10; ++round)
      errors[static_cast<size_t>(i)] = std::max(errors[static_cast<size_t>(i)], drop(2 + i));
  });
  for (const double error : errors) EXPECT_LT(error, 0.05);
}

TEST(Symbolics, are_taken_by_diagnostics_themselves) {
  const System system = ball(2);
  Trajectory run;
  for (int i = 0; i < 3; ++i)
    run.steps.push_back({.state = {.q = Vector{{0.0, 1.0 * i}}, .p = Vector::Zero(2)}});
  std::vector<double> sums(workers);
  in_threads([&](int i) {
    for (int round = 0; round < 10; ++round)
      sums[static_cast<size_t>(i)] += energy(system, run).sum() + smallest_gap(system, run);
  });
  for (const double sum : sums) EXPECT_NEAR(sum, 10.0 * 3.0 * 9.81, 1e-9);
}

}  // namespace
}  // namespace ricochet
