#include "ricochet/backends/crossover.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double closed = 1e-10;       // of the length: a gap this small counts as touching
constexpr double ambiguous = 1e-6;     // of the length: a and b both below this
constexpr int unsettled_limit = 10;    // sets in a row for which Newton finds no solution
constexpr size_t enumerable = 10;      // ambiguous pairs tried in all combinations
constexpr double branch_factor = 4.0;  // allowed multiple of the linear estimate
constexpr double branch_slack = 1e-6;  // of the length: distances below this are no branch

size_t hash(const ActiveFlags& active) {
  size_t h = 1469598103934665603ULL;  // FNV-1a
  for (const unsigned char flag : active) h = (h ^ flag) * 1099511628211ULL;
  return h;
}

size_t search_limit(Index pairs) { return 50 + 4 * static_cast<size_t>(pairs); }

}  // namespace

Crossover::Crossover(const StepProblem& problem)
    : Crossover(optimality_conditions(problem), problem.length) {}

Crossover::Crossover(const StepProblem& conditions, double length)
    : rows_(conditions),
      certifier_(conditions, rows_.names()),
      wider_(static_cast<size_t>(rows_.pairs())),
      revised_(wider_),
      reached_(rows_.z()),
      length_(length) {
  visited_.hashes.reserve(search_limit(rows_.pairs()));
}

void Crossover::set_parameters(const Vector& parameters) { rows_.set_parameters(parameters); }

StepStatus Crossover::first_set(const Vector& guess, ActiveFlags& active) {
  active.resize(static_cast<size_t>(rows_.pairs()));
  if (!rows_.evaluate(guess)) return StepStatus::not_finite;
  for (Index i = 0; i < rows_.pairs(); ++i)
    active[static_cast<size_t>(i)] = rows_.on(i) && rows_.b()[i] <= closed * length_;
  return StepStatus::converged;
}

void Crossover::set_from(const Vector& z, ActiveFlags& active) {
  active.assign(static_cast<size_t>(rows_.pairs()), 0);
  (void)rows_.evaluate(z);
  for (Index i = 0; i < rows_.pairs(); ++i) {
    const double a = rows_.a()[i], b = rows_.b()[i];
    const bool weak = std::max(std::abs(a), std::abs(b)) <= ambiguous * length_;
    active[static_cast<size_t>(i)] = rows_.on(i) && (a > b || weak);
  }
}

bool Crossover::seen_before(const ActiveFlags& active) {
  const size_t h = hash(active);
  if (std::find(visited_.hashes.begin(), visited_.hashes.end(), h) != visited_.hashes.end())
    return true;
  visited_.hashes.push_back(h);
  return false;
}

bool Crossover::weak(Index i) const {
  const double tolerance = closed * length_;
  return rows_.on(i) && std::abs(rows_.a()[i]) <= tolerance && std::abs(rows_.b()[i]) <= tolerance;
}

/// Both choices of a weak pair give the same positions, but their last bits differ.
void Crossover::activate_weak_pairs(const Vector& start, ActiveFlags& active,
                                    SolverStatistics& statistics) {
  bool wider = false;
  for (Index i = 0; i < rows_.pairs(); ++i)
    wider = wider || (active[static_cast<size_t>(i)] == 0 && weak(i));
  if (!wider) return;
  wider_ = active;
  for (Index i = 0; i < rows_.pairs(); ++i)
    if (weak(i)) wider_[static_cast<size_t>(i)] = 1;
  revised_ = wider_;
  if (rows_.settle(start, wider_, statistics) == StepStatus::converged &&
      rows_.revise(revised_, true) == 0)
    active = wider_;
  else
    (void)rows_.settle(start, active, statistics);
}

StepStatus Crossover::search(const Vector& start, ActiveFlags& active,
                             SolverStatistics& statistics) {
  visited_.hashes.clear();
  bool one_at_a_time = false;
  int unsettled = 0;
  StepStatus status = StepStatus::iteration_limit;
  while (visited_.hashes.size() < search_limit(rows_.pairs())) {
    if (seen_before(active)) {
      if (one_at_a_time) return StepStatus::iteration_limit;
      one_at_a_time = true;
      visited_.hashes.clear();
      (void)seen_before(active);
    }
    status = rows_.settle(start, active, statistics);
    if (status == StepStatus::not_finite) return status;
    unsettled = status == StepStatus::converged ? 0 : unsettled + 1;
    if (unsettled > unsettled_limit) return status;
    if (rows_.revise(active, one_at_a_time) == 0) {
      if (status == StepStatus::converged) activate_weak_pairs(start, active, statistics);
      return status;
    }
    ++statistics.set_changes;
  }
  return StepStatus::iteration_limit;
}

StepStatus Crossover::enumerate(const Vector& start, const Vector& z, ActiveFlags& active,
                                SolverStatistics& statistics) {
  set_from(z, active);
  std::vector<size_t> open;
  for (Index i = 0; i < rows_.pairs() && open.size() < enumerable; ++i) {
    const double a = std::abs(rows_.a()[i]), b = std::abs(rows_.b()[i]);
    if (rows_.on(i) && std::max(a, b) <= std::sqrt(ambiguous) * length_)
      open.push_back(static_cast<size_t>(i));
  }
  for (size_t choice = 0; choice < (size_t{1} << open.size()); ++choice) {
    for (size_t j = 0; j < open.size(); ++j) active[open[j]] = ((choice >> j) & 1U) == 0;
    ++statistics.enumerations;
    ActiveFlags unchanged = active;
    if (rows_.settle(start, active, statistics) == StepStatus::converged &&
        rows_.revise(unchanged, true) == 0) {
      activate_weak_pairs(start, active, statistics);
      return StepStatus::converged;
    }
  }
  return StepStatus::iteration_limit;
}

/// An answer that was reached from another point is also computed from the guess. This gives the
/// linear estimate of the branch test, which is returned. If Newton's method converges there, its
/// answer is taken, so that the bits do not depend on the other point.
double Crossover::settle_from_guess(const Vector& guess, const ActiveFlags& active,
                                    SolverStatistics& statistics) {
  if (rows_.began_at(guess)) return rows_.first_step();
  reached_ = rows_.z();
  revised_ = active;
  const bool arrives = rows_.settle(guess, active, statistics) == StepStatus::converged &&
                       rows_.revise(revised_, true) == 0;
  const double estimate = rows_.first_step();
  if (!arrives) (void)rows_.settle(reached_, active, statistics);
  return estimate;
}

void Crossover::finish(const Vector& guess, const ActiveFlags& active, StepReport& report,
                       Solution& solution) {
  const double estimate = settle_from_guess(guess, active, report.statistics);
  solution.z = rows_.z();
  solution.active = active;
  solution.weak.resize(active.size());
  for (Index i = 0; i < rows_.pairs(); ++i) solution.weak[static_cast<size_t>(i)] = weak(i);
  Certificate& certificate = report.certificate =
      certifier_.certify(rows_.equalities(), rows_.a(), rows_.b(), rows_.on());
  const double distance = rows_.moved() ? rows_.distance(solution.z - guess) : 0.0;
  certificate.branch = distance / (branch_factor * estimate + branch_slack * length_);
  if (!certificate.ok()) {
    report.status = StepStatus::certificate_missed;
    report.message = certificate.verdict() + ", " +
                     certifier_.culprit(rows_.equalities(), rows_.a(), rows_.b(), rows_.on());
  } else if (!certificate.near_branch()) {
    report.status = StepStatus::branch_suspect;
    report.message = "the position moved " + brief(distance) + " m from the predicted one, " +
                     brief(estimate) + " m were estimated";
  } else {
    report.status = StepStatus::converged;
  }
}

}  // namespace ricochet
