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
constexpr Index few_pairs = 8;            // all are part of a system that is written out

/// The Jacobian of the rows in force, as a function of unknowns, parameters and flags.
SymbolicSystem system_of(const StepProblem& p, const RowDerivatives& d,
                         const std::vector<Partner>& partners) {
  const auto pairs = static_cast<casadi_int>(p.pair_count());
  const Expr active = Expr::sym("active", pairs), inactive = 1.0 - active;
  std::vector<Expr> rows{d.equalities};
  for (casadi_int i = 0; i < pairs; ++i) {
    const casadi::Slice all;
    rows.push_back(if_else_zero(active(i), d.b(i, all)) + if_else_zero(inactive(i), d.a(i, all)));
  }
  return {.arguments = {p.unknowns, p.parameters, active},
          .matrix = vertcat(rows),
          .column_scale = densify(p.unknown_scale),
          .partners = partners,
          .first = d.equalities.size1()};
}

}  // namespace

ActiveSet::ActiveSet(const StepProblem& conditions)
    : ActiveSet(conditions, RowDerivatives(conditions)) {}

ActiveSet::ActiveSet(const StepProblem& p, const RowDerivatives& derivatives)
    : StepRows(p, derivatives),
      positions_(p.positions()),
      tolerance_(sign_tolerance * p.length),
      pair_rows_(p.pair_count()),
      flags_(p.pair_count()),
      linear_(p.unknown_count()) {
  for (Vector* v : {&z_, &best_, &dz_, &row_values_}) v->setZero(p.unknown_count());
  choose_partners(p);
  if (pairs() <= few_pairs) few_ = CompiledElimination::of(system_of(p, derivatives, partners_));
}

/// A pair gives its impulse, the other rows the other unknowns in their order. What states the
/// motion comes before what constrains it.
void ActiveSet::choose_partners(const StepProblem& p) {
  std::vector<bool> taken(static_cast<size_t>(p.unknown_count()));
  const std::vector<Index> impulses = impulse_places(p);
  for (const Index unknown : impulses) taken[static_cast<size_t>(unknown)] = true;
  Index unknown = 0;
  for (const Layout::Part& part : p.equalities.layout().parts()) {
    const bool motion = part.meaning == Meaning::dynamics || part.meaning == Meaning::plain;
    for (Index i = 0; i < part.slot.size; ++i, ++unknown) {
      while (taken[static_cast<size_t>(unknown)]) ++unknown;
      partners_.push_back({.unknown = unknown, .late = !motion});
    }
  }
  for (const Index impulse : impulses) partners_.push_back({.unknown = impulse, .late = true});
}

/// The values of the pairs for a fixed set; returns the largest of all rows.
double ActiveSet::collect(const ActiveFlags& active) {
  double most = 0.0;
  for (const double value : equalities()) most = std::max(most, std::abs(value));
  for (Index i = 0; i < pairs(); ++i) {
    pair_rows_[i] = active[static_cast<size_t>(i)] ? b()[i] : a()[i];
    most = std::max(most, std::abs(pair_rows_[i]));
  }
  return most;
}

/// Factors the Jacobian at z_ for a fixed set; false if it is not finite.
bool ActiveSet::factor(const ActiveFlags& active) {
  for (Index i = 0; i < pairs(); ++i) flags_[i] = active[static_cast<size_t>(i)];
  written_out_ = few_ && few_->factor({z_, parameters(), flags_});
  if (written_out_) return true;
  differentiate(z_);
  const Jacobians& J = jacobians();
  const Index count = equalities().size();
  linear_.begin();
  for (Index i = 0; i < z_.size(); ++i) {
    const Partner& partner = partners_[static_cast<size_t>(i)];
    const bool pair = i >= count;
    const KernelMatrix& from =
        pair ? (active[static_cast<size_t>(i - count)] ? J.b : J.a) : J.equalities;
    linear_.add({.from = &from,
                 .row = pair ? i - count : i,
                 .partner = partner.unknown,
                 .late = partner.late});
  }
  return linear_.factor(scale());
}

/// The Newton step dz_ from the rows that were collected.
void ActiveSet::step() {
  if (written_out_) return few_->solve(equalities(), pair_rows_, dz_);
  row_values_.head(equalities().size()) = equalities();
  row_values_.tail(pairs()) = pair_rows_;
  linear_.solve(row_values_, dz_);
}

/// Values at z_, pulled back towards the point before the step dz_ while they are not finite.
bool ActiveSet::evaluate_after_step() {
  for (int i = 0; i < halvings; ++i) {
    if (evaluate_elsewhere(z_)) return true;
    dz_ *= 0.5;
    z_ += dz_;
  }
  return false;
}

bool ActiveSet::linearize(const Vector& guess, const ActiveFlags& active, Vector& z,
                          SolverStatistics& statistics) {
  if (!evaluate(guess)) return false;
  z_ = guess;
  (void)collect(active);
  if (!factor(active)) return false;
  ++statistics.factorizations;
  step();
  z = guess - dz_;
  return z.allFinite();
}

StepStatus ActiveSet::settle(const Vector& guess, const ActiveFlags& active,
                             SolverStatistics& statistics) {
  z_ = guess;
  start_ = &guess;
  first_step_ = 0.0;
  moved_ = false;
  residual_ = std::numeric_limits<double>::infinity();
  double previous = residual_;
  int unimproved = 0;
  bool factored = false;
  for (int iteration = 0; iteration < newton_limit; ++iteration) {
    if (!(iteration == 0 ? evaluate(z_) : evaluate_after_step())) return StepStatus::not_finite;
    const double error = collect(active);
    const bool stagnates = error <= small_enough * length() && !(error < 0.1 * previous);
    at_best_ = iteration == 0 || error < residual_;
    if (at_best_) {
      residual_ = error;
      unimproved = 0;
    } else if (++unimproved > patience) {
      break;
    }
    if (error <= roundoff * length() || (iteration > 0 && stagnates)) break;

    if (!factored || error > reuse_below * previous) {
      if (!factor(active)) return StepStatus::not_finite;
      factored = true;
      ++statistics.factorizations;
    }
    step();
    if (iteration == 0) first_step_ = distance(dz_);
    if (at_best_) {
      best_.noalias() = z_ - dz_;
      best_.swap(z_);
    } else {
      z_ -= dz_;
    }
    moved_ = true;
    ++statistics.newton_iterations;
    previous = error;
    at_best_ = false;
  }
  if (!at_best_) return_to_best();
  if (residual_ <= acceptable * length()) return StepStatus::converged;
  const bool singular = !written_out_ && linear_.rank_deficient();
  return singular ? StepStatus::singular : StepStatus::iteration_limit;
}

/// The rows end where the answer is.
void ActiveSet::return_to_best() {
  z_ = best_;
  (void)evaluate(z_);
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
