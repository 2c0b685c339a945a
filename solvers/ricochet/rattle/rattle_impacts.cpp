#include "ricochet/rattle/largest_share.hpp"
#include "ricochet/rattle/rattle_contact.hpp"

#include <algorithm>

/// The second stage of RattleContact.

namespace ricochet {
namespace {

constexpr double law_limit = 1e-12;  // of the speed length / time
constexpr double slides = 1e-7;      // mean slip of a contact that slides, of length / time
constexpr double rounding = 1e-12;   // of the energy that impulses move: no work

Index size(const std::vector<Index>& places) { return static_cast<Index>(places.size()); }

}  // namespace

StepReport RattleContact::finish_smooth(const Way& way, const Vector& p, Step& to) {
  read_start(way.from);
  smooth_ = true;
  StepReport report = finish(way, p, to);
  smooth_ = false;
  return report;
}

StepReport RattleContact::finish(const Way& way, const Vector& p, Step& to) {
  StepReport report{.status = StepStatus::converged};
  begin_end(way, p, to);
  for (const Island& island : islands_.all()) {
    auto v = v_part_.column(size(island.coordinates)),
         xi = xi_part_.column(size(island.constraints));
    move_freely(island, v, xi);
    if (!island.contacts.empty()) report.merge(strike(island, v, xi, to));
    if (!report.ok()) return report;
    scatter(island.coordinates, v, v_);
    scatter(island.constraints, xi, to.force.xi);
  }
  masses_.momentum(v_, to.state.p);
  return report;
}

StepReport RattleContact::limit_smooth(const Way& way, const Vector& p, Step& to) {
  StepReport report{.status = StepStatus::converged};
  read_start(way.from);
  smooth_ = true;
  if (rebounds(to.contacts.held)) {
    begin_end(way, p, to);
    for (const Island& island : islands_.touching())
      if (report.ok() && rebounds(island.contacts)) report.merge(limit_smooth(island, p, to));
  }
  smooth_ = false;
  return report;
}

StepReport RattleContact::limit_smooth(const Island& island, const Vector& p, Step& to) {
  auto v = v_part_.column(size(island.coordinates)), f = trial_.f.column(v.size());
  auto xi = xi_part_.column(size(island.constraints));
  push_ = to.state.p - p;
  gather(island.coordinates, push_, f);
  masses_.velocity(to.state.p, push_);
  gather(island.coordinates, push_, v);
  if (!(work_.of(island, f, v) > rounding * work_.size(island)))
    return {.status = StepStatus::converged};
  move_freely(island, v, xi);
  StepReport report = strike(island, v, xi, to);
  if (!report.ok()) return report;
  scatter(island.constraints, xi, to.force.xi);
  f.setZero();
  response_.add_impulses(P_part_.column(response_.rows()), xi, f);
  for (Index i = 0; i < f.size(); ++i) {
    const Index place = island.coordinates[static_cast<size_t>(i)];
    to.state.p[place] = p[place] + f[i];
  }
  return report;
}

/// Places the rows at q1 and begins to count the work of impulses, where it may have to be limited.
void RattleContact::begin_end(const Way& way, const Vector& p, const Step& to) {
  end_.place({to.state.q, theta_});
  islands_.join(to.contacts.held);
  masses_.velocity(p, v_);
  if (!rebounds(to.contacts.held)) return;
  if (smooth_) start_.place({way.from.state.q, theta_});
  const ContactGradients& rows = way.nearest ? end_ : start_;
  push_.setZero();
  rows.add_impulses(to.force.lambda, to.force.rho, push_);
  for (Index j = 0; j < to.force.nu.size(); ++j)
    rows.C().each_in_column(j,
                            [&](Index row, double value) { push_[row] += to.force.nu[j] * value; });
  work_.first(masses_, push_, v0_);
  work_.second(p, v_);
}

/// The end of an island without its contacts.
void RattleContact::move_freely(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi) {
  response_.take(island, masses_.blocks(), end_);
  gather(island.coordinates, v_, v);
  response_.constrain(v, xi);
}

/// P = (R1 + R2, rho1 + rho2) with Coulomb's law for (G, T)(q1)^T (v1 + e P v0).
StepReport RattleContact::strike(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi,
                                 Step& to) {
  response_.choose(law_.friction());
  response_.respond();
  StepReport report = rebound(island, 1.0, v, to.force);
  if (report.ok() && rebounds(island.contacts)) report.merge(limit(island, v, xi, to));
  if (!report.ok()) return report;
  auto r = r_part_.column(response_.rows()), P = P_part_.column(response_.rows());
  response_.gather(to.force.lambda, to.force.rho, r);
  P -= r;
  response_.push(P, v, xi);
  response_.scatter(P, to.force.mu, to.force.pi);
  return report;
}

/// P for a share of the restitution, with v: the velocity without contacts.
StepReport RattleContact::rebound(const Island& island, double share,
                                  const Eigen::Ref<const Vector>& v, const Multipliers& force) {
  const Index rows = response_.rows();
  auto b = b_part_.column(rows), r = r_part_.column(rows), P = P_part_.column(rows);
  response_.speeds(v, b);
  smooth_ ? add_smooth_rebound(island, share, b) : add_rebound(island, share, b);
  response_.gather(force.lambda, force.rho, r);
  b.noalias() -= response_.W() * r;
  P = r;
  const CoulombProblem problem{
      .W = response_.W(), .b = b, .contacts = response_.contacts(), .limit = law_limit * speed_};
  return !smooth_ && lasts(island) ? solve_along_slides(island, problem, P)
                                   : law_.solve(island, problem, P);
}

/// Takes less of the restitution where impulses give energy.
StepReport RattleContact::limit(const Island& island, const Eigen::Ref<const Vector>& v,
                                const Eigen::Ref<const Vector>& xi, Step& to) {
  StepReport report{.status = StepStatus::converged};
  const double noise = rounding * work_.size(island), whole = work(island, v, xi, to.force);
  if (!(whole > noise)) return report;
  double tried = 1.0;
  const auto at = [&](double share) {
    tried = share;
    if (report.ok()) report.merge(rebound(island, share, v, to.force));
    return work(island, v, xi, to.force);
  };
  const double share = largest_share(at, whole, noise);
  if (share != tried) (void)at(share);
  for (const Index i : island.contacts) to.limited.push_back({.contact = i, .share = share});
  std::sort(to.limited.begin(), to.limited.end(),
            [](const auto& a, const auto& b) { return a.contact < b.contact; });
  return report;
}

/// That of all impulses of the step, with the P of the last rebound().
double RattleContact::work(const Island& island, const Eigen::Ref<const Vector>& v,
                           const Eigen::Ref<const Vector>& xi, const Multipliers& force) {
  auto r = trial_.r.column(response_.rows()), v1 = trial_.v.column(v.size());
  auto f = trial_.f.column(v.size()), xi1 = trial_.xi.column(xi.size());
  response_.gather(force.lambda, force.rho, r);
  r = P_part_.column(r.size()) - r;
  v1 = v;
  xi1 = xi;
  f.setZero();
  response_.push(r, v1, xi1);
  response_.add_impulses(r, xi1, f);
  return work_.of(island, f, v1);
}

/// True if the restitution of contacts matters: one that has some is struck.
bool RattleContact::rebounds(const std::vector<Index>& contacts) const {
  bool some = false, all = true;
  for (const Index i : contacts) {
    const bool approached = readings_.normal0[i] < -tolerances_.speed;
    if (!approached && !(smooth_ && readings_.gap0[i] > tolerances_.gap)) continue;
    (law_.restitution()[i] > 0.0 ? some : all) = law_.restitution()[i] > 0.0;
  }
  return limits_ && some && (smooth_ || all);
}

/// An impact returns what the constraints at q1 leave of v0.
void RattleContact::add_rebound(const Island& island, double share, Eigen::Ref<Vector> b) {
  auto u = u_part_.column(response_.rows());
  response_.gather(readings_.normal0, readings_.slip0, u);
  const auto [strikes, e] = law_.restitution(island, response_, u);
  if (!strikes || e == 0.0) return;
  auto v = v0_part_.column(response_.coordinates()), xi = xi0_part_.column(response_.constraints());
  gather(island.coordinates, v0_, v);
  response_.constrain(v, xi);
  response_.speeds(v, u);
  b += (share * e) * u;
}

void RattleContact::add_smooth_rebound(const Island& island, double share,
                                       Eigen::Ref<Vector> b) const {
  for (size_t i = 0; i < island.contacts.size(); ++i)
    b[response_.contacts()[i].row] +=
        share * law_.restitution()[island.contacts[i]] * readings_.normal0[island.contacts[i]];
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
