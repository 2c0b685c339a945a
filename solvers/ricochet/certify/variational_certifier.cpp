#include "ricochet/certify/variational_certifier.hpp"

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/certify/variational_terms.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using Claims = VariationalClaims;

/// Not the tolerance, but a margin about it: a decision at its edge may go either way.
double beyond(double x, double tolerance) { return std::max(0.0, std::abs(x) - 2.0 * tolerance); }

class VariationalCertifier final : public StepCertifier {
 public:
  VariationalCertifier(const System& s, const Discretization& d, const Claims& claims);

  void set_parameters(const System& s) override {
    terms_.set_parameters(s);
    if (reflection_) reflection_->set_parameters(s);
  }
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<VariationalCertifier>(*this);
  }

 private:
  void check_motion(const Step& from, double h, const Step& to);
  void check_prediction(const Step& from, double h, const Step& to);
  [[nodiscard]] bool may_start_closed() const;
  [[nodiscard]] bool may_touch() const;
  void check_reflection(const Step& from, double h, const Step& to, const Vector& p_plus);
  void check_smooth(Index i);
  void check_pushing(Index i);
  void check_closing(Index i);
  void check_restitution(Index i);
  [[nodiscard]] bool may_meet(Index i) const;
  [[nodiscard]] bool must_meet(Index i) const;
  [[nodiscard]] bool may_land(Index i) const;

  Claims claims_;
  double time_, gap_tolerance_, speed_tolerance_;
  bool constrained_;
  VariationalTerms terms_;
  std::optional<ReflectionCheck> reflection_;
  Findings found_;
};

VariationalCertifier::VariationalCertifier(const System& s, const Discretization& d,
                                           const Claims& claims)
    : claims_(claims),
      time_(s.specification().time),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      constrained_(s.k() > 0),
      terms_(s, d, claims),
      found_(s) {
  if (claims.reflections)
    reflection_.emplace(s, d, claims.reflections->energy, claims.reflections->resting);
}

Certificate VariationalCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  const bool struck = !to.impacts.empty();
  const bool acts = to.force.lambda.any() || to.force.mu.any();
  const Vector& p_plus = struck ? to.impacts.front().p_plus : from.state.p;
  if (acts) terms_.evaluate_contacts(from, h, to, p_plus);
  terms_.evaluate_motion(from, h, to, acts ? terms_.p_start() : p_plus,
                         acts ? terms_.p_end() : to.state.p);
  check_motion(from, h, to);
  if (claims_.predicts) check_prediction(from, h, to);
  if (!acts && !struck && !may_touch()) return found_.certificate();
  if (!acts && (!struck || may_start_closed()))
    terms_.evaluate_contacts(from, h, to, p_plus);
  else if (!acts)
    terms_.skip_contacts();
  if (reflection_) check_reflection(from, h, to, p_plus);
  for (Index i = 0; i < terms_.m(); ++i) {
    if (claims_.act == Claims::Act::start)
      check_smooth(i);
    else
      check_closing(i);
    if (claims_.end == Claims::End::restitution) check_restitution(i);
  }
  return found_.certificate();
}

/// False if no contact is closed at the start.
bool VariationalCertifier::may_start_closed() const {
  for (Index i = 0; i < terms_.m(); ++i)
    if (!(std::abs(terms_.gap0(i)) > 2.0 * gap_tolerance_)) return true;
  return false;
}

/// False if no contact is closed at either end and none is predicted to be.
bool VariationalCertifier::may_touch() const {
  const double closed = 2.0 * gap_tolerance_;
  for (Index i = 0; i < terms_.m(); ++i)
    if (!(terms_.gap1(i) > closed && (!claims_.predicts || terms_.ahead(i) > closed))) return true;
  return may_start_closed();
}

void VariationalCertifier::check_motion(const Step& from, double h, const Step& to) {
  const double t0 = from.state.t, t1 = to.state.t;
  found_.take_largest(Findings::dynamics, terms_.dynamics(),
                      "the equations of motion are not satisfied");
  if (constrained_) {
    found_.take_largest(Findings::equality, terms_.equality(),
                        "an equality is not satisfied at the end");
    found_.take_largest(Findings::tangency, terms_.hidden(), "the velocity leaves an equality");
  }
  found_.take(Findings::dynamics, std::abs(t1 - (t0 + h)) <= 1e-12 * (std::abs(t1) + h) ? 0.0 : h,
              "the step does not end h later");
}

void VariationalCertifier::check_prediction(const Step& from, double h, const Step& to) {
  if (!constrained_ && to.predicted == to.state.q && to.impacts.empty() && !to.force.lambda.any())
    return terms_.predict_end();  // the position that was judged already
  terms_.evaluate_prediction(from, h, to);
  found_.take_largest(Findings::dynamics, terms_.predicted_off(),
                      "the predicted position is not that of a motion without contacts");
  found_.take_largest(Findings::equality, terms_.predicted_equality(),
                      "the predicted position leaves an equality");
}

/// A contact that a reflection may take: closed at the start or closed at the predicted position.
bool VariationalCertifier::may_meet(Index i) const {
  return terms_.ahead(i) <= 2.0 * gap_tolerance_ ||
         std::abs(terms_.gap0(i)) <= 2.0 * gap_tolerance_;
}

bool VariationalCertifier::must_meet(Index i) const {
  return terms_.ahead(i) < -2.0 * gap_tolerance_ ||
         std::abs(terms_.gap0(i)) <= 0.5 * gap_tolerance_;
}

/// A contact that is met and loses energy lands where its bounce is shorter than the step.
bool VariationalCertifier::may_land(Index i) const {
  return reflection_ && reflection_->least_restitution(i) < 1.0 && may_meet(i);
}

/// (7.2): what is predicted and approached is reflected, and nothing else.
void VariationalCertifier::check_reflection(const Step& from, double h, const Step& to,
                                            const Vector& p_plus) {
  const Claims::Reflections& how = *claims_.reflections;
  reflection_->begin();
  bool needed = !to.reflections.empty() || !to.impacts.empty();
  for (Index i = 0; i < terms_.m(); ++i)
    if (must_meet(i))
      needed = needed || how.at_predictor || !(terms_.speed_plus(i) >= -2.0 * speed_tolerance_);
  if (!needed) return;
  const Vector& q = from.state.q;
  reflection_->place(how.at_predictor ? to.predicted : q, q, from.state.t);
  const ReflectionPass* const passes = to.reflections.data();
  reflection_->check(q, h, from.state.p, p_plus, passes, passes + to.reflections.size(), found_);
  for (const ReflectionPass& pass : to.reflections)
    for (size_t j = 0; j < pass.set.size(); ++j) {
      const Index i = pass.set[j];
      if (pass.impulse[static_cast<Index>(j)] != 0.0 && !may_meet(i))
        found_.take(Findings::complementarity, std::min(terms_.ahead(i), std::abs(terms_.gap0(i))),
                    "is reflected, but neither closed nor predicted to close", i);
    }
  for (Index i = 0; i < terms_.m(); ++i)
    if (must_meet(i)) reflection_->check_left(i, found_);
}

/// (7.1), (7.3)-(7.6): closed and tangential at the start; of these, tangential at the end if still
/// closed there.
void VariationalCertifier::check_smooth(Index i) {
  const bool smooth = std::abs(terms_.gap0(i)) <= 0.5 * gap_tolerance_ &&
                      std::abs(terms_.speed_plus(i)) <= 0.5 * speed_tolerance_;
  if (smooth)
    found_.take(Findings::gap, std::max(0.0, -terms_.gap1(i)), "is penetrated while it slides", i);
  if (!claims_.reflections) {  // no impacts: nothing may be approached, nothing penetrated
    if (std::abs(terms_.gap0(i)) <= 0.5 * gap_tolerance_)
      found_.take(Findings::jump,
                  time_ * std::max(0.0, -terms_.speed_plus(i) - 2.0 * speed_tolerance_),
                  "is approached by a method without impacts", i);
    if (terms_.gap0(i) >= -gap_tolerance_)
      found_.take(Findings::gap, std::max(0.0, -terms_.gap1(i) - 2.0 * gap_tolerance_),
                  "is penetrated by a method without impacts", i);
  }
  const bool lands = may_land(i) && terms_.push(i) != 0.0;
  if (terms_.push(i) != 0.0)
    check_pushing(i);
  else if (may_land(i) && must_meet(i))
    found_.take(
        Findings::gap,
        std::max(0.0, std::min(terms_.gap0(i), 0.0) - terms_.gap1(i) - 2.0 * gap_tolerance_),
        "sinks where its bounce is over", i);
  if (claims_.end != Claims::End::projection) return;
  if (terms_.end_push(i) != 0.0)
    found_.take(Findings::complementarity,
                std::min(std::abs(terms_.end_push(i)), beyond(terms_.gap1(i), gap_tolerance_)),
                "is made tangential, but is open at the end", i);
  if ((smooth || lands) && std::abs(terms_.gap1(i)) <= 0.5 * gap_tolerance_)
    found_.take(Findings::tangency, time_ * std::abs(terms_.speed1(i)), "stays closed, but moves",
                i);
}

/// An impulse pushes, on a contact that is closed and tangential or lands, and closed at the end.
void VariationalCertifier::check_pushing(Index i) {
  const double size = std::abs(terms_.push(i));
  found_.take(Findings::sign, std::max(0.0, -terms_.push(i)), "pulls", i);
  found_.take(Findings::complementarity, std::min(size, std::abs(terms_.gap1(i))),
              "pushes and is open at the end", i);
  if (may_land(i)) return;
  found_.take(Findings::complementarity, std::min(size, beyond(terms_.gap0(i), gap_tolerance_)),
              "carries an impulse, but is open at the start", i);
  found_.take(Findings::complementarity,
              std::min(size, time_ * beyond(terms_.speed_plus(i), speed_tolerance_)),
              "carries an impulse of smooth contact, but is not tangential", i);
}

/// Contacts that act where the step ends: 0 <= lambda _|_ g(q1) >= 0.
void VariationalCertifier::check_closing(Index i) {
  found_.take(Findings::gap, std::max(0.0, -terms_.gap1(i)), "is penetrated", i);
  found_.take(Findings::sign, std::max(0.0, -terms_.push(i)), "pulls", i);
  if (terms_.push(i) != 0.0)
    found_.take(Findings::complementarity,
                std::min(std::abs(terms_.push(i)), std::abs(terms_.gap1(i))),
                "pushes, but is open at the end", i);
}

/// 0 <= lambda + mu _|_ n.v1 + e n.v0 >= 0 of contacts that act, closed at q1. One that a free
/// step happens to reach within the tolerance may wait for the next step.
void VariationalCertifier::check_restitution(Index i) {
  if (terms_.push(i) == 0.0 && terms_.end_push(i) == 0.0) return;
  const double rebound = time_ * terms_.rebound(i);
  found_.take(Findings::sign, std::max(0.0, -terms_.end_push(i)), "pulls", i);
  found_.take(Findings::complementarity,
              std::min(std::abs(terms_.end_push(i)), beyond(terms_.gap1(i), gap_tolerance_)),
              "strikes, but is open", i);
  if (std::abs(terms_.gap1(i)) > 0.5 * gap_tolerance_) return;
  found_.take(Findings::jump, std::max(0.0, -rebound), "rebounds too slowly", i);
  found_.take(Findings::complementarity, std::min(std::abs(terms_.end_push(i)), std::abs(rebound)),
              "pushes, but leaves faster than its restitution says", i);
}

}  // namespace

std::unique_ptr<StepCertifier> certify_variational(const System& s, const Discretization& d,
                                                   const VariationalClaims& claims) {
  return std::make_unique<VariationalCertifier>(s, d, claims);
}

}  // namespace ricochet
