#include "ricochet/certify/shadow_certifier.hpp"

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/certify/impact_components.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/certify/shadow_rests.hpp"
#include "ricochet/certify/variational_terms.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using Stage = ShadowRecord::Stage;

constexpr double farther = 1.0 / 64;  // of an impulse: behind the larger root E grows

VariationalClaims motion(const System& s) {
  return {.act = VariationalClaims::Act::end, .bilateral_predictor = s.k() > 0};
}

class ShadowCertifier final : public StepCertifier {
 public:
  ShadowCertifier(const System& s, const Discretization& d, const ShadowClaims& claims)
      : anchor_(claims.anchor),
        length_(s.length()),
        time_(s.specification().time),
        tolerances_(s.tolerances()),
        terms_(s, d, motion(s)),
        reflection_(s, d, Energy::continuous, false),
        flights_(certify_flights(s, d, {.law = FlightClaims::Law::scaled_reflection})),
        meter_(s, d, claims.kind, claims.backend),
        found_(s),
        p_(s.n()),
        rests_(s) {}
  ShadowCertifier(const ShadowCertifier& other)
      : StepCertifier(other),
        anchor_(other.anchor_),
        length_(other.length_),
        time_(other.time_),
        tolerances_(other.tolerances_),
        terms_(other.terms_),
        reflection_(other.reflection_),
        flights_(other.flights_->clone()),
        meter_(other.meter_),
        found_(other.found_),
        p_(other.p_),
        rests_(other.rests_) {}
  ShadowCertifier& operator=(const ShadowCertifier&) = delete;
  ~ShadowCertifier() override = default;

  void set_parameters(const System& s) override {
    terms_.set_parameters(s);
    reflection_.set_parameters(s);
    flights_->set_parameters(s);
    meter_.set_parameters(s);
  }
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override {
    return in_flight_ ? flights_->culprit() : found_.text();
  }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<ShadowCertifier>(*this);
  }

 private:
  void check_motion(const Step& from, double h, const Step& to);
  void check_contact(Index i, bool lands);
  void check_rest(Index i);
  void check_gaps(const Step& to);
  void check_impacts(const Step& from, double h, const Step& to);
  void check_components(const Step& from, const Step& to);
  void check_record(const Step& from, double h, const Step& to);
  void check_debt(const Step& from, double h, const Step& to);
  void take_energy(double difference, double target, const Vector& p, const char* what);
  [[nodiscard]] double energy(const State& at, const Mask& S, double h);
  [[nodiscard]] double target(const Step& from, double h, const Step& to);
  [[nodiscard]] const Impact* landing(const Step& to) const;

  double anchor_, length_, time_;
  Tolerances tolerances_;
  VariationalTerms terms_;
  ReflectionCheck reflection_;
  std::unique_ptr<StepCertifier> flights_;
  ShadowMeter meter_;
  Findings found_;
  Vector p_;
  ShadowRests rests_;
  ImpactComponents components_;
  std::vector<Index> met_;
  bool in_flight_ = false;
};

Certificate ShadowCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  in_flight_ = false;
  rests_.read(to);
  check_motion(from, h, to);
  check_gaps(to);
  if (terms_.m() > 0) rests_.check(from, to, terms_, reflection_, found_);
  if (to.shadow.stage != Stage::located && !to.impacts.empty()) check_impacts(from, h, to);
  check_record(from, h, to);
  if (to.shadow.stage != Stage::located) return found_.certificate();
  Certificate certificate = found_.certificate();
  const Certificate of_flights = flights_->certify(from, h, to);
  in_flight_ = certificate.ok() && !of_flights.ok();
  certificate.merge(of_flights);
  return certificate;
}

/// The first impact where the step ends; null if there is none.
const Impact* ShadowCertifier::landing(const Step& to) const {
  return to.shadow.stage == Stage::landed && !to.impacts.empty() ? &to.impacts.front() : nullptr;
}

/// Of a step with located impacts its prediction only.
void ShadowCertifier::check_motion(const Step& from, double h, const Step& to) {
  const bool struck = to.shadow.stage == Stage::grid && !to.impacts.empty();
  const Vector& p_plus = struck ? to.impacts.back().p_plus : from.state.p;
  const Impact* const at_end = landing(to);
  const Vector& p_end = at_end ? at_end->p_minus : to.state.p;
  const bool acts = to.force.lambda.any() || to.force.mu.any() || rests_.start().any();
  if (acts) terms_.evaluate_contacts(from, h, to, p_plus, p_end);
  terms_.evaluate_motion(from, h, to, acts ? terms_.p_start() : p_plus,
                         acts ? terms_.p_end() : p_end);
  const double t1 = to.state.t;
  found_.take(Findings::dynamics,
              std::abs(t1 - (from.state.t + h)) <= 1e-12 * (std::abs(t1) + h) ? 0.0 : h,
              "the step does not end h later");
  if (to.shadow.stage != Stage::located) {
    found_.take_largest(Findings::dynamics, terms_.dynamics(),
                        "the equations of motion are not satisfied");
    found_.take_largest(Findings::equality, terms_.equality(),
                        "an equality is not satisfied at the end");
    found_.take_largest(Findings::tangency, terms_.hidden(), "the velocity leaves an equality");
    for (Index i = 0; acts && i < terms_.m(); ++i)
      check_contact(i, to.shadow.stage == Stage::landed);
  }
  if (to.shadow.stage == Stage::none && to.predicted == to.state.q) return terms_.predict_end();
  terms_.evaluate_prediction(from, h, to);
  found_.take_largest(Findings::dynamics, terms_.predicted_off(),
                      "the predicted position is not that of a motion without contacts");
  found_.take_largest(Findings::equality, terms_.predicted_equality(),
                      "the predicted position leaves an equality");
}

/// Impulses of contacts that rest, or of those where a step lands.
void ShadowCertifier::check_contact(Index i, bool lands) {
  const double push = terms_.push(i), size = std::abs(push);
  const auto beyond = [](double x, double tolerance) {
    return std::max(0.0, std::abs(x) - 2.0 * tolerance);
  };
  found_.take(Findings::sign, std::max(0.0, -push), "pulls", i);
  found_.take(Findings::complementarity, std::min(size, std::abs(terms_.gap1(i))),
              "pushes, but is open at the end", i);
  if (!lands) {
    found_.take(Findings::complementarity, std::min(size, beyond(terms_.gap0(i), tolerances_.gap)),
                "carries an impulse, but is open at the start", i);
    found_.take(Findings::complementarity,
                std::min(size, time_ * beyond(terms_.speed_plus(i), tolerances_.speed)),
                "carries an impulse of smooth contact, but is not tangential", i);
    check_rest(i);
  }
  if (terms_.end_push(i) == 0.0) return;
  found_.take(Findings::complementarity,
              std::min(std::abs(terms_.end_push(i)), beyond(terms_.gap1(i), tolerances_.gap)),
              "is made tangential, but is open at the end", i);
}

/// [KP12] (7.5) of a contact that is closed at both ends and rests at the first one.
void ShadowCertifier::check_rest(Index i) {
  const double moves = time_ * std::abs(terms_.speed1(i));
  const bool rests = std::abs(terms_.gap0(i)) <= 0.5 * tolerances_.gap &&
                     std::abs(terms_.speed_plus(i)) <= 0.5 * tolerances_.speed;
  if (rests && std::abs(terms_.gap1(i)) <= 0.5 * tolerances_.gap)
    found_.take(Findings::tangency, moves, "stays closed, but moves", i);
  found_.take(Findings::complementarity, std::min(std::abs(terms_.end_push(i)), moves),
              "is made tangential, but moves", i);
}

/// Admissible at the end; impacts happen where the step without impacts is not.
void ShadowCertifier::check_gaps(const Step& to) {
  double least = 0.0;
  for (Index i = 0; i < terms_.m(); ++i) {
    found_.take(Findings::gap, std::max(0.0, -terms_.gap1(i)), "is penetrated", i);
    least = i == 0 ? terms_.ahead(i) : std::min(least, terms_.ahead(i));
  }
  if (to.shadow.stage == Stage::none)
    found_.take(Findings::jump, to.impacts.empty() && to.flights.empty() ? 0.0 : length_,
                "an impact that no stage has made");
  else
    found_.take(Findings::complementarity, std::max(0.0, least),
                "an impact where the free step violates no contact");
}

/// Every impact turns the momentum along the reflection of its passes, and keeps its energy.
void ShadowCertifier::check_impacts(const Step& from, double h, const Step& to) {
  const bool at_start = to.shadow.stage == Stage::grid;
  const double wanted = target(from, h, to);
  reflection_.begin();
  const ReflectionPass* pass = to.reflections.data();
  const ReflectionPass* const last = pass + to.reflections.size();
  p_ = at_start ? from.state.p : to.impacts.front().p_minus;
  for (const Impact& impact : to.impacts) {
    const ReflectionPass* const end = pass + std::min<std::ptrdiff_t>(impact.passes, last - pass);
    found_.take(Findings::dynamics,
                impact.q == (at_start ? from.state.q : to.state.q) ? 0.0 : length_,
                "an impact is not at an end of the step");
    found_.take(Findings::jump, impact.p_minus == p_ ? 0.0 : length_,
                "an impact does not begin with the momentum before it");
    reflection_.place(impact.q, impact.q, impact.t);
    reflection_.check_scaled(impact, h, pass, end, found_);
    if (at_start) {
      rests_.leave(impact.p_plus, reflection_);
      meter_.hold(rests_.behind());
      const double E = meter_.energy(impact.q, impact.p_plus, h);
      take_energy(E - wanted, wanted, impact.p_plus, "an impact does not keep the shadow energy");
      p_ = impact.p_plus + farther * (impact.p_plus - impact.p_minus);
      found_.take(Findings::energy, meter_.energy(impact.q, p_, h) > E ? 0.0 : length_,
                  "an impact takes the root of the motion through its contacts");
    }
    p_ = impact.p_plus;
    pass = end;
  }
  found_.take(Findings::jump, pass == last ? 0.0 : length_, "a reflection belongs to no impact");
  if (at_start) check_components(from, to);
  if (to.shadow.stage == Stage::landed)
    found_.take(Findings::jump, p_ == to.state.p ? 0.0 : length_,
                "the step does not end with the momentum of its last impact");
}

/// Contacts that act on each other, among those that rest or that a step has to avoid, share one
/// impact.
void ShadowCertifier::check_components(const Step& from, const Step& to) {
  met_ = to.contacts.predicted;
  for (const Index i : to.contacts.smooth)
    if (std::find(met_.begin(), met_.end(), i) == met_.end()) met_.push_back(i);
  reflection_.place(from.state.q, from.state.q, from.state.t);
  components_.form(met_, reflection_);
  components_.check(to.impacts, length_, found_);
}

double ShadowCertifier::energy(const State& at, const Mask& S, double h) {
  meter_.hold(S);
  return meter_.energy(at.q, at.p, h);
}

/// E'.
double ShadowCertifier::target(const Step& from, double h, const Step& to) {
  const double debt = from.shadow.h == h ? from.shadow.debt : 0.0;
  const double e = energy(from.state, rests_.start(), h) - debt;
  return e - anchor_ * (e - to.shadow.initial);
}

/// What is carried from step to step, and the energy at the end of a step.
void ShadowCertifier::check_record(const Step& from, double h, const Step& to) {
  const ShadowRecord &before = from.shadow, &now = to.shadow;
  const bool goes_on = before.h == h;
  const bool carried = now.h == h && (!goes_on || now.initial == before.initial);
  found_.take(Findings::energy, carried ? 0.0 : length_, "the start of the run is forgotten");
  if (!std::isnan(now.energy)) {
    const double E = energy(to.state, rests_.end(), h);
    take_energy(now.energy - E, E, to.state.p, "the shadow energy of the step is another one");
  }
  check_debt(from, h, to);
}

void ShadowCertifier::check_debt(const Step& from, double h, const Step& to) {
  const ShadowRecord& now = to.shadow;
  const double debt = from.shadow.h == h ? from.shadow.debt : 0.0;
  if (now.stage == Stage::none && rests_.end() == rests_.start())
    return found_.take(Findings::energy, now.debt == debt ? 0.0 : length_,
                       "a debt is lost on the way");
  if (now.stage == Stage::grid && rests_.end() == rests_.behind())
    return found_.take(Findings::energy, now.debt == 0.0 ? 0.0 : length_,
                       "a debt is repaid and stays");
  const double wanted =
      now.stage == Stage::none ? energy(from.state, rests_.start(), h) - debt : target(from, h, to);
  take_energy(now.energy - wanted - now.debt, wanted, to.state.p,
              "the debt is not what the step leaves of the shadow energy");
}

/// By the kinetic energy, or a share of |E| that covers the round-off of a large V.
void ShadowCertifier::take_energy(double difference, double target, const Vector& p,
                                  const char* what) {
  const double scale = std::max(reflection_.kinetic_energy(p), 1e-2 * std::abs(target));
  found_.take(Findings::energy, length_ * std::abs(difference) / std::max(scale, 1e-300), what);
}

}  // namespace

std::unique_ptr<StepCertifier> certify_shadow(const System& s, const Discretization& d,
                                              const ShadowClaims& claims) {
  return std::make_unique<ShadowCertifier>(s, d, claims);
}

}  // namespace ricochet
