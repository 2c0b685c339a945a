#include "ricochet/steppers/constrained_minimum.hpp"

#include "ricochet/contact/contact_rows.hpp"

namespace ricochet {
namespace {

/// Length per unit of grad e, coordinate by coordinate.
Expr inverse_masses(const System& s) { return diag(s.velocity(Expr::eye(s.n()))); }

StepProblem free_minimum(const System& s, const std::string& name, const Expr& q,
                         const Expr& parameters, const Expr& e) {
  return {.name = name + ", free",
          .kind = Kind::square_system,
          .unknowns = q,
          .parameters = parameters,
          .equalities = s.velocity(gradient(e, q)),
          .primal = s.n(),
          .length = s.length()};
}

StepProblem minimum(const System& s, const std::string& name, const Expr& q, const Expr& parameters,
                    const Expr& e, const Expr& at) {
  const Expr G = jacobian(s.g(at), q).T();
  return {.name = name,
          .kind = Kind::nlp,
          .unknowns = q,
          .parameters = parameters,
          .objective = e,
          .equalities = s.f(at),
          .inequalities = s.g(at),
          .pair_scale = reach(s, G, 1.0),
          .gradient_scale = inverse_masses(s),
          .length = s.length()};
}

}  // namespace

ConstrainedMinimum::ConstrainedMinimum(const System& s, const Backend& backend,
                                       const std::string& name, const Expr& q,
                                       const Expr& parameters, const Expr& e, const Expr& at)
    : n_(s.n()), m_(s.m()), k_(s.k()), gap_tolerance_(s.tolerances().gap), g_(m_) {
  gaps_ = Kernel("gaps", {q, parameters}, {s.g(at)});
  free_ = backend.prepare(free_minimum(s, name, q, parameters, e));
  if (m_ + k_ > 0) constrained_ = backend.prepare(minimum(s, name, q, parameters, e, at));
}

ConstrainedMinimum::ConstrainedMinimum(const ConstrainedMinimum& o)
    : n_(o.n_),
      m_(o.m_),
      k_(o.k_),
      gap_tolerance_(o.gap_tolerance_),
      gaps_(o.gaps_),
      free_(o.free_->clone()),
      constrained_(o.constrained_ ? o.constrained_->clone() : nullptr),
      g_(o.g_) {}

StepReport ConstrainedMinimum::solve(const Vector& parameters, const Vector& guess) {
  for (auto* set : {&predicted_, &closed_, &weak_}) set->clear();
  y_.setZero(m_);
  nu_.setZero(k_);
  StepReport report = free_->solve(parameters, guess, no_hint_, solution_);
  if (!report.ok()) return report;
  q_ = solution_.z;
  gaps_({q_, parameters}, {g_});
  bool admissible = k_ == 0;
  for (Index i = 0; i < m_; ++i) {
    if (!(g_[i] >= 0.0)) admissible = false;
    if (!(g_[i] > gap_tolerance_)) predicted_.push_back(i);
  }
  if (admissible) return report;

  guess_.setZero(n_ + m_ + k_);
  guess_.head(n_) = q_;
  report.merge(constrained_->solve(parameters, guess_, no_hint_, solution_));
  if (!report.ok()) return report;
  q_ = solution_.z.head(n_);
  y_ = solution_.z.segment(n_, m_);
  nu_ = solution_.z.tail(k_);
  for (Index i = 0; i < m_; ++i) {
    if (solution_.active[static_cast<size_t>(i)]) closed_.push_back(i);
    if (solution_.weak[static_cast<size_t>(i)]) weak_.push_back(i);
  }
  return report;
}

}  // namespace ricochet
