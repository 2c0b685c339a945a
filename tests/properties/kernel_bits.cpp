#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <bit>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <string>

/// kernel_bits STEPS own|all|large: makes so many steps of every problem, by its own method or by
/// all that take it, or of large problems, whose kernels have loops. A line for each says how the
/// last step ended and sums up the bits of all states.

namespace {

using namespace ricochet;

/// The hash FNV-1a over the bytes of numbers.
class Sum {
 public:
  void add(const Vector& numbers) {
    for (const double x : numbers)
      for (int byte = 0; byte < 8; ++byte)
        sum_ = (sum_ ^ (std::bit_cast<std::uint64_t>(x) >> 8 * byte & 0xff)) * 0x100000001b3;
  }
  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325;
};

void print_bits(const Problem& problem, const StepperEntry& entry, int steps) {
  StepperOptions options = entry.suited(problem.discretization);
  options.backend = make_backend("newton");
  const auto stepper = entry.make(problem.system, options);
  Step now{.state = problem.initial}, next;
  Sum sum;
  int made = 0;
  for (; made < steps; ++made) {
    stepper->advance(now, problem.h, next);
    if (!next.report.ok()) break;
    sum.add(next.state.q);
    sum.add(next.state.p);
    sum.add(next.force.lambda);
    std::swap(now, next);
  }
  std::cout << ' ' << entry.name << ' ' << made << ' ' << sum.value()
            << (made < steps ? ", failed" : "") << '\n';
}

void print_methods(const std::string& name, const Problem& problem, int steps, bool all) {
  for (const StepperEntry& stepper : all_steppers()) {
    if (!stepper.why_not(problem.system).empty()) continue;
    if (!all && stepper.name != problem.stepper) continue;
    std::cout << name;
    print_bits(problem, stepper, steps);
  }
}

void print_all(int steps, bool all) {
  for (const ProblemEntry& entry : all_problems())
    print_methods(entry.name, entry.make(), steps, all);
}

void print_large(int steps) {
  const std::map<std::string, double> bodies{
      {"cradle", 150}, {"ball-chain", 500}, {"bar-wall", 500}, {"bar-pair", 300}, {"disc-box", 20}};
  for (const auto& [name, n] : bodies)
    print_methods(name, find_problem(name).make({{"n", n}}), steps, false);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) return 2;
    const int steps = std::stoi(argv[1]);
    const std::string which = argv[2];
    if (which == "large") {
      print_large(steps);
    } else {
      print_all(steps, which == "all");
    }
    return 0;
  } catch (const std::exception& refusal) {
    std::cerr << refusal.what() << '\n';
    return 1;
  }
}
