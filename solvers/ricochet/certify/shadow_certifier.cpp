#include "ricochet/certify/shadow_certifier.hpp"

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/certify/variational_terms.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

using Stage = ShadowRecord::Stage;

constexpr double apart = 1e-12;       // of the mobilities: contacts that do not act on each other
constexpr double farther = 1.0 / 64;  // of an impulse: behind the larger root E grows

/// Motion without lasting contact; impulses act where the step ends.
VariationalClaims motion() {
  return {.act = VariationalClaims::Act::end, .end = VariationalClaims::End::none};
}

class ShadowCertifier final : public StepCertifier {
 public:
  ShadowCertifier(const System& s, const Discretization& d, const ShadowClaims& claims)
      : anchor_(claims.anchor),
        length_(s.length()),
        terms_(s, d, motion()),
        reflection_(s, d, Energy::continuous, false),
        flights_(certify_flights(s, d, {.law = FlightClaims::Law::scaled_reflection})),
        meter_(s, d, claims.kind, claims.backend),
        found_(s),
        p_(s.n()) {}
  ShadowCertifier(const ShadowCertifier& other)
      : StepCertifier(other),
        anchor_(other.anchor_),
        length_(other.length_),
        terms_(other.terms_),
        reflection_(other.reflection_),
        flights_(other.flights_->clone()),
        meter_(other.meter_),
        found_(other.found_),
        p_(other.p_) {}
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
  void check_gaps(const Step& to);
  void check_impacts(const Step& from, double h, const Step& to);
  void check_components(const Step& from, const Step& to);
  void check_record(const Step& from, double h, const Step& to);
  void take_energy(double difference, double target, const Vector& p, const char* what);
  [[nodiscard]] const Impact* landing(const Step& to) const;

  double anchor_, length_;
  VariationalTerms terms_;
  ReflectionCheck reflection_;
  std::unique_ptr<StepCertifier> flights_;
  ShadowMeter meter_;
  Findings found_;
  Vector p_;
  std::vector<size_t> group_;  // of the contacts predicted
  bool in_flight_ = false;
};

Certificate ShadowCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  in_flight_ = false;
  check_motion(from, h, to);
  check_gaps(to);
  check_record(from, h, to);
  if (to.shadow.stage != Stage::located) {
    if (!to.impacts.empty()) check_impacts(from, h, to);
    return found_.certificate();
  }
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
  const bool acts = to.force.lambda.any();
  if (acts) terms_.evaluate_contacts(from, h, to, p_plus);
  terms_.evaluate_motion(from, h, to, acts ? terms_.p_start() : p_plus, p_end);
  if (to.shadow.stage != Stage::located)
    found_.take_largest(Findings::dynamics, terms_.dynamics(),
                        "the equations of motion are not satisfied");
  for (Index i = 0; acts && i < terms_.m(); ++i) {
    found_.take(Findings::sign, std::max(0.0, -terms_.push(i)), "pulls", i);
    found_.take(Findings::complementarity,
                std::min(std::abs(terms_.push(i)), std::abs(terms_.gap1(i))),
                "pushes, but is open at the end", i);
  }
  const double t1 = to.state.t;
  found_.take(Findings::dynamics,
              std::abs(t1 - (from.state.t + h)) <= 1e-12 * (std::abs(t1) + h) ? 0.0 : h,
              "the step does not end h later");
  if (to.shadow.stage == Stage::none) return terms_.predict_end();
  terms_.evaluate_prediction(from, h, to);
  found_.take_largest(Findings::dynamics, terms_.predicted_off(),
                      "the predicted position is not that of a motion without contacts");
}

/// Admissible at the end; impacts happen where the free step is not.
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
  const double e = meter_.energy(from.state.q, from.state.p, h) -
                   from.shadow.debt * (from.shadow.h == h ? 1.0 : 0.0);
  const double target = e - anchor_ * (e - to.shadow.initial);
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
      const double E = meter_.energy(impact.q, impact.p_plus, h);
      take_energy(E - target, target, impact.p_plus, "an impact does not keep the shadow energy");
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

/// Contacts that act on each other, among those that a step has to avoid, share one impact.
void ShadowCertifier::check_components(const Step& from, const Step& to) {
  const std::vector<Index>& met = to.contacts.predicted;
  reflection_.place(from.state.q, from.state.q, from.state.t);
  group_.resize(met.size());
  for (size_t i = 0; i < met.size(); ++i) {
    group_[i] = i;
    for (size_t j = 0; j < i; ++j) {
      const double scale =
          std::sqrt(reflection_.coupling(met[i], met[i]) * reflection_.coupling(met[j], met[j]));
      if (std::abs(reflection_.coupling(met[i], met[j])) > apart * scale)
        std::replace(group_.begin(), group_.end(), size_t{group_[j]}, size_t{group_[i]});
    }
  }
  const auto group_of = [&](Index contact) {
    const auto at = std::find(met.begin(), met.end(), contact);
    return at == met.end() ? met.size() : group_[static_cast<size_t>(at - met.begin())];
  };
  for (const Impact& impact : to.impacts)
    for (const Index i : impact.constraints) {
      const size_t own = group_of(i);
      found_.take(Findings::jump, own < met.size() ? 0.0 : length_,
                  "is struck, but is not among the contacts to be avoided", i);
      for (const Impact& other : to.impacts)
        for (const Index j : other.constraints)
          found_.take(Findings::energy, (group_of(j) == own) == (&other == &impact) ? 0.0 : length_,
                      "shares its energy with contacts that do not act on it, or not with those "
                      "that do",
                      i);
    }
}

/// What is carried from step to step, and the energy at the end of a step with located impacts.
void ShadowCertifier::check_record(const Step& from, double h, const Step& to) {
  const ShadowRecord &before = from.shadow, &now = to.shadow;
  const bool goes_on = before.h == h;
  const bool carried = now.h == h && (!goes_on || now.initial == before.initial);
  found_.take(Findings::energy, carried ? 0.0 : length_, "the start of the run is forgotten");
  const double debt = goes_on ? before.debt : 0.0;
  if (now.stage == Stage::none)
    found_.take(Findings::energy, now.debt == debt ? 0.0 : length_, "a debt is lost on the way");
  if (now.stage == Stage::grid)
    found_.take(Findings::energy, now.debt == 0.0 ? 0.0 : length_, "a debt is repaid and stays");
  if (!std::isnan(now.energy)) {
    const double E = meter_.energy(to.state.q, to.state.p, h);
    take_energy(now.energy - E, E, to.state.p, "the shadow energy of the step is another one");
  }
  if (now.stage != Stage::located && now.stage != Stage::landed) return;
  const double e = meter_.energy(from.state.q, from.state.p, h) - debt;
  const double target = e - anchor_ * (e - now.initial);
  take_energy(now.energy - target - now.debt, target, to.state.p,
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
