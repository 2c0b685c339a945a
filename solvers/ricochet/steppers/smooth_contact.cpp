#include "ricochet/steppers/smooth_contact.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/finite_sum.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ricochet {
namespace {

// Of the length.
constexpr double certified = 1e-11;  // limit of the certificate
constexpr double roundoff = 1e-15;   // nothing left to gain
constexpr double closed = 1e-10;     // a gap this small counts as touching

StepReport not_finite_momentum() {
  return {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
}

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
  const Expr &q = s.q(), p = Expr::sym("p", s.n()), theta = s.parameter_symbols();
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
  if (explicit_ && explicit_position(q, p, h, x)) return settled(&Certificate::dynamics);
  return solve_free_position(q, p, h, x);
}

/// What an answer without a solver misses, by the entry of the certificate that judges it.
StepReport SmoothContact::settled(double Certificate::*entry) const {
  StepReport report{.status = StepStatus::converged};
  report.certificate.limit = certified * length_;
  report.certificate.*entry = left_;
  return report;
}

StepReport SmoothContact::solve_free_position(const Vector& q, const Vector& p, double h,
                                              Vector& x) {
  FreeCall& call = free_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.start(call.q1, q);
  StepReport report = call.solve();
  if (report.ok()) x = call[call.q1];
  return report;
}

/// One step and its certificate. False if Newton's method would go on to gain digits: the answers
/// have the same bits.
bool SmoothContact::explicit_position(const Vector& q, const Vector& p, double h, Vector& x) {
  x.resize(n_);
  (*explicit_)({q, q, p, h, theta_, t_}, {missed_, slopes_});
  for (Index i = 0; i < n_; ++i) x[i] = q[i] - missed_[i] * (1.0 / slopes_[i]);
  (*explicit_)({x, q, p, h, theta_, t_}, {missed_, slopes_});  // judged as a number
  rest_.free = x;
  left_ = 0.0;
  for (const double row : missed_) left_ = larger(left_, std::abs(row));
  const bool exact = left_ <= roundoff * length_ && finite_sum(x);
  rest_.exact = exact && k_ == 0;
  return exact;
}

StepReport SmoothContact::position(const Vector& q, const Vector& p, double h, const Mask& mask,
                                   const Vector& predicted, const Vector& hint, Vector& x,
                                   Multipliers& force) {
  rest_.reached = rests(h, mask, predicted);
  if (!rest_.reached) return solve_position(q, p, h, mask, predicted, hint, x, force);
  x = predicted;
  force.lambda.setZero();
  StepReport report = settled(&Certificate::complementarity);
  report.certificate.sign = left_;
  return report;
}

StepReport SmoothContact::solve_position(const Vector& q, const Vector& p, double h,
                                         const Mask& mask, const Vector& predicted,
                                         const Vector& hint, Vector& x, Multipliers& force) {
  PositionCall& call = position_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.q1, predicted);
  StepReport report = call.solve(hint);
  if (!report.ok()) return report;
  x = call[call.q1];
  force.lambda = call[call.lambda];
  force.nu = call[call.nu];
  return report;
}

/// True if the predicted position is the answer, with the bits of the solver: its residual is
/// round-off, and every contact that might push is open or touches.
bool SmoothContact::rests(double h, const Mask& mask, const Vector& predicted) {
  if (!rest_.exact || rest_.free != predicted) return false;
  const Vector& ahead = gaps(predicted, h);
  left_ = 0.0;
  for (Index i = 0; i < mask.size(); ++i) {
    rest_.touching[i] = mask[i] != 0.0 && !(ahead[i] > closed * length_) ? 1.0 : 0.0;
    if (rest_.touching[i] != 0.0) left_ = larger(left_, std::abs(ahead[i]));
  }
  return left_ <= roundoff * length_;
}

/// The same for the momentum: no contact that is held moves.
bool SmoothContact::stays_tangential(const Vector& q1, double h, const Mask& mask,
                                     const Vector& y) {
  if (!rest_.reached) return false;
  set_time(h);
  speeds_({q1, y, theta_}, {speed_});
  left_ = 0.0;
  for (Index i = 0; i < mask.size(); ++i)
    if (mask[i] != 0.0) left_ = larger(left_, std::abs(duration_ * speed_[i]));
  return left_ <= roundoff * length_;
}

StepReport SmoothContact::momentum(const Vector& q0, const Vector& q1, double h, const Mask& mask,
                                   Vector& y, Multipliers& force) {
  if (!finite_momentum(q0, q1, h, y)) return not_finite_momentum();
  if (stays_tangential(q1, h, mask, y)) return settled(&Certificate::tangency);
  return solve_momentum(q0, q1, h, mask, y, force);
}

StepReport SmoothContact::solve_momentum(const Vector& q0, const Vector& q1, double h,
                                         const Mask& mask, Vector& y, Multipliers& force) {
  MomentumCall& call = momentum_;
  call.set(call.q0, q0);
  call.set(call.q1, q1);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.y, y);
  StepReport report = call.solve();
  if (!report.ok()) return report;
  y = call[call.y];
  force.mu = call[call.mu];
  force.xi = call[call.xi];
  return report;
}

StepReport SmoothContact::discrete_momentum(const Vector& q0, const Vector& q1, double h,
                                            Vector& y) {
  if (!finite_momentum(q0, q1, h, y)) return not_finite_momentum();
  return {.status = StepStatus::converged};
}

bool SmoothContact::finite_momentum(const Vector& q0, const Vector& q1, double h, Vector& y) {
  y.resize(n_);
  end_({q0, q1, h, theta_, t_}, {y});
  return finite_sum(y);
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
