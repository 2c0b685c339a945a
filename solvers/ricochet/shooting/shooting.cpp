#include "ricochet/shooting/shooting.hpp"

#include "ricochet/diagnostics.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/text/text.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

constexpr int most_rounds = 20;     // programs per guess
constexpr int corrections = 5;      // Newton steps with the simulation in the loop
constexpr int end_iterations = 50;  // Newton steps to the place where a path shall end

/// What a step has besides flights between single impacts; empty if nothing.
std::string why_not_single(const System& s, const Step& to) {
  for (const auto* set : {&to.contacts.smooth, &to.contacts.held})
    if (!set->empty()) return "the contact '" + s.gap_name(set->front()) + "' is held";
  for (const Impact& impact : to.impacts)
    if (impact.constraints.size() > 1)
      return std::to_string(impact.constraints.size()) +
             " constraints are hit at once at t = " + brief(impact.t) + " s";
  return {};
}

std::string listed(const Vector& values) {
  std::vector<std::string> words;
  for (const double x : values) words.push_back(brief(x));
  const std::string text = join(words);
  return "(" + text + ")";
}

}  // namespace

Shooting::Shooting(const Problem& problem, BoundaryValue b)
    : Shooting(problem, std::move(b), ShootingOptions{.discretization = problem.discretization}) {}

Shooting::Shooting(const Problem& problem, BoundaryValue b, ShootingOptions o)
    : system_(problem.system),
      b_(std::move(b)),
      rule_(o.discretization),
      steps_(o.steps > 0 ? o.steps : problem.steps()),
      tolerance_(o.tolerance),
      initial_(problem.start(system_)),
      stepper_(system_, {.discretization = rule_, .backend = o.backend}),
      frozen_(stepper_, FrozenStep::Order::first) {
  if (system_.k() > 0)
    throw std::invalid_argument("Shooting '" + b_.name + "' of '" + system_.name() +
                                "': it does not cover equalities (.f)");
  check(b_, system_);
  const std::vector<std::string> rows = violations(system_, initial_, problem.h);
  if (!rows.empty())
    throw std::invalid_argument("Shooting '" + b_.name + "' of '" + system_.name() +
                                "': the start violates " + join(rows, "; "));
  const Index n = system_.n();
  const Expr theta = system_.parameter_symbols(), targets = b_.target_symbols();
  const Expr q = Expr::sym("q", n), p = Expr::sym("p", n), data = Expr::sym("data", n + 1);
  const Expr v = data(casadi::Slice(0, static_cast<casadi_int>(n)), 0);
  const Expr h = data(static_cast<casadi_int>(n)) / static_cast<double>(steps_);
  const Expr p0 = momenta_of(system_, rule_, q, v, h);
  begin_ = Kernel("begin", {q, data, theta}, {jacobian(stack({p0, h}), data)});
  const Expr from = stack({b_.q, b_.v}), onto = stack({q, launch_velocity(system_, q, p)});
  const Expr end = substitute(b_.end.column(), from, onto);
  const Expr ahead = substitute(stack({b_.ahead.column()}), from, onto);
  end_ = Kernel("end", {q, p, theta, targets}, {end, jacobian(end, stack({q, p})), ahead});
  rows_.resize(end.size1());
  ahead_.resize(ahead.size1());
  end_rates_.resize(rows_.size(), 2 * n);
  refuse_end_in_obstacle(initial_.q);
}

Vector Shooting::guess() const {
  Vector values(system_.n() + 1);
  Index i = 0;
  for (const StartValue& value : b_.start_values()) values[i++] = value.guess;
  return values;
}

/// Where conditions on q alone determine the end, it must be admissible.
void Shooting::refuse_end_in_obstacle(const Vector& q0) const {
  std::vector<Expr> places;
  for (const Constraint& row : b_.end)
    if (!depends_on(row.value, b_.v)) places.push_back(row.value);
  if (static_cast<Index>(places.size()) != system_.n()) return;
  Kernel place("place", {b_.q, system_.parameter_symbols(), b_.target_symbols()},
               {stack(places), jacobian(stack(places), b_.q)});
  Vector q = q0, missed(system_.n());
  Matrix rates(system_.n(), system_.n());
  for (int i = 0; i < end_iterations; ++i) {
    place({q, system_.parameter_values(), b_.target_values()}, {missed, rates});
    if (!missed.allFinite() || missed.lpNorm<Eigen::Infinity>() <= tolerance_) break;
    q -= rates.completeOrthogonalDecomposition().solve(missed);
  }
  Index which = 0;
  const double gap = system_.smallest(system_.g(q), &which);
  if (missed.lpNorm<Eigen::Infinity>() <= tolerance_ && gap < -system_.tolerances().gap)
    throw std::invalid_argument("Shooting '" + b_.name + "' of '" + system_.name() +
                                "': the end q = " + listed(q) + " lies inside '" +
                                system_.gap_name(which) + "', g = " + brief(gap) +
                                " m; move the target");
}

Shot Shooting::from(const Vector& guess, const std::optional<std::vector<std::string>>& sequence,
                    const std::function<bool()>& stop_requested) {
  if (guess.size() != system_.n() + 1)
    throw std::invalid_argument("Shooting '" + b_.name + "': a guess has " +
                                std::to_string(system_.n()) + " velocities and the duration, not " +
                                std::to_string(guess.size()) + " numbers");
  Shot shot{.start = guess};
  if (!simulate(shot)) return shot;
  if (sequence && shot.sequence != *sequence) {
    shot.status = ShotStatus::other_sequence;
    shot.message = "the guess has the impacts (" + join(shot.sequence) + ")";
    return shot;
  }
  follow(shot, sequence.has_value(), stop_requested);
  if (!shot.ok()) return shot;
  correct(shot);
  judge(shot);
  return shot;
}

/// Solves the program and simulates in turn, until the impacts stay in their steps. If a simulation
/// has another sequence of impacts, it is the next guess, unless a sequence was asked for.
void Shooting::follow(Shot& shot, bool fixed, const std::function<bool()>& stop_requested) {
  std::vector<PathPlan> tried;
  std::vector<std::string> supposed;
  for (PathPlan plan = plan_of(path_); tried.empty() || plan != tried.back();
       plan = plan_of(path_)) {
    shot.status = ShotStatus::interrupted;
    if (stop_requested && stop_requested()) return;
    const bool again = std::count(tried.begin(), tried.end(), plan) > 0;
    const bool other = !tried.empty() && shot.sequence != supposed;
    if (again || (other && fixed) || shot.rounds == most_rounds) {
      shot.status = other ? ShotStatus::sequence_does_not_occur : ShotStatus::step_border;
      shot.message = "supposed were the impacts (" + join(supposed) + "), simulated are (" +
                     join(shot.sequence) + ")" + (other ? "" : ", in other steps to and fro");
      return;
    }
    tried.push_back(plan);
    supposed = shot.sequence;
    if (!solve(shot) || !simulate(shot)) return;
  }
  shot.status = ShotStatus::converged;
}

/// The path from the start of the shot, its impacts, its flights and its end.
bool Shooting::simulate(Shot& shot) {
  const Index n = system_.n();
  const double T = shot.start[n], h = T / static_cast<double>(steps_);
  if (!(std::isfinite(T) && T > 0.0) || !shot.start.allFinite()) {
    shot.status = ShotStatus::unreachable;
    shot.message = "it would need the velocities and the duration " + listed(shot.start);
    return false;
  }
  State start = initial_;
  start.p = momenta_of(system_, rule_, start.q, shot.start.head(n), h);
  shot.path = ricochet::simulate(stepper_, start, {.h = h, .steps = steps_});
  if (!shot.path.ok()) {
    shot.status = ShotStatus::simulation_failed;
    shot.message = shot.path.message();
    return false;
  }
  if (!take(shot)) return false;
  measure_end(shot);
  return true;
}

/// The equations of the steps of a path, and its impacts.
bool Shooting::take(Shot& shot) {
  path_.clear();
  shot.sequence.clear();
  const std::vector<Step>& steps = shot.path.steps;
  for (size_t k = 0; k + 1 < steps.size(); ++k) {
    const Step& to = steps[k + 1];
    std::string why = why_not_single(system_, to);
    FrozenStep* const step = why.empty() ? frozen_.take(steps[k], shot.path.h, to, why) : nullptr;
    if (!step) {
      shot.status = ShotStatus::not_single_impacts;
      shot.message = "step " + std::to_string(k + 1) + ": " + why;
      return false;
    }
    path_.push_back({.label = frozen_.label(),
                     .equations = step,
                     .at = step->point(),
                     .q1 = step->end().head(system_.n())});
    for (const Impact& impact : to.impacts)
      shot.sequence.push_back(system_.gap_name(impact.constraints.front()));
  }
  return true;
}

void Shooting::measure_end(Shot& shot) {
  const State& last = shot.path.last().state;
  end_({last.q, last.p, system_.parameter_values(), b_.target_values()},
       {rows_, end_rates_, ahead_});
  shot.residual = rows_.lpNorm<Eigen::Infinity>();
  double gap = smallest_gap(system_, shot.path);
  for (const Impact& impact : impacts(shot.path))
    gap = std::min(gap, system_.smallest(system_.g(impact.q)));
  shot.path_violation = std::max(0.0, -gap);
}

/// The program for the sequences of the path simulated last.
bool Shooting::solve(Shot& shot) {
  const PathPlan plan = plan_of(path_);
  if (!program_ || program_->plan() != plan) program_.emplace(system_, rule_, b_, frozen_, plan);
  const IpoptEnd end = program_->solve(path_, shot.start);
  shot.iterations += program_->iterations();
  ++shot.rounds;
  if (end == IpoptEnd::solved) return true;
  const bool infeasible = end == IpoptEnd::infeasible;
  shot.status = infeasible ? ShotStatus::unreachable : ShotStatus::no_convergence;
  shot.message = "with the impacts (" + join(shot.sequence) + ")" +
                 (infeasible ? " the end conditions contradict the motion"
                             : " IPOPT stopped after " + std::to_string(program_->iterations()) +
                                   " iterations");
  return false;
}

/// d(q, p) at the end of the path by (p, h) at its start.
bool Shooting::differentiate(Matrix& D) {
  const Index n = system_.n();
  D.setZero(2 * n, n + 1);
  D.block(n, 0, n, n).setIdentity();
  for (const PathStep& step : path_) {
    step.equations->take(step.at);
    if (!step.equations->differentiate()) return false;
    const Matrix& by = step.equations->derivative();
    D = (by.topLeftCorner(2 * n, 2 * n) * D).eval();
    D.col(n) += by.col(by.cols() - 1).head(2 * n);
  }
  return true;
}

/// The change of the start by which, to first order, the path meets the end.
bool Shooting::correction(const Shot& shot, Vector& change) {
  const Index n = system_.n();
  Matrix by, rates(n + 1, n + 1);
  if (!differentiate(by)) return false;
  begin_({initial_.q, shot.start, system_.parameter_values()}, {rates});
  Matrix J = end_rates_ * by * rates;
  const std::vector<StartValue> values = b_.start_values();
  for (Index i = 0; i <= n; ++i)
    if (values[static_cast<size_t>(i)].known()) J.col(i).setZero();
  change = -J.completeOrthogonalDecomposition().solve(rows_);
  return change.allFinite();
}

/// Newton's method with the simulation in the loop, as long as it helps.
void Shooting::correct(Shot& shot) {
  const PathPlan plan = plan_of(path_);
  Vector change;
  for (int i = 0; i < corrections && shot.residual > 0.0; ++i) {
    if (!correction(shot, change)) break;
    Shot next = shot;
    next.start += change;
    const bool better = simulate(next) && plan_of(path_) == plan && next.residual < shot.residual;
    ++shot.iterations;
    if (!better) break;
    next.iterations = shot.iterations;
    shot = std::move(next);
  }
  (void)simulate(shot);  // what is remembered of the last path is that of the solution
}

void Shooting::judge(Shot& shot) {
  shot.status = ShotStatus::converged;
  if (!(shot.residual <= tolerance_)) {
    shot.status = ShotStatus::no_convergence;
    shot.message = "the end conditions are missed by " + brief(shot.residual) + ", more than " +
                   brief(tolerance_);
  } else if (!(shot.path_violation <= system_.tolerances().gap)) {
    shot.status = ShotStatus::simulation_failed;
    shot.message = "the path penetrates an obstacle by " + brief(shot.path_violation) + " m";
  }
  for (Index i = 0; i < ahead_.size() && shot.ok(); ++i)
    if (!(ahead_[i] > 0.0)) {
      shot.status = ShotStatus::wrong_side;
      shot.message = "'" + b_.ahead[static_cast<size_t>(i)].name + "' is met the other way round";
    }
}

}  // namespace ricochet
