#include "ricochet/rattle/rattle_contact.hpp"

#include "ricochet/rattle/rattle_kernels.hpp"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr double enough = 1e-13;      // of the first stage, of the length
constexpr double acceptable = 1e-12;  // the same where it does not shrink any more
constexpr double forcing = 1e-2;      // of what is missed, left by an iteration

}  // namespace

RattleContact::RattleContact(const System& s, const Backend& backend, bool limit)
    : limits_(limit),
      tolerances_(s.tolerances()),
      length_(s.length()),
      speed_(s.length() / s.specification().time),
      start_kernel_(rattle_start(s)),
      way_kernel_(rattle_way(s)),
      masses_(s),
      start_(s),
      way_(rattle_way_gradients(s)),
      end_(s),
      islands_(s.contacts(), masses_.blocks(), start_),
      response_(s),
      law_(s, backend),
      work_(s.n()),
      theta_(s.parameter_values()),
      v0_(s.n()),
      v_(s.n()),
      push_(s.n()) {
  for (Vector* of_contacts : {&readings_.gap0, &readings_.normal0, &readings_.gap, &readings_.rate})
    of_contacts->setZero(s.m());
  for (Vector* of_tangents : {&readings_.slip0, &readings_.slip})
    of_tangents->setZero(s.contacts().tangents());
}

void RattleContact::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  masses_.set_parameters(s);
  law_.set_parameters(s);
}

void RattleContact::begin(const Step& from, const Step& to) {
  const auto& [t, q, p] = from.state;
  start_.place({q, theta_});
  read_start(from);
  islands_.join(to.contacts.predicted);
  first_friction_ = law_.friction();
  for (Index i = 0; i < first_friction_.size(); ++i)
    if (readings_.gap0[i] > tolerances_.gap) first_friction_[i] = 0.0;
  missed_ = std::numeric_limits<double>::infinity();
}

void RattleContact::read_start(const Step& from) {
  const auto& [t, q, p] = from.state;
  start_kernel_({q, p, theta_}, {v0_, readings_.gap0, readings_.normal0, readings_.slip0});
}

StepReport RattleContact::improve(const Step& from, double h, Step& to) {
  StepReport report{.status = StepStatus::converged};
  const Vector &q0 = from.state.q, &q1 = to.state.q;
  read_way(q0, q1, h);
  way_.place({q0, q1, h, theta_});
  missed_before_ = missed_;
  missed_ = 0.0;
  settled_ = !admit_penetrated(to.contacts.predicted);
  for (const Island& island : islands_.touching()) {
    report.merge(improve(island, h, to.force));
    if (!report.ok()) return report;
  }
  return report;
}

void RattleContact::read_way(const Vector& q0, const Vector& q1, double h) {
  way_kernel_({q0, q1, h, theta_}, {readings_.gap, readings_.slip});
  readings_.rate = readings_.gap / h;
}

/// Contacts that a motion penetrates take part from then on; true if there are new ones.
bool RattleContact::admit_penetrated(std::vector<Index>& contacts) {
  const size_t before = contacts.size();
  for (Index i = 0; i < readings_.gap.size(); ++i) {
    if (!(readings_.gap[i] < -tolerances_.gap)) continue;
    const auto place = std::lower_bound(contacts.begin(), contacts.end(), i);
    if (place == contacts.end() || *place != i) contacts.insert(place, i);
  }
  if (contacts.size() == before) return false;
  islands_.join(contacts);
  return true;
}

/// Coulomb's law for u + W (r' - r), with u the rates of gaps and the mean slips under r.
StepReport RattleContact::improve(const Island& island, double h, Multipliers& force) {
  StepReport report{.status = StepStatus::converged};
  response_.take(island, masses_.blocks(), start_, way_);
  response_.choose(first_friction_);
  response_.respond();
  auto b = b_part_.column(response_.rows()), r = r_part_.column(response_.rows());
  response_.gather(force.lambda, force.rho, r);
  const bool solved_before = !r.isZero(0.0);
  response_.gather(readings_.rate, readings_.slip, b);
  b.noalias() -= response_.W() * r;
  CoulombProblem problem{.W = response_.W(), .b = b, .contacts = response_.contacts()};
  const double missed = h * coulomb_residual(problem, r);
  missed_ = std::max(missed_, missed);
  const bool stagnates = missed <= acceptable * length_ && missed > 0.5 * missed_before_;
  if (missed <= enough * length_ || stagnates) return report;
  settled_ = false;
  problem.limit = std::max(enough * length_, forcing * missed) / h;
  report = solved_before ? law_.solve_near(island, problem, r) : law_.solve(island, problem, r);
  report.certificate = {};  // of a linear problem on the way
  if (report.ok()) response_.scatter(r, force.lambda, force.rho);
  return report;
}

const Vector& RattleContact::push(const Multipliers& force) {
  push_.setZero();
  start_.add_impulses(force.lambda, force.rho, push_);
  return push_;
}

const Vector& RattleContact::end_push(const Multipliers& force) {
  push_.setZero();
  end_.add_impulses(force.mu, force.pi, push_);
  return push_;
}

}  // namespace ricochet
