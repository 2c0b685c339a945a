#include "ricochet/contact/coulomb/coulomb_solver.hpp"

#include "ricochet/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace ricochet {
namespace {

constexpr int soft_sweeps = 60, soft_steps = 10, warm_steps = 8, newton_steps = 15;
constexpr std::array<int, 4> round_sweeps = {15, 60, 240, 960};
constexpr Index most_on_facets = 40;  // contacts
constexpr int outer_iterations = 20, inner_iterations = 200;
constexpr int posed_iterations = 8;
constexpr int random_tries = 60, random_sweeps = 30;
constexpr double softest = 0.3, stiffening = 0.1, converged = 1e-10;  // compliances, a soft start
constexpr double aim = 0.1;        // of the limit, where Newton's method reaches it
constexpr double excessive = 1e9;  // impulse, of those that stop the fastest contact: round-off

std::string listed(const std::vector<Index>& contacts) {
  std::string text;
  for (const Index i : contacts) text += (text.empty() ? "" : ", ") + std::to_string(i);
  return text;
}

}  // namespace

std::string to_string(CoulombStage stage) {
  static const std::array<const char*, coulomb_stages> names = {
      "none",   "open",   "one contact",  "program", "soft start",  "warm start",
      "rounds", "facets", "acary-cadoux", "support", "random start"};
  return names[static_cast<size_t>(stage)];
}

CoulombSolver::CoulombSolver(const Backend& backend, Index most, Index tangents)
    : CoulombSolver(backend, most, tangents, Options()) {}

CoulombSolver::CoulombSolver(const Backend& backend, Index most, Index tangents, Options options)
    : options_(options) {
  if (most > 0 && !backend.direct()) program_.emplace(backend, most, tangents);
}

StepReport CoulombSolver::solve(const CoulombProblem& problem, Eigen::Ref<Vector> r) {
  return run(problem, r, Guess::none);
}

StepReport CoulombSolver::solve_from(const CoulombProblem& problem, Eigen::Ref<Vector> r) {
  return run(problem, r, Guess::last);
}

StepReport CoulombSolver::solve_near(const CoulombProblem& problem, Eigen::Ref<Vector> r) {
  return run(problem, r, Guess::near);
}

StepReport CoulombSolver::run(const CoulombProblem& problem, Eigen::Ref<Vector> r, Guess guess) {
  stage_ = CoulombStage::none;
  culprits_.clear();
  if (!finite(problem))
    return {.status = StepStatus::not_finite, .message = "speeds or mobilities of contacts"};
  given_ = &problem;
  limit_ = coulomb_limit(problem);
  residual_ = std::numeric_limits<double>::infinity();
  report_ = {.status = StepStatus::converged};
  problem_.assign(problem);
  newton_.prepare(problem_);
  if (guess != Guess::none) problem_.units(problem, r, from_.column(problem_.rows()));
  const bool found = (guess == Guess::near && warm_start()) || at_once() || posed() ||
                     portfolio(guess == Guess::last);
  report_.certificate = {.friction = options_.time * residual_, .limit = options_.time * limit_};
  if (found)
    r = impulses_.column(r.size());
  else
    explain_failure();
  given_ = nullptr;
  return report_;
}

/// The certificate decides.
bool CoulombSolver::certified(ConstColumnRef y) {
  const double residual = judged(y);
  if (!(residual <= limit_)) return false;
  if (residual > aim * limit_) sharpen();
  return true;
}

/// The certificate of impulses, computed from the numbers given, in their units.
double CoulombSolver::judged(ConstColumnRef y) {
  auto r = impulses_.column(given_->b.size());
  problem_.impulses(*given_, y, r);
  if (!(y.lpNorm<Eigen::Infinity>() <= excessive * problem_.speed()))
    return std::numeric_limits<double>::infinity();
  const double residual = coulomb_residual(*given_, r);
  if (residual < residual_) {
    residual_ = residual;
    best_.column(problem_.rows()) = y;
  }
  return residual;
}

/// Impulses just within the limit may be beyond it where the step is judged as a whole, from other
/// numbers: Newton's method once more, from the best.
void CoulombSolver::sharpen() {
  auto x = polished_.column(problem_.rows());
  const auto best = best_.column(problem_.rows());
  for (const NewtonSteps kind : {NewtonSteps::least_norm, NewtonSteps::plain}) {
    x = best;
    newton_.improve(x, newton_steps, kind, report_.statistics);
    if (judged(x) <= aim * limit_) return;
  }
  (void)judged(best);
}

bool CoulombSolver::at_once() {
  auto y = y_.column(problem_.rows());
  y.setZero();
  stage_ = CoulombStage::open;
  if (certified(y)) return true;
  if (problem_.size() != 1) return false;
  stage_ = CoulombStage::one_contact;
  sweeps_.prepare(problem_);
  sweeps_.sweep(y, 1);
  return certified(y);
}

/// Outer iterations of the program until Newton's method for compliant contacts converges from
/// their answer: the choice among impulses is then that of the soft start.
bool CoulombSolver::posed() {
  if (!program_) return false;
  stage_ = CoulombStage::program;
  auto y = y_.column(problem_.rows()), x = start_.column(problem_.rows());
  y.setZero();
  for (int i = 0; i < posed_iterations && program_->takes(problem_); ++i) {
    StepReport part = program_->improve(problem_, options_.select, y);
    report_.statistics.add(part.statistics);
    if (!part.ok()) break;
    x = y;
    problem_.soften(options_.select);
    const double residual =
        newton_.improve(x, newton_steps, NewtonSteps::least_norm, report_.statistics);
    problem_.soften(0.0);
    if (residual <= converged && polished(x, newton_steps)) return true;
  }
  ++report_.statistics.fallbacks;
  return false;
}

bool CoulombSolver::portfolio(bool warm) {
  return soft_start() || (warm && warm_start()) || rounds() || facets() || acary_cadoux() ||
         support() || random_starts();
}

/// Newton's method from y, which stays: steps of least norm, then plain ones.
bool CoulombSolver::polished(ColumnRef y, int steps) {
  auto x = polished_.column(problem_.rows());
  for (const NewtonSteps kind : {NewtonSteps::least_norm, NewtonSteps::plain}) {
    x = y;
    newton_.improve(x, steps, kind, report_.statistics);
    if (certified(x)) return true;
  }
  return false;
}

/// Compliant contacts first: at once, or through contacts that become stiffer step by step.
bool CoulombSolver::soft_start() {
  stage_ = CoulombStage::soft_start;
  auto y = y_.column(problem_.rows());
  y.setZero();
  if (!(soften(y, options_.select) <= converged)) {
    y.setZero();
    for (double s = softest; s > options_.select; s *= stiffening) (void)soften(y, s);
    (void)soften(y, options_.select);
  }
  newton_.improve(y, soft_steps, NewtonSteps::least_norm, report_.statistics);
  return certified(y);
}

/// Improves y for contacts with a compliance; returns how far it is from their solution.
double CoulombSolver::soften(ColumnRef y, double compliance) {
  problem_.soften(compliance);
  sweeps_.prepare(problem_);
  sweeps_.sweep(y, soft_sweeps);
  const double residual =
      newton_.improve(y, soft_steps, NewtonSteps::least_norm, report_.statistics);
  problem_.soften(0.0);
  return residual;
}

bool CoulombSolver::warm_start() {
  stage_ = CoulombStage::warm_start;
  auto from = from_.column(problem_.rows());
  newton_.improve(from, warm_steps, NewtonSteps::least_norm, report_.statistics);
  return certified(from);
}

bool CoulombSolver::rounds() {
  stage_ = CoulombStage::rounds;
  auto y = y_.column(problem_.rows());
  y.setZero();
  sweeps_.prepare(problem_);
  for (const int sweeps : round_sweeps) {
    sweeps_.sweep(y, sweeps);
    if (certified(y) || polished(y, newton_steps)) return true;
  }
  return false;
}

bool CoulombSolver::facets() {
  if (problem_.size() > most_on_facets) return false;
  stage_ = CoulombStage::facets;
  auto y = start_.column(problem_.rows());
  if (!facets_.solve(problem_, y)) return false;
  if (certified(y) || polished(y, newton_steps)) return true;
  sweeps_.sweep(y, round_sweeps[0]);
  return polished(y, newton_steps);
}

bool CoulombSolver::acary_cadoux() {
  stage_ = CoulombStage::acary_cadoux;
  auto y = start_.column(problem_.rows());
  y.setZero();
  for (int i = 0; i < outer_iterations; ++i) {
    outer_.run(problem_, y, 1, inner_iterations);
    if (i % 5 == 4 && polished(y, newton_steps)) return true;
  }
  return false;
}

bool CoulombSolver::support() {
  stage_ = CoulombStage::support;
  const std::vector<Index>& kept = independent_.choose(problem_, y_.column(problem_.rows()));
  if (kept.empty()) return false;
  part_.assign(problem_, kept);
  auto few = few_.column(part_.rows());
  few.setZero();
  sweeps_.prepare(part_);
  sweeps_.sweep(few, round_sweeps[2]);
  newton_.prepare(part_);
  newton_.improve(few, newton_steps, NewtonSteps::least_norm, report_.statistics);
  newton_.prepare(problem_);
  auto y = start_.column(problem_.rows());
  y.setZero();
  for (size_t i = 0; i < kept.size(); ++i)
    UnitProblem::set_part(problem_.contacts()[static_cast<size_t>(kept[i])],
                          UnitProblem::part(part_.contacts()[i], few), y);
  return polished(y, newton_steps);
}

bool CoulombSolver::random_starts() {
  stage_ = CoulombStage::random_start;
  std::mt19937_64 random(1);
  auto y = start_.column(problem_.rows());
  sweeps_.prepare(problem_);
  for (int i = 0; i < random_tries; ++i) {
    const double size = problem_.speed() * std::pow(10.0, 3.0 * unit(random) - 1.0);
    for (double& x : y) x = size * (2.0 * unit(random) - 1.0);
    for (const CoulombContact& contact : problem_.contacts())
      UnitProblem::set_part(contact,
                            project_on_cone(UnitProblem::part(contact, y), contact.friction), y);
    if (i % 2 == 0) sweeps_.sweep(y, random_sweeps);
    if (polished(y, 2 * newton_steps)) return true;
  }
  return false;
}

void CoulombSolver::explain_failure() {
  stage_ = CoulombStage::none;
  reason_.clear();
  std::ostringstream message;
  if (balances(false)) {
    reason_ = "squeeze: no velocity keeps all of them";
  } else if (balances(true)) {
    reason_ = "jam: friction holds them against what closes in";
  } else {
    Vector r(given_->b.size());
    problem_.impulses(*given_, best_.column(problem_.rows()), r);
    Index worst = 0;
    for (Index i = 1; i < problem_.size(); ++i)
      if (coulomb_residual(*given_, r, i) > coulomb_residual(*given_, r, worst)) worst = i;
    culprits_.push_back(worst);
    message << "Coulomb's law at contact " << worst << " is missed by " << residual_
            << " m/s, allowed are " << limit_;
  }
  if (!reason_.empty()) message << "contacts " << listed(culprits_) << ' ' << reason_;
  report_.status = reason_.empty() ? StepStatus::iteration_limit : StepStatus::infeasible;
  report_.message = message.str();
}

/// True if impulses of the culprits balance each other, whatever their size.
bool CoulombSolver::balances(bool friction) {
  const Vector factors = balanced_impulses(problem_, friction);
  for (Index i = 0; i < factors.size(); ++i)
    if (factors[i] > 1e-9) culprits_.push_back(i);
  return factors.size() > 0;
}

}  // namespace ricochet
