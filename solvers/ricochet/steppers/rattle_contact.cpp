#include "ricochet/steppers/rattle_contact.hpp"

#include "ricochet/steppers/step_symbols.hpp"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr double law_limit = 1e-12;   // of the second stage, of the speed length / time
constexpr double enough = 1e-13;      // of the first stage, of the length
constexpr double acceptable = 1e-12;  // the same where it does not shrink any more
constexpr double forcing = 1e-2;      // of what is missed, left by an iteration
constexpr double slides = 1e-7;       // mean slip of a contact that slides, of length / time

/// Of (q0, p0, theta): v0, and what contacts do at the start of a step.
Kernel start_kernel(const System& s) {
  const StepSymbols z(s);
  const Expr v0 = s.velocity(z.p0);
  return {"start",
          {z.q0, z.p0, z.theta},
          {v0, s.g(z.q0), densify(mtimes(s.G(z.q0).T(), v0)), densify(mtimes(s.T(z.q0).T(), v0))}};
}

/// Of (q0, q1, h, theta): gaps at the end and mean slips.
Kernel way_kernel(const System& s) {
  const StepSymbols z(s);
  const Expr middle = 0.5 * (z.q0 + z.q1), w = (z.q1 - z.q0) / z.h;
  return {"way", {z.q0, z.q1, z.h, z.theta}, {s.g(z.q1), densify(mtimes(s.T(middle).T(), w))}};
}

/// Of (q0, q1, h, theta): h times the derivatives of g(q1)/h, mean slips and f(q1)/h by q1.
ContactGradients way_gradients(const System& s) {
  const StepSymbols z(s);
  const Expr middle = 0.5 * (z.q0 + z.q1), w = (z.q1 - z.q0) / z.h;
  const Expr slips = densify(mtimes(s.T(middle).T(), w));
  return ContactGradients(Kernel(
      "way_gradients", {z.q0, z.q1, z.h, z.theta},
      {sparsify(s.G(z.q1)), sparsify(z.h * sparse_jacobian(slips, z.q1).T()), sparsify(s.F(z.q1))},
      true));
}

void gather(const std::vector<Index>& places, const Vector& all, Eigen::Ref<Vector> part) {
  for (size_t i = 0; i < places.size(); ++i) part[static_cast<Index>(i)] = all[places[i]];
}
void scatter(const std::vector<Index>& places, const Eigen::Ref<const Vector>& part, Vector& all) {
  for (size_t i = 0; i < places.size(); ++i) all[places[i]] = part[static_cast<Index>(i)];
}

}  // namespace

RattleContact::RattleContact(const System& s, const Backend& backend)
    : tolerances_(s.tolerances()),
      length_(s.length()),
      speed_(s.length() / s.specification().time),
      start_kernel_(start_kernel(s)),
      way_kernel_(way_kernel(s)),
      masses_(s),
      start_(s),
      way_(way_gradients(s)),
      end_(s),
      islands_(s.contacts(), masses_.blocks(), start_),
      response_(s),
      law_(s, backend),
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
  start_kernel_({q, p, theta_}, {v0_, readings_.gap0, readings_.normal0, readings_.slip0});
  islands_.join(to.contacts.predicted);
  first_friction_ = law_.friction();
  for (Index i = 0; i < first_friction_.size(); ++i)
    if (readings_.gap0[i] > tolerances_.gap) first_friction_[i] = 0.0;
  missed_ = std::numeric_limits<double>::infinity();
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

StepReport RattleContact::finish_smooth(const Step& from, const Vector& p, Step& to) {
  const auto& [t, q, p0] = from.state;
  start_kernel_({q, p0, theta_}, {v0_, readings_.gap0, readings_.normal0, readings_.slip0});
  smooth_ = true;
  StepReport report = finish(p, to);
  smooth_ = false;
  return report;
}

StepReport RattleContact::finish(const Vector& p, Step& to) {
  StepReport report{.status = StepStatus::converged};
  end_.place({to.state.q, theta_});
  islands_.join(to.contacts.held);
  masses_.velocity(p, v_);
  for (const Island& island : islands_.all()) {
    response_.take(island, masses_.blocks(), end_);
    auto v = v_part_.column(response_.coordinates()), xi = xi_part_.column(response_.constraints());
    gather(island.coordinates, v_, v);
    response_.constrain(v, xi);
    if (!island.contacts.empty()) report.merge(strike(island, v, xi, to.force));
    if (!report.ok()) return report;
    scatter(island.coordinates, v, v_);
    scatter(island.constraints, xi, to.force.xi);
  }
  masses_.momentum(v_, to.state.p);
  return report;
}

/// P = (R1 + R2, rho1 + rho2) with Coulomb's law for (G, T)(q1)^T (v1 + e P v0).
StepReport RattleContact::strike(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi,
                                 Multipliers& force) {
  response_.choose(law_.friction());
  response_.respond();
  const Index rows = response_.rows();
  auto b = b_part_.column(rows), r = r_part_.column(rows), P = P_part_.column(rows);
  response_.speeds(v, b);
  smooth_ ? add_smooth_rebound(island, b) : add_rebound(island, b);
  response_.gather(force.lambda, force.rho, r);
  b.noalias() -= response_.W() * r;
  P = r;
  const CoulombProblem problem{
      .W = response_.W(), .b = b, .contacts = response_.contacts(), .limit = law_limit * speed_};
  StepReport report = !smooth_ && lasts(island) ? solve_along_slides(island, problem, P)
                                                : law_.solve(island, problem, P);
  if (!report.ok()) return report;
  response_.gather(force.lambda, force.rho, r);
  P -= r;
  response_.push(P, v, xi);
  response_.scatter(P, force.mu, force.pi);
  return report;
}

/// An impact returns what the constraints at q1 leave of v0.
void RattleContact::add_rebound(const Island& island, Eigen::Ref<Vector> b) {
  auto u = u_part_.column(response_.rows());
  response_.gather(readings_.normal0, readings_.slip0, u);
  const auto [strikes, e] = law_.restitution(island, response_, u);
  if (!strikes || e == 0.0) return;
  auto v = v0_part_.column(response_.coordinates()), xi = xi0_part_.column(response_.constraints());
  gather(island.coordinates, v0_, v);
  response_.constrain(v, xi);
  response_.speeds(v, u);
  b += e * u;
}

void RattleContact::add_smooth_rebound(const Island& island, Eigen::Ref<Vector> b) const {
  for (size_t i = 0; i < island.contacts.size(); ++i)
    b[response_.contacts()[i].row] +=
        law_.restitution()[island.contacts[i]] * readings_.normal0[island.contacts[i]];
}

StepReport RattleContact::solve_along_slides(const Island& island, const CoulombProblem& problem,
                                             Eigen::Ref<Vector> P) {
  auto slips = slip_part_.column(response_.rows());
  response_.gather(readings_.rate, readings_.slip, slips);
  directions_.take(problem.contacts, slips, slides * speed_);
  if (!directions_.reduces()) return law_.solve(island, problem, P);
  auto b = part_b_.column(directions_.rows()), y = part_P_.column(directions_.rows());
  directions_.reduce(problem.b, b);
  directions_.reduce(P, y);
  StepReport report = law_.solve(island,
                                 {.W = directions_.reduced(problem.W),
                                  .b = b,
                                  .contacts = directions_.contacts(),
                                  .limit = problem.limit},
                                 y);
  if (report.ok()) directions_.expand(y, P);
  return report;
}

/// True if no contact of the island is approached or lands in this step.
bool RattleContact::lasts(const Island& island) const {
  return std::all_of(island.contacts.begin(), island.contacts.end(), [&](Index i) {
    return readings_.gap0[i] <= tolerances_.gap && readings_.normal0[i] >= -tolerances_.speed;
  });
}

}  // namespace ricochet
