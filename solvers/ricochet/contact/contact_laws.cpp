#include "ricochet/contact/contact_laws.hpp"

#include "ricochet/contact/friction_problem.hpp"
#include "ricochet/text.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of the velocities and impulses of one impact

}  // namespace

ContactLaw::ContactLaw(const System& s, const Backend& backend, std::optional<Law> law,
                       double rest_energy)
    : n_(s.n()),
      m_(s.m()),
      contacts_(s.contacts()),
      tangents_(contacts_.tangents()),
      law_(law),
      rest_energy_(rest_energy),
      T_(n_, tangents_),
      J_(m_ + tangents_, n_),
      W_(m_ + tangents_, m_ + tangents_) {
  const Expr q = Expr::sym("q", n_);
  tangent_columns_ = Kernel("T", {q, s.parameter_symbols()}, {s.T(q)});
  friction_ = backend.prepare(friction_problem(s));
  set_parameters(s);
}

ContactLaw::ContactLaw(const ContactLaw& o)
    : ImpactLaw(),
      n_(o.n_),
      m_(o.m_),
      contacts_(o.contacts_),
      tangents_(o.tangents_),
      law_(o.law_),
      rest_energy_(o.rest_energy_),
      tangent_columns_(o.tangent_columns_),
      friction_(o.friction_->clone()),
      theta_(o.theta_),
      e_(o.e_),
      mu_(o.mu_),
      T_(o.T_),
      J_(o.J_),
      W_(o.W_) {}

std::unique_ptr<ImpactLaw> ContactLaw::clone() const {
  return std::unique_ptr<ImpactLaw>(new ContactLaw(*this));
}

void ContactLaw::set_parameters(const System& s) {
  if (theta_.size() == s.parameter_values().size() && e_.size() == m_ &&
      theta_ == s.parameter_values())
    return;
  theta_ = s.parameter_values();
  const Matrix values = s.contact_values();
  e_.resize(m_);
  mu_.resize(m_);
  for (Index i = 0; i < m_; ++i) {
    e_[i] = values(0, contacts_.row(i));
    mu_[i] = values(1, contacts_.row(i));
  }
}

Law ContactLaw::law_for(const Mask& hit) const {
  if (law_) return *law_;
  for (Index i = 0; i < m_; ++i)
    if (hit[i] != 0.0 && (e_[i] != 1.0 || mu_[i] != 0.0)) return Law::moreau;
  return Law::elastic;
}

ImpactOutcome ContactLaw::apply(const ImpactState& at) {
  ImpactOutcome outcome;
  const Law law = law_for(at.hit);
  if (law == Law::elastic || law == Law::beta) {
    outcome.elastic = true;
    if (law == Law::beta) outcome.share = 0.5 * (1.0 + e_.cwiseProduct(at.hit).maxCoeff());
    return outcome;
  }
  solve(at, law, at.capped, outcome);
  const bool asks_for_rest = law == Law::plastic || e_.cwiseProduct(at.hit).maxCoeff() == 0.0;
  if (asks_for_rest || !outcome.report.ok()) return outcome;
  outcome.flagged = outcome.flagged || at.capped;
  if (rests(at, outcome.p_plus)) {
    solve(at, law, true, outcome);
    outcome.flagged = true;
  }
  return outcome;
}

/// Plastic contacts stop, J M^-1 p+ = 0, whatever the friction; those that this would pull let go.
void ContactLaw::stick(const ImpactState& at, ImpactOutcome& outcome) {
  Mask sticking = at.hit;
  Vector l = stopping_impulses(sticking);
  for (Index i = most_pulled(sticking, l); i >= 0; i = most_pulled(sticking, l)) {
    sticking[i] = 0.0;
    l = stopping_impulses(sticking);
  }
  conclude(at, sticking, l, outcome);
  const Vector after = u_ + W_ * l;
  for (Index i = 0; i < m_; ++i) {
    if (at.hit[i] == 0.0 || after[i] >= -round_off * u_.norm()) continue;
    outcome.report.status = StepStatus::no_admissible_impulse;
    outcome.report.message = "plastic contact '" + contacts_.name(i) + "' neither stops nor leaves";
  }
}

/// Impulses that stop some contacts, both ways. Rows of two corners of a rigid body depend on each
/// other: the impulses are those of least norm, the motion is unique all the same.
Vector ContactLaw::stopping_impulses(const Mask& sticking) const {
  const Index N = m_ + tangents_;
  Matrix A = Matrix::Identity(N, N);
  Vector b = Vector::Zero(N);
  for (Index row = 0; row < N; ++row) {
    const Index contact = row < m_ ? row : owner(row - m_);
    if (sticking[contact] == 0.0) continue;
    A.row(row) = W_.row(row);
    b[row] = -u_[row];
  }
  return A.completeOrthogonalDecomposition().solve(b);
}

/// The sticking contact with the most negative normal impulse; -1: none is pulled.
Index ContactLaw::most_pulled(const Mask& sticking, const Vector& l) const {
  Index most = -1;
  for (Index i = 0; i < m_; ++i)
    if (sticking[i] != 0.0 && l[i] < -round_off * l.norm() && (most < 0 || l[i] < l[most]))
      most = i;
  return most;
}

/// By Moreau's law the energy cannot grow if all contacts have one restitution. Several that are
/// hit at once with restitutions of their own may gain some: they then take the least of them,
/// flagged.
void ContactLaw::solve(const ImpactState& at, Law law, bool rest, ImpactOutcome& outcome) {
  e_now_ = rest ? Vector(Vector::Zero(m_)) : e_;
  answer(at, law, outcome);
  if (law != Law::moreau || !outcome.report.ok() || !gains(at, outcome)) return;
  double least = 1.0;
  for (Index i = 0; i < m_; ++i)
    if (at.hit[i] != 0.0) least = std::min(least, e_now_[i]);
  e_now_.setConstant(least);
  answer(at, law, outcome);
  outcome.flagged = true;
}

/// True if the impulses raise the kinetic energy, by l (u + W l / 2).
bool ContactLaw::gains(const ImpactState& at, const ImpactOutcome& outcome) const {
  Vector l(m_ + tangents_);
  l << outcome.normal, outcome.tangential;
  return l.dot(u_ + 0.5 * W_ * l) > round_off * std::abs(at.p_minus.dot(at.cone.velocity()));
}

/// Friction at several contacts may contradict itself; they are then met without it, flagged.
void ContactLaw::answer(const ImpactState& at, Law law, ImpactOutcome& outcome) {
  balance(at, law, outcome);
  if (outcome.report.ok() || law == Law::plastic || at.hit.sum() <= 1.0 || !mu_.any()) return;
  const StepReport rubbing = outcome.report;
  balance(at, Law::newton, outcome);
  outcome.flagged = true;
  if (!outcome.report.ok()) outcome.report = rubbing;
}

void ContactLaw::balance(const ImpactState& at, Law law, ImpactOutcome& outcome) {
  tangent_columns_({at.q, theta_}, {T_});
  const auto G = at.cone.gradients();
  J_.topRows(m_).setZero();
  for (Index i = 0; i < m_; ++i)
    for (decltype(at.cone.gradients())::InnerIterator it(G, i); it; ++it)
      J_(i, it.row()) = it.value();
  J_.bottomRows(tangents_) = T_.transpose();
  W_.noalias() = J_ * at.cone.metric() * J_.transpose();
  u_.noalias() = J_ * at.cone.velocity();
  if (law == Law::plastic) return stick(at, outcome);
  const bool frictional = law == Law::coulomb || law == Law::moreau;
  e_t_ = law == Law::moreau ? e_now_ : Vector(Vector::Zero(m_));
  mu_now_ = frictional ? mu_ : Vector(Vector::Zero(m_));
  parameters_.resize(W_.size() + u_.size() + 4 * m_);
  acting_ = at.hit;
  do {
    pack({W_, u_, e_now_, e_t_, mu_now_, acting_}, parameters_);
    guess_impulses(at);
    outcome.report = friction_->solve(parameters_, guess_, no_hint_, solution_);
  } while (outcome.report.ok() && drop_unpressed());
  if (!outcome.report.ok()) {
    outcome.report.message = "impact law at " + hit_contacts(at) +
                             (outcome.report.status == StepStatus::not_finite
                                  ? ": its impulses are not finite; check these numbers"
                                  : ": " + outcome.report.message);
    if (const std::string jammed = painleve(at); !jammed.empty()) {
      outcome.report.status = StepStatus::no_admissible_impulse;
      outcome.report.message = jammed;
    }
    return;
  }
  conclude(at, acting_, solution_.z.head(m_ + tangents_), outcome);
}

/// A contact that nothing presses does not rub, but its friction cone, a square, is known only to
/// the root of the tolerance: such contacts are left out and the others solved again.
bool ContactLaw::drop_unpressed() {
  bool dropped = false;
  const double least = round_off * solution_.z.head(m_).lpNorm<Eigen::Infinity>();
  for (Index i = 0; i < m_; ++i)
    if (acting_[i] != 0.0 && mu_now_[i] > 0.0 && solution_.z[i] <= least) {
      acting_[i] = 0.0;
      dropped = true;
    }
  return dropped;
}

/// The answer: impulses l, exactly 0 at contacts that do not act, and the momentum that they give.
void ContactLaw::conclude(const ImpactState& at, const Mask& acting, const Vector& l,
                          ImpactOutcome& outcome) const {
  outcome.normal = l.head(m_).cwiseProduct(acting);
  outcome.tangential = l.tail(tangents_);
  for (Index j = 0; j < tangents_; ++j) outcome.tangential[j] *= acting[owner(j)];
  outcome.p_plus = at.p_minus + at.cone.gradients() * outcome.normal + T_ * outcome.tangential;
}

/// The contacts that take part and what the law knows of them.
std::string ContactLaw::hit_contacts(const ImpactState& at) const {
  std::vector<std::string> contacts;
  for (Index i = 0; i < m_; ++i)
    if (at.hit[i] != 0.0)
      contacts.push_back("'" + contacts_.name(i) + "' (restitution " + brief(e_now_[i]) +
                         ", friction " + brief(mu_now_[i]) + ")");
  return join(contacts);
}

/// Where the search starts: the impulses that make all contacts stick, drawn back to the cones.
void ContactLaw::guess_impulses(const ImpactState& at) {
  const Index N = m_ + tangents_;
  Matrix A = Matrix::Identity(N, N);
  Vector b = Vector::Zero(N);
  const auto take = [&](Index row, double target) {
    A.row(row) = W_.row(row);
    b[row] = target;
  };
  for (Index i = 0; i < m_; ++i)
    if (at.hit[i] != 0.0) take(i, -(1.0 + e_now_[i]) * u_[i]);
  for (Index j = 0; j < tangents_; ++j) {
    const Index i = owner(j);
    if (at.hit[i] != 0.0 && mu_now_[i] > 0.0) take(m_ + j, -(1.0 + e_t_[i]) * u_[m_ + j]);
  }
  const Vector l = A.completeOrthogonalDecomposition().solve(b);
  guess_.setZero(2 * m_ + tangents_);
  guess_.head(N) = l;
  for (Index i = 0; i < m_; ++i)
    if (at.hit[i] != 0.0) slide(i, l);
}

/// Draws contact i back to its cone: along the impulse that would make it stick, or against the
/// slip where sticking would need a pull; exact for one contact in the plane.
void ContactLaw::slide(Index i, const Vector& stick) {
  Vector direction = Vector::Zero(tangents_), against = direction;
  for (Index j = 0; j < tangents_; ++j)
    if (owner(j) == i) {
      direction[j] = stick[m_ + j];
      against[j] = -u_[m_ + j];
    }
  const double rub = direction.norm();
  if (rub <= mu_now_[i] * stick[i]) return;  // sticks
  if (stick[i] <= 0.0) direction = against;
  const double size = direction.norm();
  if (!(size > 0.0)) return;
  direction *= mu_now_[i] / size;
  const double pressed = W_(i, i) + W_.row(i).tail(tangents_).dot(direction);
  if (!(pressed > 0.0)) return;
  const double normal = std::max(-(1.0 + e_now_[i]) * u_[i] / pressed, 0.0);
  guess_[i] = normal;
  double slip = 0.0;
  for (Index j = 0; j < tangents_; ++j) {
    if (owner(j) != i) continue;
    guess_[m_ + j] = normal * direction[j];
    slip = std::hypot(slip, (1.0 + e_t_[i]) * u_[m_ + j] + normal * W_(m_ + j, i) +
                                normal * W_.row(m_ + j).tail(tangents_).dot(direction));
  }
  guess_[m_ + tangents_ + i] = slip / (W_(i, i) * mu_now_[i] * normal + 1e-300);
}

/// Sliding contacts whose friction presses them into the constraint: W_nn - s mu W_nt <= 0.
std::string ContactLaw::painleve(const ImpactState& at) const {
  for (Index j = 0; j < tangents_; ++j) {
    const Index i = owner(j);
    const double slip = u_[m_ + j] > 0.0 ? 1.0 : -1.0;
    if (at.hit[i] != 0.0 && W_(i, i) - slip * mu_now_[i] * W_(i, m_ + j) <= 0.0)
      return "contact '" + contacts_.name(i) + "' jams: a Painleve configuration";
  }
  return {};
}

/// Every contact leaves with less normal energy, per mass 1 / mobility, than the threshold.
bool ContactLaw::rests(const ImpactState& at, const Vector& p_plus) const {
  if (!(e_.cwiseProduct(at.hit).maxCoeff() < 1.0)) return false;
  const Vector speeds = at.cone.speeds_after(p_plus - at.p_minus);
  for (Index i = 0; i < m_; ++i) {
    const double leaves = std::max(speeds[i], 0.0);
    if (at.hit[i] != 0.0 && 0.5 * leaves * leaves > rest_energy_) return false;
  }
  return true;
}

}  // namespace ricochet
