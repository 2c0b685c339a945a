#include "ricochet/shooting/path_program.hpp"

#include "ricochet/flight/flight_quantities.hpp"

#include <casadi/core/function.hpp>

#include <map>
#include <utility>

namespace ricochet {
namespace {

constexpr double tolerance = 1e-12;  // [m]
constexpr int most_iterations = 60;

/// Collects the program step by step.
class Builder {
 public:
  Builder(const System& s, const Discretization& d, const BoundaryValue& b,
          const FrozenSteps& steps, size_t count)
      : s_(s),
        b_(b),
        steps_(steps),
        theta_(s.parameter_symbols()),
        q_(Expr::sym("q0", s.n())),
        q0_(q_),
        known_(Expr::sym("known", s.n() + 1)) {
    const std::vector<StartValue> values = b.start_values();
    Expr data = known_;
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i].known()) continue;
      const Expr open = Expr::sym(values[i].name);
      unknowns_.push_back(open);
      data(static_cast<casadi_int>(i)) = open;
      away_ += pow(open - known_(static_cast<casadi_int>(i)), 2);
    }
    const Expr v0 = data(casadi::Slice(0, static_cast<casadi_int>(s.n())), 0);
    h_ = data(static_cast<casadi_int>(s.n())) / static_cast<double>(count);
    p_ = s.separable() ? Expr(mtimes(s.M(), v0)) : Expr(-d.D1Ld_mean(s, q0_, v0, h_));
  }

  void step(double label) {
    hand_on_h();
    const casadi::Function& equations = equations_of(label);
    const Expr z = Expr::sym("z", equations.size1_in(3)), q1 = Expr::sym("q1", s_.n());
    const std::vector<Expr> made =
        equations(std::vector<Expr>{vertcat(q_, p_), theta_, h_, z, 0.0});
    unknowns_.insert(unknowns_.end(), {z, q1});
    rows_.push_back(made[0]);
    rows_.push_back(q1 - made[1]);
    q_ = q1;
    p_ = made[2];
  }

  Nlp program() {
    rows_.push_back(
        substitute(b_.end.column(), stack({b_.q, b_.v}), stack({q_, launch_velocity(s_, q_, p_)})));
    const bool determined = static_cast<Index>(b_.end.size()) == b_.unknown_count();
    return {.name = "path",
            .x = stack(unknowns_),
            .parameters = stack({q0_, known_, theta_, b_.target_symbols()}),
            .objective = determined ? Expr(0.0) : away_,
            .constraints = stack(rows_)};
  }

 private:
  /// (x, theta, h, z, t) -> (R, q1, p1)
  const casadi::Function& equations_of(double label) {
    const auto found = equations_.find(label);
    if (found != equations_.end()) return found->second;
    const StepKernel& k = *steps_.kernel(label);
    const std::vector<Expr> end = vertsplit(k.end, s_.n());
    const std::vector<Expr> all{k.residual, end[0], end[1]};
    const casadi::Function made("step", {k.x, k.theta, k.h, k.z, k.t}, cse(all));
    return equations_.emplace(label, made).first->second;
  }

  /// Every step has an unknown h of its own, equal to the one before: one unknown in all rows would
  /// fill a row of the Hessian and cost as many evaluations as there are unknowns.
  void hand_on_h() {
    if (b_.duration.known()) return;
    const Expr h = Expr::sym("h");
    unknowns_.push_back(h);
    rows_.push_back(s_.length() / s_.specification().time * (h - h_));
    h_ = h;
  }

  const System& s_;
  const BoundaryValue& b_;
  const FrozenSteps& steps_;
  std::map<double, casadi::Function> equations_;  // by label
  Expr theta_, q_, q0_, known_, h_, p_;           // q, p: where the next step begins
  Expr away_ = 0.0;
  std::vector<Expr> unknowns_, rows_;
};

Nlp path_nlp(const System& s, const Discretization& d, const BoundaryValue& b,
             const FrozenSteps& steps, const PathPlan& plan) {
  Builder builder(s, d, b, steps, plan.size());
  for (const double label : plan) builder.step(label);
  return builder.program();
}

std::vector<bool> open_data(const BoundaryValue& b) {
  std::vector<bool> open;
  for (const StartValue& value : b.start_values()) open.push_back(!value.known());
  return open;
}

}  // namespace

PathPlan plan_of(const std::vector<PathStep>& path) {
  PathPlan plan;
  for (const PathStep& step : path) plan.push_back(step.label);
  return plan;
}

PathProgram::PathProgram(const System& s, const Discretization& d, const BoundaryValue& b,
                         const FrozenSteps& steps, PathPlan plan)
    : plan_(std::move(plan)),
      open_(open_data(b)),
      theta_(s.parameter_values()),
      targets_(b.target_values()),
      program_(path_nlp(s, d, b, steps, plan_),
               {.tolerance = tolerance, .max_iterations = most_iterations}) {}

IpoptEnd PathProgram::solve(const std::vector<PathStep>& path, Vector& start) {
  std::vector<double> guess;
  for (size_t i = 0; i < open_.size(); ++i)
    if (open_[i]) guess.push_back(start[static_cast<Index>(i)]);
  for (const PathStep& step : path) {
    if (open_.back()) guess.push_back(step.at.h);
    guess.insert(guess.end(), step.at.z.begin(), step.at.z.end());
    guess.insert(guess.end(), step.q1.begin(), step.q1.end());
  }
  const Index n = path.front().q1.size();
  Vector parameters(2 * n + 1 + theta_.size() + targets_.size());
  parameters << path.front().at.x.head(n), start, theta_, targets_;
  Vector x = Eigen::Map<const Vector>(guess.data(), static_cast<Index>(guess.size()));
  Vector y = Vector::Zero(program_.constraints());
  const IpoptEnd end = program_.solve(parameters, x, y, false);
  Index at = 0;
  for (size_t i = 0; i < open_.size(); ++i)
    if (open_[i]) start[static_cast<Index>(i)] = x[at++];
  return end;
}

}  // namespace ricochet
