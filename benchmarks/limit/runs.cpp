#include "limit/runs.hpp"

#include "limit/step_times.hpp"
#include "micro/nlpsol_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/status.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ricochet::limit {
namespace {

/// The stepper at work, from one of two Steps to the other.
struct Library {
  Problem problem;
  std::unique_ptr<Stepper> stepper;
  Step start = {.state = problem.initial};
  std::array<Step, 2> both = {start, start};
  long made = 0;

  void make(long steps) {
    for (; steps > 0; --steps, ++made) {
      const bool odd = made % 2 != 0;
      Step &now = both[odd ? 1 : 0], &next = both[odd ? 0 : 1];
      if (made % problem.steps() == 0) now = start;
      stepper->advance(now, problem.h, next);
      if (!next.report.ok())
        throw std::runtime_error(problem.system.name() + ": " + next.report.message);
    }
  }
};

/// A program by hand at work.
struct Hand {
  Program program;
  Vector q0, p0;
  long length;
  Vector q = q0, p = p0;
  long left = length;

  void make(long steps) {
    while (steps > 0) {
      const long part = std::min(steps, left);
      if (!program.run(q.data(), p.data(), part))
        throw std::runtime_error(std::string(program.problem) + ", " + program.level +
                                 ": something happens that the program leaves out");
      steps -= part;
      left -= part;
      if (left > 0) continue;
      q = q0;
      p = p0;
      left = length;
    }
  }
};

}  // namespace

const std::vector<Subject>& all_subjects() {
  static const std::vector<Subject> subjects = {
      {"pogo", "gvi"},          {"oscillator", "gvi"}, {"cradle", "gvi"},
      {"spring-sphere", "gvi"}, {"ball-chain", "gvi"}, {"particle-floor", "collision"}};
  return subjects;
}

Run library_run(const Subject& subject, bool certified) {
  const double begin = processor_seconds();
  Problem problem = find_problem(subject.problem).make();
  auto stepper = make_stepper(subject.stepper, problem.system,
                              {.discretization = problem.discretization, .backend = newton()});
  stepper->certify_steps(certified);
  const long steps = problem.steps();
  const auto library = std::make_shared<Library>(
      Library{.problem = std::move(problem), .stepper = std::move(stepper)});
  return {.problem = subject.problem,
          .program = subject.stepper,
          .steps = steps,
          .setup = processor_seconds() - begin,
          .make = [library](long count) { library->make(count); }};
}

Run hand_run(const Program& program) {
  const Problem problem = find_problem(program.problem).make();
  const auto hand = std::make_shared<Hand>(Hand{.program = program,
                                                .q0 = problem.initial.q,
                                                .p0 = problem.initial.p,
                                                .length = problem.steps()});
  return {.problem = program.problem,
          .program = program.level,
          .steps = problem.steps(),
          .make = [hand](long count) { hand->make(count); }};
}

Run nlpsol_run(const std::string& problem) {
  const double begin = processor_seconds();
  const Problem made = find_problem(problem).make();
  const auto step = std::make_shared<NlpsolStep>(made);
  return {.problem = problem,
          .program = "nlpsol",
          .steps = 1,
          .setup = processor_seconds() - begin,
          .make = [step, start = made.initial](long count) {
            for (; count > 0; --count) (void)step->solve(start);
          }};
}

Run find_run(const std::string& problem, const std::string& program, bool certified) {
  for (const Subject& subject : all_subjects())
    if (subject.problem == problem && subject.stepper == program)
      return library_run(subject, certified);
  for (const Program& hand : programs_for(problem))
    if (hand.level == program) return hand_run(hand);
  throw std::invalid_argument("There is no program '" + program + "' for '" + problem + "'");
}

std::vector<Program> programs_for(const std::string& problem) {
  std::vector<Program> found;
  for (const Program& program : all_programs())
    if (program.problem == problem) found.push_back(program);
  return found;
}

[[gnu::noinline]] void counted_steps(const Run& run, long steps) { run.make(steps); }

}  // namespace ricochet::limit
