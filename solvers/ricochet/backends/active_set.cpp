#include "ricochet/backends/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr int newton_limit = 40;
constexpr int patience = 8;               // iterations without a smaller residual
constexpr int halvings = 20;              // of a step that leaves the domain of the equations
constexpr double roundoff = 1e-15;        // residual, of the length: nothing left to gain
constexpr double small_enough = 1e-12;    // residual, of the length: stop when it stagnates
constexpr double acceptable = 1e-11;      // residual, of the length: worth certifying
constexpr double sign_tolerance = 1e-12;  // of the length: a, b >= -this
constexpr double reuse_below = 1e-3;      // keep the LU while the residual falls this fast

double largest(const Vector& v) {
  double most = 0.0;
  for (const double x : v) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

ActiveSet::ActiveSet(const StepProblem& p)
    : StepRows(p),
      positions_(p.positions()),
      tolerance_(sign_tolerance * p.length),
      linear_(p.unknown_count()) {
  for (Vector* v : {&start_, &z_, &best_, &dz_, &row_values_}) v->setZero(p.unknown_count());
  choose_partners(p);
}

/// A pair gives its impulse, the other rows the other unknowns in their order. What states the
/// motion comes before what constrains it.
void ActiveSet::choose_partners(const StepProblem& p) {
  std::vector<bool> taken(static_cast<size_t>(p.unknown_count()));
  for (const Index unknown : impulse_places(p)) {
    of_pairs_.push_back({.unknown = unknown, .late = true});
    taken[static_cast<size_t>(unknown)] = true;
  }
  Index unknown = 0;
  for (const Layout::Part& part : p.equalities.layout().parts()) {
    const bool motion = part.meaning == Meaning::dynamics || part.meaning == Meaning::plain;
    for (Index i = 0; i < part.slot.size; ++i, ++unknown) {
      while (taken[static_cast<size_t>(unknown)]) ++unknown;
      of_equalities_.push_back({.unknown = unknown, .late = !motion});
    }
  }
}

/// The values of the rows for a fixed set.
void ActiveSet::collect(const ActiveFlags& active) {
  row_values_.head(equalities().size()) = equalities();
  for (Index i = 0; i < pairs(); ++i)
    row_values_[equalities().size() + i] = active[static_cast<size_t>(i)] ? b()[i] : a()[i];
}

/// Factors the Jacobian for a fixed set; false if it is not finite.
bool ActiveSet::factor(const ActiveFlags& active) {
  const Jacobians& J = jacobians();
  linear_.begin();
  const auto add = [&](const KernelMatrix& from, Index row, const Partner& partner) {
    linear_.add({.from = &from, .row = row, .partner = partner.unknown, .late = partner.late});
  };
  for (Index i = 0; i < equalities().size(); ++i)
    add(J.equalities, i, of_equalities_[static_cast<size_t>(i)]);
  for (Index i = 0; i < pairs(); ++i) {
    const auto pair = static_cast<size_t>(i);
    add(active[pair] ? J.b : J.a, i, of_pairs_[pair]);
  }
  return linear_.factor(scale());
}

/// Values at z_, pulled back towards the point before the step dz_ while they are not finite.
bool ActiveSet::evaluate_after_step() {
  for (int i = 0; i < halvings; ++i) {
    if (evaluate(z_)) return true;
    dz_ *= 0.5;
    z_ += dz_;
  }
  return false;
}

bool ActiveSet::linearize(const Vector& guess, const ActiveFlags& active, Vector& z,
                          SolverStatistics& statistics) {
  if (!evaluate(guess)) return false;
  collect(active);
  differentiate(guess);
  if (!factor(active)) return false;
  ++statistics.factorizations;
  linear_.solve(row_values_, dz_);
  z = guess - dz_;
  return z.allFinite();
}

StepStatus ActiveSet::settle(const Vector& guess, const ActiveFlags& active,
                             SolverStatistics& statistics) {
  z_ = best_ = start_ = guess;
  first_step_ = 0.0;
  residual_ = std::numeric_limits<double>::infinity();
  double previous = residual_;
  int unimproved = 0;
  bool factored = false;
  for (int iteration = 0; iteration < newton_limit; ++iteration) {
    if (!(iteration == 0 ? evaluate(z_) : evaluate_after_step())) return StepStatus::not_finite;
    collect(active);
    const double error = largest(row_values_);
    const bool stagnates = error <= small_enough * length() && !(error < 0.1 * previous);
    if (error < residual_) {
      residual_ = error;
      best_ = z_;
      unimproved = 0;
    } else if (++unimproved > patience) {
      break;
    }
    if (error <= roundoff * length() || (iteration > 0 && stagnates)) break;

    if (!factored || error > reuse_below * previous) {
      differentiate(z_);
      if (!factor(active)) return StepStatus::not_finite;
      factored = true;
      ++statistics.factorizations;
    }
    linear_.solve(row_values_, dz_);
    if (iteration == 0) first_step_ = distance(dz_);
    z_ -= dz_;
    ++statistics.newton_iterations;
    previous = error;
  }
  z_ = best_;
  (void)evaluate(z_);
  if (residual_ <= acceptable * length()) return StepStatus::converged;
  return linear_.rank_deficient() ? StepStatus::singular : StepStatus::iteration_limit;
}

int ActiveSet::revise(ActiveFlags& active, bool only_first) const {
  int flipped = 0;
  for (Index i = 0; i < pairs(); ++i) {
    unsigned char& flag = active[static_cast<size_t>(i)];
    const bool wrong = flag ? a()[i] < -tolerance_ : on(i) && b()[i] < -tolerance_;
    if (!wrong) continue;
    flag = flag ? 0 : 1;
    ++flipped;
    if (only_first) break;
  }
  return flipped;
}

}  // namespace ricochet
