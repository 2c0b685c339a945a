#include "ricochet/contact/reflection.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr long check_interior_after = 200;  // passes without end: look at the cone
constexpr long least_limit = 10000;         // max(10^4, 20 m) passes
constexpr double certain = 1e-11;           // of the length: limit of the certificate
constexpr size_t before_rest = 1000;        // passes of a lossy reflection
constexpr double negligible = 1e-3;         // of the tolerance of speeds

void fail(StepReport& report, StepStatus status, const std::string& message) {
  report.status = status;
  report.message = message;
}

/// Normal speeds (q, p, theta) of all contacts, and what the velocity misses of the constraints.
std::optional<Kernel> speeds_of_all(const System& s) {
  if (!s.separable() || s.rheonomic()) return std::nullopt;
  const Expr &q = s.q(), p = Expr::sym("p", s.n());
  const Expr velocity = s.velocity(p);
  const Expr missed = mtimes(vertcat(s.F(q).T(), s.omega(q)), velocity);
  return Kernel("speeds", {q, p, s.parameter_symbols()},
                {mtimes(s.G(q).T(), velocity), densify(missed)});
}

}  // namespace

Reflector::Reflector(const System& s, const Discretization& d, const Energy& energy,
                     Reflection model, const Backend& backend)
    : contacts_(s.contacts()),
      length_(s.length()),
      time_(s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      model_(model),
      theta_(s.parameter_values()),
      approach_{.terms = speeds_of_all(s),
                .speeds = Vector(s.m()),
                .missed = Vector(s.k() + static_cast<Index>(s.specification().omega.size()))},
      operator_(s),
      restitution_(s),
      pass_(s, d, energy, backend),
      velocity_(s.n()) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  energy_ = Kernel("energy", {q, p, h, s.parameter_symbols()}, {energy.expression(s, d, q, p, h)});
  members_.reserve(static_cast<size_t>(s.m()));
  if (!s.rheonomic()) return;
  drive_.any = true;
  drive_.rates =
      Kernel("rates", {q, s.parameter_symbols()}, {densify(s.g_rate(q)), densify(s.f_rate(q))});
  drive_.gaps.setZero(s.m());
  drive_.equalities.setZero(s.k());
  drive_.velocity.setZero(s.n());
  drive_.speeds.setZero(s.m());
}

void Reflector::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  operator_.set_parameters(s);
  restitution_.set_parameters(s);
  pass_.set_parameters(s);
}

void Reflector::set_time(double t) {
  if (!drive_.any) return;
  theta_[theta_.size() - 1] = t;
  operator_.set_time(t);
}

double Reflector::energy(const Vector& q, const Vector& p, double h) {
  double E = 0.0;
  energy_({q, p, h, theta_}, {E});
  return E;
}

double Reflector::kinetic_energy(const Vector& p) {
  operator_.velocity(p, velocity_);
  return 0.5 * p.dot(velocity_);
}

/// [KP12] Algorithms 2 and 3.
StepReport Reflector::reflect(const Vector& q, const Vector& at, double h, const Mask& K, Vector& p,
                              std::vector<ReflectionPass>& log) {
  recycle(log);
  skip();
  StepReport report{.status = StepStatus::converged};
  indices(K, members_);
  if (members_.empty()) return report;
  if (all_rest(at, p)) return report;
  begin(at);
  if (!approaching(p)) return report;
  for (Index j = 0; j < members(); ++j)
    if (V_[j] != 0.0 && operator_.blocked(j)) {
      refuse_blocked(j, report);
      return report;
    }
  ledger_ = {.start = energy(q, p, h)};
  kinetic_scale_ = restitution_.lossy() || drive_.any ? kinetic_energy(p) : 0.0;
  do {
    if (!may_go_on(static_cast<long>(log.size()), report)) return report;
    choose_restitution(log.size());
    pass(q, h, p, report);
    if (!report.ok()) return report;
    log_.record(members_, V_, pass_.impulses(), log);
  } while (approaching(p));  // [KP12] (6.7)
  certify(q, h, p, report);
  return report;
}

/// True if no member approaches. Else the operator is placed.
bool Reflector::all_rest(const Vector& at, const Vector& p) {
  if (approach_.terms) {
    (*approach_.terms)({at, p, theta_}, {approach_.speeds, approach_.missed});
    const auto keeps = [&](double x) { return std::abs(x) <= negligible * speed_tolerance_; };
    if (std::all_of(approach_.missed.begin(), approach_.missed.end(), keeps)) {
      const bool rest = rests([&](Index i) { return approach_.speeds[i]; });
      if (!rest) operator_.place(at);
      return rest;
    }
  }
  operator_.place(at);
  if (drive_.any) return false;
  operator_.accelerate(p, velocity_);
  operator_.constrain(velocity_);
  return rests([&](Index i) { return operator_.gradients().col(i).dot(velocity_); });
}

/// Gradients of the members of K; storage for one more of them than ever before.
void Reflector::begin(const Vector& at) {
  operator_.choose(members_);
  if (V_.size() < members()) {
    V_.resize(members());
    speeds_.resize(members());
  }
  V_.setZero();
  involved_ = V_;
  if (drive_.any) follow(at);
}

/// The speeds of the members where the system only follows what moves by itself.
void Reflector::follow(const Vector& at) {
  drive_.rates({at, theta_}, {drive_.gaps, drive_.equalities});
  drive_.velocity.setZero();
  operator_.reactions().slow(drive_.velocity, drive_.equalities);
  for (Index j = 0; j < members(); ++j) {
    const Index i = members_[static_cast<size_t>(j)];
    drive_.speeds[j] = drive_.gaps[i] + operator_.gradients().col(i).dot(drive_.velocity);
  }
}

/// V: the members of K that approach (Moreau: or rest). True if one approaches.
bool Reflector::approaching(const Vector& p) {
  speeds_.head(members()).noalias() = operator_.V().transpose() * p;
  if (drive_.any) speeds_.head(members()) += drive_.speeds.head(members());
  bool any = false;
  const double below = model_ == Reflection::generalized ? -speed_tolerance_ : speed_tolerance_;
  for (Index j = 0; j < members(); ++j) {
    V_[j] = speeds_[j] < below ? 1.0 : 0.0;
    any = any || !(speeds_[j] >= -speed_tolerance_);
  }
  return any;
}

/// A cone with interior always ends the passes; one without is looked for when they are many.
bool Reflector::may_go_on(long passes, StepReport& report) {
  involved_ = involved_.cwiseMax(V_);
  const long limit = std::max(least_limit, 20L * static_cast<long>(contacts_.entries()));
  const bool checked = passes == check_interior_after && !restitution_.lossy();
  if (checked && !pass_.has_interior(operator_, involved_))
    refuse_squeezed(report);
  else if (passes >= limit)
    fail(report, StepStatus::iteration_limit,
         "the reflection over " + names(involved_) + " did not end in " + std::to_string(limit) +
             " passes");
  return report.ok();
}

/// Contacts that oppose each other: no velocity leaves all of them, or where they move by
/// themselves no velocity keeps them.
void Reflector::refuse_squeezed(StepReport& report) const {
  if (drive_.any)
    fail(report, StepStatus::infeasible,
         "contacts " + names(involved_) +
             ": no velocity opens all of them; they close in on each other");
  else
    fail(report, StepStatus::no_admissible_impulse, "contacts " + names(involved_));
}

/// A contact that no velocity opens, because the equalities hold it.
void Reflector::refuse_blocked(Index member, StepReport& report) const {
  fail(report, drive_.any ? StepStatus::infeasible : StepStatus::no_admissible_impulse,
       "contact '" + contacts_.name(members_[static_cast<size_t>(member)]) +
           "': no velocity opens it; the equalities hold it");
}

/// Of the pass to come; after too many of them V are all contacts that took part.
void Reflector::choose_restitution(size_t passes) {
  if (restitution_.lossy() && passes >= before_rest) {
    V_ = involved_;
    restitution_.rest(members_, V_);
  } else {
    restitution_.choose(operator_, members_, V_, speeds_);
  }
  flagged_ = flagged_ || restitution_.differs();
}

/// p <- p + N_V y.                                                        [KP12] (6.6), (6.8)
void Reflector::pass(const Vector& q, double h, Vector& p, StepReport& report) {
  const StepReport part = pass_.solve(operator_, q, h, p, speeds_, V_, restitution_.shared());
  report.statistics.add(part.statistics);
  if (!part.ok()) {
    if (drive_.any && !pass_.has_interior(operator_, involved_)) return refuse_squeezed(report);
    return fail(report, part.status, titled("reflection over " + names(V_), part.message));
  }
  report.certificate.merge(part.certificate);
  if (pass_.replaced()) before_ = p;
  p += pass_.dp();
  account_losses();
  if (pass_.replaced())
    ledger_.add_kinetic(energy(q, before_, h), energy(q, p, h), kinetic_energy(before_),
                        kinetic_energy(p));
}

/// By how much a pass changes H: its losses, and the work of what moves by itself.
void Reflector::account_losses() {
  for (Index j = 0; j < members(); ++j) {
    if (V_[j] == 0.0) continue;
    const double y = pass_.impulses()[j];
    if (restitution_.lossy())
      ledger_.changed += 0.5 * (1.0 - restitution_.shared()[j]) * y * speeds_[j];
    if (drive_.any) ledger_.changed -= y * drive_.speeds[j];
  }
}

/// The jump as a whole: its energy, and no contact that approaches beyond the tolerance.
void Reflector::certify(const Vector& q, double h, const Vector& p, StepReport& report) {
  Certificate& certificate = report.certificate;
  const double kinetic = std::max(kinetic_energy(p), kinetic_scale_);
  certificate.energy = length_ * ledger_.close(energy(q, p, h), kinetic);
  for (Index j = 0; j < members(); ++j)
    certificate.sign =
        std::max(certificate.sign, time_ * std::max(0.0, -speeds_[j] - speed_tolerance_));
  certificate.limit = certain * length_;
  if (!certificate.ok())
    fail(report, StepStatus::certificate_missed,
         titled("reflection over " + names(involved_), certificate.verdict()));
}

Impact& Reflector::log_impact(const std::vector<ReflectionPass>& log, const State& before,
                              const Vector& p_plus, double h, std::vector<Impact>& impacts) {
  Impact& impact = log_.sum(log, contacts_.entries(), before, p_plus, impacts);
  impact.energy_minus = energy(before.q, before.p, h);
  impact.energy_plus = energy(before.q, p_plus, h);
  impact.flagged = flagged_;
  return impact;
}

std::string Reflector::names(const Mask& set) const {
  std::vector<Index> named;
  for (Index j = 0; j < members(); ++j)
    if (set[j] != 0.0) named.push_back(members_[static_cast<size_t>(j)]);
  return contacts_.names(named);
}

}  // namespace ricochet
