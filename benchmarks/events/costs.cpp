/// What derivatives of a step cost, beside the step. Prints the second table of results/events.md.

#include "ricochet/derivatives.hpp"
#include "ricochet/derivatives/frozen_steps.hpp"
#include "ricochet/methods.hpp"
#include "ricochet/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace ricochet;
using casadi::Function;
using casadi::MX;

constexpr int rounds = 61, calls = 50;  // of what is compared, in turn

double now() {  // [us]
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double median(std::vector<double> all) {
  std::nth_element(all.begin(), all.begin() + static_cast<long>(all.size() / 2), all.end());
  return all[all.size() / 2];
}

/// CPU times of a call in turns, so that what else the machine does meets all alike: one list per
/// entry, one number per round [us].
std::vector<std::vector<double>> in_turns(const std::vector<std::function<void()>>& all) {
  std::vector<std::vector<double>> times(all.size());
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < all.size(); ++i) {
      const double begin = now();
      for (int k = 0; k < calls; ++k) all[i]();
      times[i].push_back((now() - begin) / calls);
    }
  return times;
}

double ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (size_t i = 0; i < a.size(); ++i) all.push_back(a[i] / b[i]);
  return median(all);
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (size_t i = 0; i < a.size(); ++i) all.push_back(a[i] - b[i]);
  return median(all);
}

/// A function of CasADi with its memory: a call allocates nothing of its own.
class Call {
 public:
  Call(const Function& f, const std::vector<const double*>& in, const std::vector<size_t>& wanted)
      : f_(f), arg_(f_.sz_arg()), res_(f_.sz_res()), iw_(f_.sz_iw()), w_(f_.sz_w()) {
    std::copy(in.begin(), in.end(), arg_.begin());
    out_.resize(static_cast<size_t>(f_.n_out()));
    for (const size_t i : wanted) {
      out_[i].resize(static_cast<size_t>(f_.nnz_out(static_cast<casadi_int>(i))));
      res_[i] = out_[i].data();
    }
    memory_ = static_cast<int>(f_.checkout());
  }
  void operator()() { f_(arg_.data(), res_.data(), iw_.data(), w_.data(), memory_); }

 private:
  Function f_;
  std::vector<const double*> arg_;
  std::vector<double*> res_;
  std::vector<casadi_int> iw_;
  std::vector<double> w_;
  std::vector<std::vector<double>> out_;
  int memory_ = 0;
};

struct Row {
  std::string name, problem, stepper;
  size_t impacts = 1;
  double longer = 1.0;  ///< h, in steps of the problem
  Structure structure = {};
  State start = {};  ///< that of the problem if it is empty
};

const std::vector<Row> table{
    {"ball, Newton's law", "particle-floor", "forced-collision"},
    {"ball, E_d", "particle-floor", "collision"},
    {"pogo", "pogo", "collision"},
    {"billiard", "disc-billiard", "collision"},
    {"ball in a corner",
     "particle-floor",
     "collision",
     2,
     15.0,
     {{"wall", 1}},
     {.q = Vector{{0.05, 0.1}}, .p = Vector{{-2.0, -1.0}}}},
    {"two discs", "oscillator", "collision"},
    {"rods between walls", "double-pendulum-walls", "collision"},
    {"five discs in a box", "disc-box", "collision"},
    {"five discs in a box", "disc-box", "collision", 3, 4.0},
    {"pogo", "pogo", "collision", 0},
    {"billiard", "disc-billiard", "collision", 0},
    {"spring in a sphere", "spring-sphere", "collision", 0},
    {"rods between walls", "double-pendulum-walls", "collision", 0},
    {"five discs in a box", "disc-box", "collision", 0},
};

std::unique_ptr<Stepper> stepper_of(const Row& row, const Problem& problem) {
  const StepperEntry& entry = find_stepper(row.stepper);
  StepperOptions options = entry.suited(problem.discretization);
  options.backend = newton();
  return entry.make(problem.system, options);
}

Step find_start(const Row& row, const Problem& problem, Stepper& stepper) {
  Step from{.state = row.start.q.size() > 0 ? row.start : problem.initial};
  for (int k = 0; k < 5000; ++k) {
    const Step to = stepper.advance(from, row.longer * problem.h);
    if (!to.report.ok()) break;
    if (to.impacts.size() == row.impacts) return from;
    from = Step{.state = to.state};
  }
  throw std::runtime_error("no step of " + row.name + " has so many impacts");
}

/// Records of a run of 200 steps and a sweep back, in runs.
double cost_of_run(const Row& row, const Problem& problem, Stepper& stepper) {
  const SimulateOptions options{.h = problem.h, .steps = 200, .certify_every = 0};
  Trajectory run;
  RunSensitivity sensitivity(stepper);
  const Vector bar = Vector::Ones(2 * problem.system.n());
  const State& start = row.start.q.size() > 0 ? row.start : problem.initial;
  const auto sweep = [&] {
    if (const std::string why = sensitivity.take(run); !why.empty()) throw std::runtime_error(why);
    (void)sensitivity.adjoint(bar);
  };
  run = simulate(stepper, start, options);
  sweep();
  std::vector<double> all;
  for (int round = 0; round < rounds; ++round) {
    const double begin = now();
    run = simulate(stepper, start, options);
    const double between = now();
    sweep();
    all.push_back((now() - between) / (between - begin));
  }
  return median(all);
}

void measure(const Row& row) {
  const Problem problem = find_problem(row.problem).make(row.structure);
  const std::unique_ptr<Stepper> stepper = stepper_of(row, problem);
  const Step from = find_start(row, problem, *stepper);
  const double h = row.longer * problem.h, begin = now();
  const DifferentiableStep owner(*stepper, {.most_impacts = 3});
  const Function& F = owner.function();
  std::vector<double> x(from.state.q.begin(), from.state.q.end());
  x.insert(x.end(), from.state.p.begin(), from.state.p.end());
  const std::vector<double> s(x.size(), 0.7);
  const auto n = static_cast<casadi_int>(x.size());
  const MX X = MX::sym("x", n), H = MX::sym("h"), S = MX::sym("s", n),
           end = F(std::vector<MX>{X, MX(0, 1), H})[0];
  Call step(F, {x.data(), nullptr, &h}, {0, 5, 6});
  Call jacobian(Function("J", {X, H}, {MX::densify(MX::jacobian(end, X))}), {x.data(), &h}, {0});
  Call adjoint(Function("adjoint", {X, H, S}, {MX::densify(MX::gradient(dot(S, end), X))}),
               {x.data(), &h, s.data()}, {0});
  Call hessian(Function("hessian", {X, H, S}, {MX::densify(MX::hessian(dot(S, end), X))}),
               {x.data(), &h, s.data()}, {0});
  step();
  jacobian();
  adjoint();
  hessian();
  const double built = now() - begin;
  FrozenSteps steps(*stepper, FrozenStep::Order::second);
  Step to = stepper->advance(from, h);
  std::string why;
  FrozenStep* const frozen = steps.take(from, h, to, why);
  if (!frozen || !frozen->differentiate()) throw std::runtime_error(why);
  const Vector weights = Vector::Ones(frozen->results());
  Vector gradient;
  const auto t =
      in_turns({[&] { stepper->advance(from, h, to); }, [&] { step(); }, [&] { jacobian(); },
                [&] { adjoint(); }, [&] { hessian(); }, [&] { (void)frozen->differentiate(); },
                [&] { (void)frozen->adjoint(weights, gradient); },
                [&] { (void)frozen->curvature(weights); }});
  fmt::print(
      "| {} | {} | {} | {:.2f} | {:.2f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.2f} | {} "
      "| {:.3f} |\n",
      row.name, problem.system.n(), row.impacts, median(t[0]), difference(t[1], t[0]),
      ratio(t[2], t[0]), ratio(t[3], t[0]), ratio(t[4], t[0]), ratio(t[5], t[0]), ratio(t[6], t[0]),
      ratio(t[7], t[0]),
      row.longer > 1.0 ? "" : fmt::format("{:.2f}", cost_of_run(row, problem, *stepper)),
      1e-6 * built);
}

}  // namespace

int main() {
  fmt::print(
      "| | n | impacts | step, us | function, + us | J | adjoint | Hessian | kernel J | kernel "
      "adjoint | kernel Hessian | run, adjoint | construction, s |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  try {
    for (const Row& row : table) measure(row);
  } catch (const std::exception& failure) {
    fmt::print("{}\n", failure.what());
    return 1;
  }
}
