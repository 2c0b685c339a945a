#include "ricochet/problems.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace ricochet;

/// Cost of one evaluation: the Jacobian of the position update, compiled from symbols.
void jacobian_of_the_position_update(benchmark::State& state, const std::string& name) {
  const Problem problem = find_problem(name).make();
  const StepProblem p = completed(position_problem(problem.system, problem.discretization));
  Kernel kernel("jacobian", {p.unknowns, p.parameters},
                {jacobian(p.equalities.all(), p.unknowns.all())});
  const Vector z = Vector::LinSpaced(p.unknown_count(), 0.5, 1.5);
  const Vector parameters = Vector::LinSpaced(p.parameters.size(), 0.7, 1.7);
  Matrix J(p.equalities.size(), p.unknown_count());
  for (auto _ : state) {
    kernel({z, parameters}, {J});
    benchmark::DoNotOptimize(J.data());
  }
}

const int registered = [] {
  for (const std::string& name : problem_names())
    benchmark::RegisterBenchmark(("jacobian/" + name).c_str(), jacobian_of_the_position_update,
                                 name);
  return 0;
}();

}  // namespace
