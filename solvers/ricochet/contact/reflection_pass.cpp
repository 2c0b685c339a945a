#include "ricochet/contact/reflection_pass.hpp"

#include "ricochet/contact/reflection_problems.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace ricochet {

PassSolver::PassSolver(const System& s, const Discretization& d, const Energy& energy,
                       const Backend& backend)
    : speed_tolerance_(s.tolerances().speed),
      continuous_(energy.name() == Energy::continuous.name()),
      cone_(s, backend),
      cholesky_(Matrix(Matrix::Identity(1, 1))),  // copies read its state
      theta_(s.parameter_values()),
      dp_(s.n()) {
  if (continuous_ || s.m() == 0) return;
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  const Expr A = jacobian(gradient(energy.expression(s, d, q, p, h), p), p);
  quadratic_ = !depends_on(A, p);
  if (quadratic_) {
    curvature_ = Kernel("curvature", {q, h, s.parameter_symbols()}, {A});
    A_.resize(s.n(), s.n());
  } else {
    const Index slots = contact_capacity(s.n(), s.m());
    general_.emplace(backend, general_pass_problem(s, d, energy, slots));
  }
}

StepReport PassSolver::solve(const ContactOperator& contacts, const Vector& q, double h,
                             const Vector& p, const Vector& speeds, const Mask& V,
                             const Vector& restitution) {
  if (y_.size() < contacts.size())
    for (Vector* per_member : {&y_, &b_, &to_rest_}) per_member->setZero(speeds.size());
  replaced_ = false;
  if (continuous_) return kinetic(contacts, speeds, restitution, V);
  StepReport report;
  if (quadratic_) {
    curvature_({q, h, theta_}, {A_});
    if (cholesky_.compute(A_).info() == Eigen::Success) report = curved(contacts, p, V);
  } else {
    report = general(contacts, q, h, p, speeds, V);
  }
  if (report.ok() && acceptable(contacts, speeds, V)) return report;
  replaced_ = true;
  StepReport other = kinetic(contacts, speeds, restitution, V);
  other.statistics.add(report.statistics);
  ++other.statistics.fallbacks;
  return other;
}

/// [KP12] (A.1) with M^-1; restitution 0 stops the approach where 1 reverses it.
StepReport PassSolver::kinetic(const ContactOperator& contacts, const Vector& speeds,
                               const Vector& restitution, const Mask& V) {
  const Index size = contacts.size();
  b_.head(size) = (1.0 + restitution.head(size).array()) * speeds.head(size).array();
  y_.setZero();
  return take(contacts, cone_.solve(contacts.D(), b_.head(size), V.head(size), y_.head(size)));
}

/// [KP12] (A.1) with A = d2E/dp2.
StepReport PassSolver::curved(const ContactOperator& contacts, const Vector& p, const Mask& V) {
  const Index size = contacts.size();
  AN_.noalias() = A_ * contacts.N();
  D_.noalias() = contacts.N().transpose() * AN_;
  b_.head(size).noalias() = 2.0 * AN_.transpose() * p;
  y_.setZero();
  return take(contacts, cone_.solve(D_, b_.head(size), V.head(size), y_.head(size)));
}

/// An energy of any form; the search starts at the impulses that conserve H.
StepReport PassSolver::general(const ContactOperator& contacts, const Vector& q, double h,
                               const Vector& p, const Vector& speeds, const Mask& V) {
  GeneralCall& call = *general_;
  const Index size = contacts.size(), slots = call.mask.size, n = q.size();
  if (size > slots)
    return {.status = StepStatus::too_many_events,
            .message = std::to_string(size) + " contacts take part at once, more than the " +
                       std::to_string(slots) + " there is room for"};
  StepReport report = kinetic(contacts, speeds, to_rest_, V);
  if (!report.ok()) return report;
  call.set(call.q, q);
  call.set(call.p, p);
  call.set(call.h, h);
  call.set(call.theta, theta_);
  call.at(call.N).setZero();
  Eigen::Map<Matrix>(call.at(call.N).data(), n, slots).leftCols(size) = contacts.N();
  call.at(call.mask).setZero();
  call.at(call.mask).head(size) = V.head(size);
  call.at(call.target).setZero();
  call.at(call.target).head(size) = 2.0 * y_.head(size);
  call.start_at_zero();
  call.guess_at(call.y) = call.at(call.target);
  const StepReport part = call.solve();
  report.statistics.add(part.statistics);
  report.status = part.status;
  report.message = part.message;
  if (!part.ok()) return report;
  report.certificate = part.certificate;
  y_.head(size) = call[call.y].head(size).cwiseProduct(V.head(size));
  return take(contacts, std::move(report));
}

/// dp from the impulses.                                                       [KP12] (6.6)
StepReport PassSolver::take(const ContactOperator& contacts, StepReport report) {
  dp_.noalias() = contacts.N() * y_.head(contacts.size());
  return report;
}

/// An impulse that is not zero and leaves no member of V approaching.
bool PassSolver::acceptable(const ContactOperator& contacts, const Vector& speeds, const Mask& V) {
  const Index size = contacts.size();
  if (!(y_.head(size).maxCoeff() > 0.0)) return false;
  after_.noalias() = contacts.D() * y_.head(size);
  after_ += speeds.head(size);
  for (Index j = 0; j < size; ++j)
    if (V[j] != 0.0 && !(after_[j] >= -speed_tolerance_)) return false;
  return true;
}

bool PassSolver::has_interior(const ContactOperator& contacts, const Mask& set) {
  return cone_.has_interior(contacts.D(), set.head(contacts.size()));
}

}  // namespace ricochet
