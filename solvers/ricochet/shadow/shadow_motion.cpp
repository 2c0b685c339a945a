#include "ricochet/shadow/shadow_motion.hpp"

#include <cmath>

namespace ricochet {

ShadowMotion::ShadowMotion(const System& s, const Discretization& d, const Backend& backend)
    : equalities_(s.k() > 0),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      contact_(s, d, backend),
      none_(Mask::Zero(s.m())),
      all_(Mask::Ones(s.m())),
      held_(none_) {}

/// [KP12] (7.1).
bool ShadowMotion::rest(const Vector& q, const Vector& p, Mask& S) {
  const Vector& gaps = contact_.gaps(q);
  for (Index i = 0; i < S.size(); ++i) S[i] = std::abs(gaps[i]) <= gap_tolerance_ ? 1.0 : 0.0;
  if (!S.any()) return false;
  keep_resting(q, p, S);
  return S.any();
}

void ShadowMotion::keep_resting(const Vector& q, const Vector& p, Mask& S) {
  if (!S.any()) return;
  const Vector& speeds = contact_.normal_speeds(q, p);
  for (Index i = 0; i < S.size(); ++i)
    if (!(std::abs(speeds[i]) <= speed_tolerance_)) S[i] = 0.0;
}

StepReport ShadowMotion::predict(const State& from, double h, Vector& x) {
  return position(from.q, from.p, h, none_, none_, x, unused_);
}

StepReport ShadowMotion::position(const Vector& q, const Vector& p, double h, const Mask& S,
                                  const Vector& hint, Vector& x, Multipliers& force) {
  if (plain(S)) {
    force.lambda.setZero();
    return contact_.free_position(q, p, h, x);
  }
  StepReport report = contact_.free_position(q, p, h, free_);
  if (report.ok()) report.merge(contact_.position(q, p, h, S, free_, hint, x, force));
  return report;
}

StepReport ShadowMotion::landing(const Vector& q, const Vector& p, double h, const Vector& hint,
                                 Vector& x, Multipliers& force) {
  StepReport report = contact_.free_position(q, p, h, free_);
  if (report.ok()) report.merge(contact_.position(q, p, h, all_, free_, hint, x, force));
  return report;
}

StepReport ShadowMotion::momentum(const Vector& q0, const Vector& q1, double h, const Mask& S,
                                  Vector& p1, Multipliers& force) {
  held_ = S;
  if (S.any()) {
    const Vector& gaps = contact_.gaps(q1);
    for (Index i = 0; i < S.size(); ++i)
      if (!(std::abs(gaps[i]) <= gap_tolerance_)) held_[i] = 0.0;
  }
  if (plain(held_)) return contact_.discrete_momentum(q0, q1, h, p1);
  return contact_.momentum(q0, q1, h, held_, p1, force);
}

bool ShadowMotion::violated(const Vector& x, const Mask& S, Mask& V) {
  const Vector& gaps = contact_.gaps(x);
  bool any = false;
  for (Index i = 0; i < V.size(); ++i) {
    V[i] = gaps[i] >= (S[i] != 0.0 ? -gap_tolerance_ : 0.0) ? 0.0 : 1.0;
    any = any || V[i] != 0.0;
  }
  return any;
}

}  // namespace ricochet
