#include "ricochet/backends/step_rows.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ricochet {
namespace {

Vector constraint_rows(const StepProblem& conditions) {
  Vector constrains = Vector::Zero(conditions.equalities.size());
  if (conditions.kind != Kind::complementarity) return constrains;
  for (const Layout::Part& part : conditions.equalities.layout().parts())
    if (part.meaning != Meaning::dynamics)
      constrains.segment(part.slot.offset, part.slot.size).setOnes();
  return constrains;
}

constexpr Index large = 64;  // unknowns

/// The sum of the sizes of the unknowns, the equalities, and the pairs in force: it is finite if
/// all of these are. Sizes cannot cancel each other.
Expr sum_of_sizes(const StepProblem& p, const Expr& a, const Expr& b) {
  const Expr in_force = stack({if_else_zero(p.pair_on, a), if_else_zero(p.pair_on, b)});
  return sum1(fabs(stack({p.unknowns, p.equalities, densify(in_force)})));
}

/// The row_values(), and instead of bounds the sum_of_sizes(); of large problems, where expressions
/// cost more than loops, nothing.
Kernel checked_values(const StepProblem& p) {
  const Expr a = p.pair_scale * p.complement_a.all(), b = p.complement_b;
  const Expr sum = p.unknown_count() > large ? Expr(0.0) : sum_of_sizes(p, a, b);
  return {"values", {p.unknowns, p.parameters}, {p.equalities, a, b, p.pair_on, sum}};
}

}  // namespace

RowDerivatives::RowDerivatives(const StepProblem& p)
    : equalities(sparse_jacobian(p.equalities, p.unknowns)),
      a(sparse_jacobian(p.pair_scale * p.complement_a.all(), p.unknowns)),
      b(sparse_jacobian(p.complement_b, p.unknowns)) {}

StepRows::StepRows(const StepProblem& p, const RowDerivatives& d)
    : names_(std::make_shared<const RowNames>(row_names(p))),
      length_(p.length),
      constrains_(constraint_rows(p)),
      values_(checked_values(p)),
      parameters_(Vector::Zero(p.parameters.size())),
      equalities_(Vector::Zero(p.equalities.size())),
      a_(Vector::Zero(p.pair_count())),
      b_(a_),
      on_(a_),
      scale_(Vector::Ones(p.unknown_count())),
      at_(Vector::Zero(p.unknown_count())) {
  assert(p.kind != Kind::scalar_root && !p.minimises());
  derivatives_ = Kernel("jacobians", {p.unknowns, p.parameters},
                        {d.equalities, d.a, d.b, densify(p.unknown_scale)}, true);
  jacobians_ = {.equalities = KernelMatrix(derivatives_.sparsity_out(0)),
                .a = KernelMatrix(derivatives_.sparsity_out(1)),
                .b = KernelMatrix(derivatives_.sparsity_out(2))};
}

void StepRows::set_parameters(const Vector& parameters) {
  parameters_ = parameters;
  known_ = false;
}

bool StepRows::evaluate(const Vector& z) {
  return known_ && at_ == z ? finite_ : evaluate_elsewhere(z);
}

bool StepRows::evaluate_elsewhere(const Vector& z) {
  double sum = 0.0;
  values_({z, parameters_}, {equalities_, a_, b_, on_, sum});
  at_ = z;
  known_ = true;
  finite_ = std::isfinite(sum) && (z.size() <= large || all_finite());
  return finite_;
}

/// Whether all unknowns, equalities and pairs in force are.
bool StepRows::all_finite() const {
  for (Index i = 0; i < pairs(); ++i)
    if (on(i) && !(std::isfinite(a_[i]) && std::isfinite(b_[i]))) return false;
  return at_.allFinite() && equalities_.allFinite();
}

void StepRows::differentiate(const Vector& z) {
  derivatives_({z, parameters_}, {jacobians_.equalities.values(), jacobians_.a.values(),
                                  jacobians_.b.values(), scale_});
}

std::string StepRows::culprit() const {
  for (Index i = 0; i < equalities_.size(); ++i)
    if (!std::isfinite(equalities_[i])) return names_->equality(i);
  for (Index i = 0; i < pairs(); ++i)
    if (on(i) && !(std::isfinite(a_[i]) && std::isfinite(b_[i]))) return names_->pair(i);
  return "an unknown or a derivative in '" + names_->problem + "'";
}

std::string StepRows::remainder() const {
  double most = 0.0;
  for (const double row : equalities_) most = larger(most, std::abs(row));
  for (Index i = 0; i < pairs(); ++i)
    if (on(i)) most = larger(most, std::abs(std::min(a_[i], b_[i])));
  return "the equations of '" + names_->problem + "' are missed by " + brief(most) +
         " m where the search ends";
}

}  // namespace ricochet
