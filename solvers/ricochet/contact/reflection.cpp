#include "ricochet/contact/reflection.hpp"

#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr long check_interior_after = 200;  // passes without end: look at the cone
constexpr long least_limit = 10000;         // max(10^4, 20 m) passes

}  // namespace

Reflector::Reflector(const System& s, const Discretization& d, const Energy& energy,
                     Reflection model, const Backend& backend)
    : contacts_(s.contacts()),
      n_(s.n()),
      m_(s.m()),
      k_(s.k()),
      slots_(contact_capacity(n_, m_)),
      length_(s.length()),
      time_(s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      model_(model),
      continuous_(energy.name() == Energy::continuous.name()),
      equality_(s.k()),
      cholesky_(Matrix(Matrix::Identity(n_, n_))),  // copies read its state
      theta_(s.parameter_values()),
      speeds_(Vector::Zero(slots_)),
      dp_(n_),
      y_(slots_),
      velocity_(n_),
      ones_k_(Vector::Ones(k_)),
      column_(k_),
      reduced_(k_),
      V_(Mask::Zero(slots_)),
      involved_(V_),
      mobility_(slots_),
      Minv_(n_, n_),
      A_(n_, n_),
      F_(n_, k_),
      N_(n_, slots_),
      NtMinv_(slots_, n_),
      NtA_(slots_, n_),
      FMF_(k_, k_),
      interior_rows_(slots_, n_) {
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_), h = Expr::sym("h");
  const Expr theta = s.parameter_symbols();
  const Expr E = energy.expression(s, d, q, p, h);
  const Expr A = jacobian(gradient(E, p), p);
  quadratic_ = !depends_on(A, p);
  gradients_ = Kernel("gradients", {q, theta},
                      {s.G(q), densify(s.F(q)), densify(s.velocity(Expr::eye(n_)))}, true);
  G_ = KernelMatrix(gradients_.sparsity_out(0));
  members_.reserve(static_cast<size_t>(m_));
  if (quadratic_) curvature_ = Kernel("curvature", {q, h, theta}, {A});
  energy_ = Kernel("energy", {q, p, h, theta}, {E});
  if (m_ == 0) return;  // nothing to reflect
  pass_ = {backend, pass_problem(n_, slots_, length_, time_)};
  interior_ = {backend, interior_problem(n_, slots_)};
  if (!quadratic_) general_ = {backend, general_pass_problem(s, d, energy, slots_)};
}

double Reflector::energy(const Vector& q, const Vector& p, double h) {
  double E = 0.0;
  energy_({q, p, h, theta_}, {E});
  return E;
}

StepReport Reflector::reflect(const Vector& q, const Vector& at, double h, const Mask& K, Vector& p,
                              std::vector<ReflectionPass>& log) {
  recycle(log);
  StepReport report{.status = StepStatus::converged};
  const auto fail = [&report](StepStatus status, const std::string& why) {
    report.status = status;
    report.message = why;
    return report;
  };
  indices(K, members_);
  if (members_.empty()) return report;
  if (members() > slots_)
    return fail(StepStatus::too_many_events,
                "the reflection involves " + std::to_string(members()) +
                    " contacts at once, more than the " + std::to_string(slots_) +
                    " it has room for; remove repeated inequalities");
  project_gradients(at);
  const double E_minus = energy(q, p, h);
  double changed = 0.0;   // energy that passes with H instead of E added to E
  double mismatch = 0.0;  // of the energy that each pass conserves
  involved_.setZero();
  const long limit = std::max(least_limit, 20L * static_cast<long>(m_));
  for (long i = 0; approaching(p); ++i) {
    involved_ = involved_.cwiseMax(V_);
    if (i == check_interior_after)
      if (squeezed(report))
        return fail(StepStatus::no_admissible_impulse, "contacts " + names_of(involved_));
    if (i >= limit)
      return fail(StepStatus::iteration_limit, "the reflection over " + names_of(involved_) +
                                                   " did not end in " + std::to_string(limit) +
                                                   " passes");
    const double before = energy(q, p, h);
    velocity_.noalias() = Minv_ * p;
    const double kinetic_before = 0.5 * p.dot(velocity_);
    bool with_H = false;
    report.status = pass(q, h, p, report, with_H);
    if (!report.ok())
      return fail(report.status, titled("reflection over " + names_of(V_), report.message));
    if (with_H) {
      velocity_.noalias() = Minv_ * p;
      mismatch += std::abs(0.5 * p.dot(velocity_) - kinetic_before);
      changed += energy(q, p, h) - before;
    }
    record(log);
  }
  if (log.empty()) return report;
  velocity_.noalias() = Minv_ * p;
  const double kinetic = 0.5 * p.dot(velocity_);
  mismatch += std::abs(energy(q, p, h) - E_minus - changed);
  // Kinetic energy is what a reflection turns; a share of |E| covers the round-off of a large V.
  const double scale = std::max(kinetic, 1e-3 * std::abs(E_minus));
  report.certificate.energy = length_ * mismatch / std::max(scale, 1e-300);
  for (Index j = 0; j < members(); ++j)  // admissible up to the tolerance that ended the passes
    report.certificate.sign =
        std::max(report.certificate.sign, time_ * std::max(0.0, -speeds_[j] - speed_tolerance_));
  report.certificate.limit = 1e-11 * length_;
  if (!report.certificate.ok())
    return fail(StepStatus::certificate_missed,
                titled("reflection over " + names_of(involved_), report.certificate.verdict()));
  return report;
}

/// N = G - F (F^T M^-1 F)^+ F^T M^-1 G of the members.                 [KP12] (7.7), as read above
void Reflector::project_gradients(const Vector& at) {
  gradients_({at, theta_}, {G_.values(), F_, Minv_});
  const auto G = G_.matrix();
  N_.setZero();
  for (Index j = 0; j < members(); ++j)
    for (decltype(G)::InnerIterator it(G, members_[static_cast<size_t>(j)]); it; ++it)
      N_(it.row(), j) = it.value();
  if (k_ > 0) {
    FtMinv_.noalias() = F_.transpose() * Minv_;
    FMF_.noalias() = FtMinv_ * F_;
    equality_.factor(FMF_, ones_k_);
    for (Index j = 0; j < members(); ++j) {
      velocity_.noalias() = Minv_ * N_.col(j);
      column_.noalias() = F_.transpose() * velocity_;
      equality_.solve(column_, reduced_);
      N_.col(j).noalias() -= F_ * reduced_;
    }
  }
  NtMinv_.setZero();
  NtMinv_.topRows(members()).noalias() = N_.leftCols(members()).transpose() * Minv_;
}

/// V: the members of K that approach (Moreau: or rest). True if one approaches.
bool Reflector::approaching(const Vector& p) {
  speeds_.head(members()).noalias() = NtMinv_.topRows(members()) * p;
  bool any = false;
  const double below = model_ == Reflection::generalized ? -speed_tolerance_ : speed_tolerance_;
  V_.setZero();
  for (Index j = 0; j < members(); ++j) {
    V_[j] = speeds_[j] < below ? 1.0 : 0.0;
    any = any || !(speeds_[j] >= -speed_tolerance_);
  }
  return any;
}

/// One pass; `kinetic` tells that it conserves H in place of an energy that allows no impulse.
StepStatus Reflector::pass(const Vector& q, double h, Vector& p, StepReport& report,
                           bool& kinetic) {
  StepStatus status = StepStatus::converged;
  bool done = false;
  if (!continuous_) {
    if (quadratic_) {
      curvature_({q, h, theta_}, {A_});
      done = cholesky_.compute(A_).info() == Eigen::Success &&
             quadratic_pass(A_, 1.0, p, report) == StepStatus::converged && acceptable(p);
    } else {
      done = general_pass(q, h, p, report) == StepStatus::converged && acceptable(p);
    }
    kinetic = !done;
    if (kinetic) ++report.statistics.fallbacks;
  }
  if (!done) status = quadratic_pass(Minv_, 1.0, p, report);
  if (status == StepStatus::converged) p += dp_;
  return status;
}

/// dp and y for the metric A; factor 1/2 stops the approach instead of reversing it.
StepStatus Reflector::quadratic_pass(const Matrix& A, double factor, const Vector& p,
                                     StepReport& report) {
  auto& [solver, parameters, guess, solution] = pass_;
  parameters.resize(n_ + n_ * n_ + n_ * slots_ + 2 * slots_);
  dp_ = factor * p;
  NtA_.setZero();
  NtA_.topRows(members()).noalias() = N_.leftCols(members()).transpose() * A;
  for (Index j = 0; j < slots_; ++j) mobility_[j] = NtA_.row(j).dot(N_.col(j));
  pack({dp_, A, NtA_, mobility_, V_}, parameters);
  guess.setZero(n_ + slots_);
  StepReport part = solver->solve(parameters, guess, no_hint_, solution);
  report.statistics.add(part.statistics);
  report.message = part.message;
  if (!part.ok()) return part.status;
  report.certificate.merge(part.certificate);
  y_ = solution.z.tail(slots_).cwiseProduct(V_);
  dp_.noalias() = N_ * y_;
  return StepStatus::converged;
}

StepStatus Reflector::general_pass(const Vector& q, double h, const Vector& p, StepReport& report) {
  if (const StepStatus s = quadratic_pass(Minv_, 0.5, p, report); s != StepStatus::converged)
    return s;
  auto& [solver, parameters, guess, solution] = general_;
  parameters.resize(2 * n_ + 1 + n_ * slots_ + 2 * slots_ + theta_.size());
  y_ *= 2.0;
  pack({q, p, h, N_, V_, y_, theta_}, parameters);
  // y; multipliers of admissibility, of y >= 0, of the energy
  guess.setZero(3 * slots_ + 1);
  guess.head(slots_) = y_;
  const StepReport part = solver->solve(parameters, guess, no_hint_, solution);
  report.statistics.add(part.statistics);
  if (!part.ok()) return part.status;
  report.certificate.merge(part.certificate);
  y_ = solution.z.head(slots_).cwiseProduct(V_);
  dp_.noalias() = N_ * y_;
  return StepStatus::converged;
}

/// An impulse that is not zero and leaves no member of V approaching.
bool Reflector::acceptable(const Vector& p) {
  if (!(y_.maxCoeff() > 0.0)) return false;
  p_plus_ = p + dp_;
  speeds_.head(members()).noalias() = NtMinv_.topRows(members()) * p_plus_;
  for (Index j = 0; j < members(); ++j)
    if (V_[j] != 0.0 && !(speeds_[j] >= -speed_tolerance_)) return false;
  return true;
}

void Reflector::record(std::vector<ReflectionPass>& log) {
  const auto size = (V_.array() != 0.0).count();
  ReflectionPass& entry = passes_.add(log, size);
  entry.set.clear();
  entry.passive.clear();
  entry.set.reserve(static_cast<size_t>(size));
  entry.passive.reserve(static_cast<size_t>(size));
  for (Index j = 0; j < members(); ++j) {
    if (V_[j] == 0.0) continue;
    const Index contact = members_[static_cast<size_t>(j)];
    entry.impulse[static_cast<Index>(entry.set.size())] = y_[j];
    entry.set.push_back(contact);
    if (y_[j] <= 0.0) entry.passive.push_back(contact);
  }
}

Impact& Reflector::log_impact(const std::vector<ReflectionPass>& log, const State& before,
                              const Vector& p_plus, double h, std::vector<Impact>& impacts) {
  total_.setZero(m_);
  for (const ReflectionPass& pass : log)
    for (size_t j = 0; j < pass.set.size(); ++j)
      total_[pass.set[j]] += pass.impulse[static_cast<Index>(j)];
  Impact& impact = impacts_.add(impacts, (total_.array() != 0.0).count());
  impact.t = before.t;
  impact.alpha = 0.0;
  impact.passes = static_cast<Index>(log.size());
  impact.q = before.q;
  impact.p_minus = before.p;
  impact.p_plus = p_plus;
  impact.friction.resize(0);
  indices(total_, impact.constraints);
  for (size_t j = 0; j < impact.constraints.size(); ++j)
    impact.impulse[static_cast<Index>(j)] = total_[impact.constraints[j]];
  impact.energy_minus = energy(before.q, before.p, h);
  impact.energy_plus = energy(before.q, p_plus, h);
  impact.flagged = false;
  return impact;
}

/// A cone with interior always ends; true for one without.
bool Reflector::squeezed(StepReport& report) {
  interior_rows_ = NtMinv_;
  for (Index j = 0; j < members(); ++j) interior_rows_.row(j).normalize();
  auto& [solver, parameters, guess, solution] = interior_;
  parameters.resize(slots_ * n_ + slots_);
  pack({interior_rows_, involved_}, parameters);
  guess.setZero(n_ + slots_);
  const StepReport part = solver->solve(parameters, guess, no_hint_, solution);
  report.statistics.add(part.statistics);
  return part.status == StepStatus::no_admissible_impulse;
}

std::string Reflector::names_of(const Mask& set) const {
  std::vector<Index> contacts;
  for (Index j = 0; j < members(); ++j)
    if (set[j] != 0.0) contacts.push_back(members_[static_cast<size_t>(j)]);
  return contacts_.names(contacts);
}

}  // namespace ricochet
