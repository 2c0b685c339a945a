#include "ricochet/steppers/constrained_minimum.hpp"

#include "ricochet/contact/contact_rows.hpp"

namespace ricochet {
namespace {

/// Length per unit of grad e, coordinate by coordinate.
Expr inverse_masses(const System& s) { return diag(s.velocity(Expr::eye(s.n()))); }

StepProblem free_minimum(const System& s, const std::string& name, const Expr& q,
                         const Column& parameters, const Expr& e) {
  return {.name = name + ", free",
          .kind = Kind::square_system,
          .unknowns = {{"q", q, Meaning::position}},
          .parameters = parameters,
          .equalities = {{"dynamics", s.velocity(gradient(e, q)), Meaning::dynamics}},
          .length = s.length()};
}

StepProblem minimum(const System& s, const std::string& name, const Expr& q,
                    const Column& parameters, const Expr& e, const Expr& at) {
  const Expr G = jacobian(s.g(at), q).T();
  return {.name = name,
          .kind = Kind::nlp,
          .unknowns = {{"q", q}},
          .parameters = parameters,
          .objective = e,
          .equalities = {{"equalities", s.f(at), Meaning::equality, equality_names(s)}},
          .inequalities = {{"gaps", s.g(at), Meaning::gap, gap_names(s)}},
          .pair_scale = reach(s, G, 1.0),
          .gradient_scale = inverse_masses(s),
          .length = s.length()};
}

}  // namespace

ConstrainedMinimum::ConstrainedMinimum(const System& s, const Backend& backend,
                                       const std::string& name, const Expr& q,
                                       const Column& parameters, const Expr& e, const Expr& at)
    : m_(s.m()),
      k_(s.k()),
      gap_tolerance_(s.tolerances().gap),
      gaps_("gaps", {q, parameters}, {s.g(at)}),
      free_(backend, free_minimum(s, name, q, parameters, e)),
      g_(m_) {
  if (m_ + k_ > 0) constrained_.emplace(backend, minimum(s, name, q, parameters, e, at));
}

void ConstrainedMinimum::set(Given block, In value) {
  free_.set(block, value);
  if (constrained_) constrained_->set(block, value);  // its parameters are the same
}

StepReport ConstrainedMinimum::solve(const Vector& guess) {
  for (auto* set : {&predicted_, &closed_, &weak_}) set->clear();
  y_.setZero(m_);
  nu_.setZero(k_);
  free_.start(free_.q, guess);
  StepReport report = free_.solve();
  if (!report.ok()) return report;
  q_ = free_[free_.q];
  gaps_({q_, free_.parameters()}, {g_});
  bool admissible = k_ == 0;
  for (Index i = 0; i < m_; ++i) {
    if (!(g_[i] >= 0.0)) admissible = false;
    if (!(g_[i] > gap_tolerance_)) predicted_.push_back(i);
  }
  if (admissible) return report;

  ConstrainedCall& call = *constrained_;
  call.start_at_zero();
  call.start(call.q, q_);
  report.merge(call.solve());
  if (!report.ok()) return report;
  q_ = call[call.q];
  y_ = call[call.y];
  nu_ = call[call.nu];
  for (Index i = 0; i < m_; ++i) {
    if (call.solution().active[static_cast<size_t>(i)]) closed_.push_back(i);
    if (call.solution().weak[static_cast<size_t>(i)]) weak_.push_back(i);
  }
  return report;
}

void ConstrainedMinimum::write(ContactSets& sets) const {
  sets.predicted = predicted_;
  sets.held = closed_;
  sets.weak = weak_;
}

}  // namespace ricochet
