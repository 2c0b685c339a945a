#include "ricochet/certify/variational_certifier.hpp"

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reflection_check.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using Claims = VariationalClaims;

/// duration * diagonal of A^T M^-1 A: the length by which an impulse of 1 N s along a column moves.
Expr mobility(const System& s, const Expr& A, const Expr& duration) {
  if (A.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(A * s.velocity(A)).T());
}

/// Not the tolerance, but a margin about it: a decision at its edge may go either way.
double beyond(double x, double tolerance) { return std::max(0.0, std::abs(x) - 2.0 * tolerance); }

class VariationalCertifier final : public StepCertifier {
 public:
  VariationalCertifier(const System& s, const Discretization& d, const Claims& claims);

  void set_parameters(const System& s) override {
    theta_ = s.parameter_values();
    if (reflection_) reflection_->set_parameters(s);
  }
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<VariationalCertifier>(*this);
  }

 private:
  void check_motion(const Step& from, double h, const Step& to, const Vector& p_plus);
  void check_prediction(const Step& from, double h, const Step& to);
  [[nodiscard]] bool touches(const Step& to) const;
  void evaluate_contacts(const Step& from, double h, const Step& to, const Vector& p_plus);
  void check_reflection(const Step& from, double h, const Step& to, const Vector& p_plus);
  void check_smooth(Index i);
  void check_closing(Index i);
  void check_restitution(Index i);
  [[nodiscard]] bool may_meet(Index i) const;
  [[nodiscard]] bool must_meet(Index i) const;

  Claims claims_;
  double time_, gap_tolerance_, speed_tolerance_;
  bool constrained_;
  Kernel motion_, contacts_, prediction_;
  std::optional<ReflectionCheck> reflection_;
  Findings found_;
  Vector theta_, dynamics_, equality_, hidden_, predicted_off_, predicted_f_;
  // Per entry of g: gaps at q0, q1, q^p; speeds with p+, p1, p0; impulses as lengths.
  Vector gap0_, gap1_, ahead_, speed_plus_, speed1_, speed0_, push_, end_push_, restitution_;
};

VariationalCertifier::VariationalCertifier(const System& s, const Discretization& d,
                                           const Claims& claims)
    : claims_(claims),
      time_(s.specification().time),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      constrained_(s.k() > 0),
      found_(s),
      theta_(s.parameter_values()),
      dynamics_(2 * s.n()),
      equality_(s.k()),
      hidden_(claims.end == Claims::End::none ? 0 : s.k()),
      predicted_off_(s.n()),
      predicted_f_(claims.bilateral_predictor ? s.k() : 0) {
  for (Vector* v : {&gap0_, &gap1_, &ahead_, &speed_plus_, &speed1_, &speed0_, &push_, &end_push_,
                    &restitution_})
    v->setZero(s.m());
  const Index n = s.n();
  const Expr q0 = Expr::sym("q0", n), q1 = Expr::sym("q1", n), h = Expr::sym("h");
  const Expr p0 = Expr::sym("p0", n), p_plus = Expr::sym("p_plus", n), p1 = Expr::sym("p1", n);
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr mu = Expr::sym("mu", s.m()), xi = Expr::sym("xi", s.k());
  const Expr theta = s.parameter_symbols();
  const Expr G0 = s.G(q0), F0 = s.F(q0), G1 = s.G(q1), F1 = s.F(q1);
  const Expr start = p_plus + d.D1Ld(s, q0, q1, h) + mtimes(G0, lambda) + mtimes(F0, nu);  // (7.8)
  const Expr end = p1 - d.D2Ld(s, q0, q1, h) - mtimes(G1, mu) - mtimes(F1, xi);            // (7.9)
  const bool strikes = claims.end == Claims::End::restitution;
  const Expr closing = strikes ? Expr(lambda + mu) : mu;
  const Expr tangency =
      hidden_.size() > 0 ? Expr(time_ * mtimes(F1.T(), s.velocity(p1))) : Expr(0, 1);
  motion_ = Kernel("certify_motion", {q0, p_plus, q1, p1, h, lambda, nu, mu, xi, theta},
                   cse(std::vector<Expr>{h * s.velocity(start), h * s.velocity(end), s.f(q1),
                                         tangency, s.g(q0), s.g(q1)}));
  contacts_ = Kernel("certify_contacts", {q0, p0, p_plus, q1, p1, h, lambda, mu, theta},
                     {mtimes(G0.T(), s.velocity(p_plus)), mtimes(G1.T(), s.velocity(p1)),
                      strikes ? Expr(mtimes(G0.T(), s.velocity(p0))) : Expr(s.m(), 1),
                      mobility(s, G0, h) * lambda, mobility(s, G1, time_) * closing,
                      strikes && s.m() > 0 ? Expr(s.contact_parameters()(0, casadi::Slice()).T())
                                           : Expr(s.m(), 1)});
  if (claims.predicts)
    prediction_ = Kernel("certify_prediction", {q0, p0, q1, h, theta},
                         {h * s.velocity(p0 + d.D1Ld(s, q0, q1, h)),  // (8.1)
                          claims.bilateral_predictor ? s.f(q1) : Expr(0, 1), s.g(q1)});
  if (claims.reflections)
    reflection_.emplace(s, d, claims.reflections->energy, claims.reflections->resting);
}

Certificate VariationalCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  const Vector& p_plus = to.impacts.empty() ? from.state.p : to.impacts.front().p_plus;
  check_motion(from, h, to, p_plus);
  if (claims_.predicts) check_prediction(from, h, to);
  if (!touches(to)) return found_.certificate();
  evaluate_contacts(from, h, to, p_plus);
  if (reflection_) check_reflection(from, h, to, p_plus);
  for (Index i = 0; i < gap0_.size(); ++i) {
    if (claims_.act == Claims::Act::start)
      check_smooth(i);
    else
      check_closing(i);
    if (claims_.end == Claims::End::restitution) check_restitution(i);
  }
  return found_.certificate();
}

/// False if no contact is closed at either end, none is predicted to be, and none acts.
bool VariationalCertifier::touches(const Step& to) const {
  if (!to.impacts.empty() || to.force.lambda.any() || to.force.mu.any()) return true;
  for (Index i = 0; i < gap0_.size(); ++i)
    if (!(std::abs(gap0_[i]) > 2.0 * gap_tolerance_ && gap1_[i] > 2.0 * gap_tolerance_ &&
          (!claims_.predicts || ahead_[i] > 2.0 * gap_tolerance_)))
      return true;
  return false;
}

void VariationalCertifier::evaluate_contacts(const Step& from, double h, const Step& to,
                                             const Vector& p_plus) {
  contacts_({from.state.q, from.state.p, p_plus, to.state.q, to.state.p, h, to.force.lambda,
             to.force.mu, theta_},
            {speed_plus_, speed1_, speed0_, push_, end_push_, restitution_});
}

void VariationalCertifier::check_motion(const Step& from, double h, const Step& to,
                                        const Vector& p_plus) {
  const auto& [t0, q0, p0] = from.state;
  const auto& [t1, q1, p1] = to.state;
  const auto n = q0.size();
  motion_({q0, p_plus, q1, p1, h, to.force.lambda, to.force.nu, to.force.mu, to.force.xi, theta_},
          {dynamics_.head(n), dynamics_.tail(n), equality_, hidden_, gap0_, gap1_});
  found_.take_largest(Findings::dynamics, dynamics_, "the equations of motion are not satisfied");
  found_.take_largest(Findings::equality, equality_, "an equality is not satisfied at the end");
  found_.take_largest(Findings::tangency, hidden_, "the velocity leaves an equality");
  found_.take(Findings::dynamics, std::abs(t1 - (t0 + h)) <= 1e-12 * (std::abs(t1) + h) ? 0.0 : h,
              "the step does not end h later");
}

void VariationalCertifier::check_prediction(const Step& from, double h, const Step& to) {
  const auto& [t, q0, p0] = from.state;
  if (!constrained_ && to.predicted == to.state.q && to.impacts.empty() && !to.force.lambda.any()) {
    ahead_ = gap1_;  // it is the position that was judged already
    return;
  }
  prediction_({q0, p0, to.predicted, h, theta_}, {predicted_off_, predicted_f_, ahead_});
  if (!claims_.bilateral_predictor)  // with f(q^p) = 0 reactions act, which the Step does not hold
    found_.take_largest(Findings::dynamics, predicted_off_, "the predicted position is not free");
  found_.take_largest(Findings::equality, predicted_f_,
                      "the predicted position leaves an equality");
}

/// A contact that a reflection may take: closed at the start or closed at the predicted position.
bool VariationalCertifier::may_meet(Index i) const {
  return ahead_[i] <= 2.0 * gap_tolerance_ || std::abs(gap0_[i]) <= 2.0 * gap_tolerance_;
}

bool VariationalCertifier::must_meet(Index i) const {
  return ahead_[i] < -2.0 * gap_tolerance_ || std::abs(gap0_[i]) <= 0.5 * gap_tolerance_;
}

/// (7.2): what is predicted and approached is reflected, and nothing else.
void VariationalCertifier::check_reflection(const Step& from, double h, const Step& to,
                                            const Vector& p_plus) {
  const Claims::Reflections& how = *claims_.reflections;
  bool needed = !to.reflections.empty() || !to.impacts.empty();
  for (Index i = 0; i < gap0_.size(); ++i)
    if (must_meet(i))
      needed = needed || how.at_predictor || !(speed_plus_[i] >= -2.0 * speed_tolerance_);
  if (!needed) return;
  const Vector& q = from.state.q;
  reflection_->place(how.at_predictor ? to.predicted : q, q);
  const ReflectionPass* const passes = to.reflections.data();
  reflection_->check(q, h, from.state.p, p_plus, passes, passes + to.reflections.size(), found_);
  for (const ReflectionPass& pass : to.reflections)
    for (size_t j = 0; j < pass.set.size(); ++j) {
      const Index i = pass.set[j];
      if (pass.impulse[static_cast<Index>(j)] != 0.0 && !may_meet(i))
        found_.take(Findings::complementarity, std::min(ahead_[i], std::abs(gap0_[i])),
                    "is reflected, but neither closed nor predicted to close", i);
    }
  for (Index i = 0; i < gap0_.size(); ++i)
    if (must_meet(i)) reflection_->check_left(i, found_);
}

/// (7.1), (7.3)-(7.6): closed and tangential at the start; of these, tangential at the end if still
/// closed there.
void VariationalCertifier::check_smooth(Index i) {
  const bool smooth = std::abs(gap0_[i]) <= 0.5 * gap_tolerance_ &&
                      std::abs(speed_plus_[i]) <= 0.5 * speed_tolerance_;
  if (smooth)
    found_.take(Findings::gap, std::max(0.0, -gap1_[i]), "is penetrated while it slides", i);
  if (!claims_.reflections) {  // no impacts: nothing may be approached, nothing penetrated
    if (std::abs(gap0_[i]) <= 0.5 * gap_tolerance_)
      found_.take(Findings::jump, time_ * std::max(0.0, -speed_plus_[i] - 2.0 * speed_tolerance_),
                  "is approached by a method without impacts", i);
    if (gap0_[i] >= -gap_tolerance_)
      found_.take(Findings::gap, std::max(0.0, -gap1_[i] - 2.0 * gap_tolerance_),
                  "is penetrated by a method without impacts", i);
  }
  if (push_[i] != 0.0) {
    const double size = std::abs(push_[i]);
    found_.take(Findings::sign, std::max(0.0, -push_[i]), "pulls", i);
    found_.take(Findings::complementarity, std::min(size, beyond(gap0_[i], gap_tolerance_)),
                "carries an impulse, but is open at the start", i);
    found_.take(Findings::complementarity,
                std::min(size, time_ * beyond(speed_plus_[i], speed_tolerance_)),
                "carries an impulse of smooth contact, but is not tangential", i);
    found_.take(Findings::complementarity, std::min(std::abs(push_[i]), std::abs(gap1_[i])),
                "pushes and is open at the end", i);
  }
  if (claims_.end != Claims::End::projection) return;
  if (end_push_[i] != 0.0)
    found_.take(Findings::complementarity,
                std::min(std::abs(end_push_[i]), beyond(gap1_[i], gap_tolerance_)),
                "is made tangential, but is open at the end", i);
  if (smooth && std::abs(gap1_[i]) <= 0.5 * gap_tolerance_)
    found_.take(Findings::tangency, time_ * std::abs(speed1_[i]), "stays closed, but moves", i);
}

/// Contacts that act where the step ends: 0 <= lambda _|_ g(q1) >= 0.
void VariationalCertifier::check_closing(Index i) {
  found_.take(Findings::gap, std::max(0.0, -gap1_[i]), "is penetrated", i);
  found_.take(Findings::sign, std::max(0.0, -push_[i]), "pulls", i);
  if (push_[i] != 0.0)
    found_.take(Findings::complementarity, std::min(std::abs(push_[i]), std::abs(gap1_[i])),
                "pushes, but is open at the end", i);
}

/// 0 <= lambda + mu _|_ n.v1 + e n.v0 >= 0 of contacts that act, closed at q1. One that a free
/// step happens to reach within the tolerance may wait for the next step.
void VariationalCertifier::check_restitution(Index i) {
  if (push_[i] == 0.0 && end_push_[i] == 0.0) return;
  const double rebound = time_ * (speed1_[i] + restitution_[i] * speed0_[i]);
  found_.take(Findings::sign, std::max(0.0, -end_push_[i]), "pulls", i);
  found_.take(Findings::complementarity,
              std::min(std::abs(end_push_[i]), beyond(gap1_[i], gap_tolerance_)),
              "strikes, but is open", i);
  if (std::abs(gap1_[i]) > 0.5 * gap_tolerance_) return;
  found_.take(Findings::jump, std::max(0.0, -rebound), "rebounds too slowly", i);
  found_.take(Findings::complementarity, std::min(std::abs(end_push_[i]), std::abs(rebound)),
              "pushes, but leaves faster than its restitution says", i);
}

}  // namespace

std::unique_ptr<StepCertifier> certify_variational(const System& s, const Discretization& d,
                                                   const VariationalClaims& claims) {
  return std::make_unique<VariationalCertifier>(s, d, claims);
}

}  // namespace ricochet
