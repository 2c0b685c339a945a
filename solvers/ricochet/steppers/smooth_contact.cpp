#include "ricochet/steppers/smooth_contact.hpp"

#include "ricochet/extremes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ricochet {
namespace {

// Of the length.
constexpr double certified = 1e-11;  // limit of the certificate
constexpr double roundoff = 1e-15;   // nothing left to gain
constexpr double closed = 1e-10;     // a gap this small counts as touching

}  // namespace

SmoothContact::SmoothContact(const System& s, const Discretization& d, const Backend& backend)
    : n_(s.n()),
      k_(s.k()),
      rheonomic_(s.rheonomic()),
      length_(s.length()),
      duration_(s.specification().time),
      t_(Vector::Zero(timed(s) ? 1 : 0)),
      end_(end_momentum(s, d)),
      explicit_(explicit_free_position(s, d)),
      free_(backend, free_problem(s, d)),
      position_(backend, position_problem(s, d)),
      momentum_(backend, momentum_problem(s, d)),
      g_(s.m()),
      speed_(s.m()),
      missed_(s.n()),
      slopes_(s.n()) {
  rest_.touching.setZero(s.m());
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), theta = s.parameter_symbols();
  gaps_ = Kernel("gaps", {q, theta}, {s.g(q)});
  speeds_ = Kernel("speeds", {q, p, theta}, {mtimes(s.G(q).T(), s.velocity(p)) + s.g_rate(q)});
  set_parameters(s);
}

void SmoothContact::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  of_gaps_.known = false;
  rest_.exact = false;
  free_.set(free_.theta, theta_);
  position_.set(position_.theta, theta_);
  momentum_.set(momentum_.theta, theta_);
}

void SmoothContact::begin_at(double t) {
  rest_.exact = false;
  if (t_.size() == 0) return;
  t_.setConstant(t);
  free_.set(free_.t, t_);
  position_.set(position_.t, t_);
  momentum_.set(momentum_.t, t_);
}

StepReport SmoothContact::free_position(const Vector& q, const Vector& p, double h, Vector& x) {
  StepReport report;
  if (explicit_position(q, p, h, x, report)) return report;
  FreeCall& call = free_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.start(call.q1, q);
  report = call.solve();
  if (report.ok()) x = call[call.q1];
  return report;
}

/// One step and its certificate. False if there is no closed form, or if Newton's method would go
/// on to gain digits: the answers have the same bits.
bool SmoothContact::explicit_position(const Vector& q, const Vector& p, double h, Vector& x,
                                      StepReport& report) {
  if (!explicit_) return false;
  x.resize(n_);
  (*explicit_)({q, q, p, h, theta_, t_}, {missed_, slopes_});
  x = q - missed_.cwiseProduct(slopes_.cwiseInverse());
  (*explicit_)({x, q, p, h, theta_, t_}, {missed_, slopes_});  // judged as a number
  rest_.free = x;
  Certificate& certificate = report.certificate;
  certificate.limit = certified * length_;
  for (const double row : missed_)
    certificate.dynamics = larger(certificate.dynamics, std::abs(row));
  report.status = StepStatus::converged;
  const bool exact = certificate.dynamics <= roundoff * length_ && std::isfinite(x.sum());
  rest_.exact = exact && k_ == 0;
  return exact;
}

StepReport SmoothContact::position(const Vector& q, const Vector& p, double h, const Mask& mask,
                                   const Vector& predicted, const Vector& hint, Vector& x,
                                   Multipliers& force) {
  StepReport report;
  rest_.reached = rests(h, mask, predicted, report);
  if (rest_.reached) {
    x = predicted;
    force.lambda.setZero();
    return report;
  }
  PositionCall& call = position_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.q1, predicted);
  report = call.solve(hint);
  if (!report.ok()) return report;
  x = call[call.q1];
  force.lambda = call[call.lambda];
  force.nu = call[call.nu];
  return report;
}

/// True if the predicted position is the answer, with the bits of the solver: its residual is
/// round-off, and every contact that might push is open or touches.
bool SmoothContact::rests(double h, const Mask& mask, const Vector& predicted, StepReport& report) {
  if (!rest_.exact || rest_.free != predicted) return false;
  const Vector& ahead = gaps(predicted, h);
  double missed = 0.0;
  for (Index i = 0; i < mask.size(); ++i) {
    rest_.touching[i] = mask[i] != 0.0 && !(ahead[i] > closed * length_) ? 1.0 : 0.0;
    if (rest_.touching[i] != 0.0) missed = larger(missed, std::abs(ahead[i]));
  }
  if (!(missed <= roundoff * length_)) return false;
  report.status = StepStatus::converged;
  report.certificate = {.complementarity = missed, .sign = missed, .limit = certified * length_};
  return true;
}

/// The same for the momentum: no contact that is held moves.
bool SmoothContact::stays_tangential(const Vector& q1, double h, const Mask& mask, const Vector& y,
                                     StepReport& report) {
  if (!rest_.reached) return false;
  set_time(h);
  speeds_({q1, y, theta_}, {speed_});
  double missed = 0.0;
  for (Index i = 0; i < mask.size(); ++i)
    if (mask[i] != 0.0) missed = larger(missed, std::abs(duration_ * speed_[i]));
  if (!(missed <= roundoff * length_)) return false;
  report.certificate = {.tangency = missed, .limit = certified * length_};
  return true;
}

StepReport SmoothContact::momentum(const Vector& q0, const Vector& q1, double h, const Mask& mask,
                                   Vector& y, Multipliers& force) {
  StepReport report = discrete_momentum(q0, q1, h, y);
  if (!report.ok() || stays_tangential(q1, h, mask, y, report)) return report;
  MomentumCall& call = momentum_;
  call.set(call.q0, q0);
  call.set(call.q1, q1);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.y, y);
  report = call.solve();
  if (!report.ok()) return report;
  y = call[call.y];
  force.mu = call[call.mu];
  force.xi = call[call.xi];
  return report;
}

StepReport SmoothContact::discrete_momentum(const Vector& q0, const Vector& q1, double h,
                                            Vector& y) {
  y.resize(n_);
  end_({q0, q1, h, theta_, t_}, {y});
  StepReport report{.status = StepStatus::converged};
  if (!std::isfinite(y.sum()))
    report = {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  return report;
}

/// The time of the kernels that know no step.
void SmoothContact::set_time(double later) {
  if (rheonomic_) theta_[theta_.size() - 1] = t_[0] + later;
}

const Vector& SmoothContact::gaps(const Vector& q, double later) {
  set_time(later);
  const double t = rheonomic_ ? theta_[theta_.size() - 1] : 0.0;
  if (of_gaps_.known && of_gaps_.t == t && of_gaps_.q == q) return g_;
  gaps_({q, theta_}, {g_});
  of_gaps_.q = q;
  of_gaps_.t = t;
  of_gaps_.known = true;
  return g_;
}

const Vector& SmoothContact::normal_speeds(const Vector& q, const Vector& p) {
  set_time(0.0);
  speeds_({q, p, theta_}, {speed_});
  return speed_;
}

void pack(std::initializer_list<In> parts, Vector& into) {
  double* to = into.data();
  for (const In& part : parts) to = std::copy_n(part.data, part.size, to);
  assert(to == into.data() + into.size());
}

void indices(const Mask& mask, std::vector<Index>& out) {
  out.clear();
  for (Index i = 0; i < mask.size(); ++i)
    if (mask[i] != 0.0) out.push_back(i);
}

}  // namespace ricochet
