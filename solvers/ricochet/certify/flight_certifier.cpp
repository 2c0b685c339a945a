#include "ricochet/certify/flight_certifier.hpp"

#include "ricochet/certify/flight_judge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr double shortest_steered = 1e-6;  // of .time: below, rows hold as rates at the start
constexpr double cone_slack = 1e-9;        // relative
constexpr double fastest = 10.0;           // speed of a gap by that of the coordinates

bool contains(const std::vector<Index>& set, Index i) {
  return std::find(set.begin(), set.end(), i) != set.end();
}

}  // namespace

FlightCertifier::FlightCertifier(const System& s, const Discretization& d,
                                 const FlightClaims& claims)
    : time_(s.specification().time),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      directed_slip_(1e-7 * s.length() / s.specification().time),
      claims_(claims),
      contacts_(s.contacts()),
      terms_(s, d, claims.may_leave),
      impacts_(s, d, claims),
      found_(s) {}

/// Two vectors that have to be the same: their difference as a length.
void FlightCertifier::joins(const Vector& a, const Vector& b, double unit, const char* what) {
  if (a.size() != b.size()) return found_.take(Findings::dynamics, 1.0, what);
  for (Index i = 0; i < a.size(); ++i)
    found_.take(Findings::dynamics, unit * std::abs(a[i] - b[i]), what);
}

Certificate FlightCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  q_ = from.state.q;
  p_ = from.state.p;
  if (claims_.backwards) p_ = -p_;
  const double t = claims_.backwards ? -from.state.t : from.state.t;
  passes_ = 0;
  finishing_ = false;
  h_ = h;
  size_t met = 0;  // impacts
  double elapsed = 0.0;
  for (const FlightRecord& flight : to.flights) {
    terms_.evaluate(flight, t + flight.begin, h);
    if (!to.impacts.empty()) terms_.evaluate_energies(flight, t + flight.begin);
    joins(flight.q, q_, 1.0, "a flight does not begin where the one before ends");
    found_.take(Findings::dynamics, std::abs(flight.begin - elapsed) <= 1e-14 * h ? 0.0 : h,
                "a flight does not begin when the one before ends");
    if (flight.impact == static_cast<Index>(met) && met < to.impacts.size()) {
      check_impact(flight, h, to);
      ++met;
    }
    joins(flight.p, p_, 1.0 / std::max(1.0, p_.lpNorm<Eigen::Infinity>()),
          "a flight does not begin with the momentum that it has to");
    check_motion(flight);
    check_finishing(flight, to);
    if (terms_.touches()) {
      for (Index i = 0; i < terms_.gap0.size(); ++i) check_contact(flight, i);
      check_friction(flight, h);
    }
    check_gaps();
    q_ = terms_.x;
    p_ = flight.p_end;
    energy_ = terms_.energy1;
    elapsed += flight.tau;
  }
  found_.take(Findings::dynamics,
              std::abs(elapsed - h) <= 1e-12 * h ? 0.0 : std::abs(elapsed - h) / h,
              "the flights do not last as long as the step");
  if (met != to.impacts.size()) found_.take(Findings::jump, 1.0, "an impact lies in no flight");
  if (!to.flights.empty()) check_end(to.flights.back(), to);
  const double ends = from.state.t + (claims_.backwards ? -h : h);
  found_.take(Findings::dynamics,
              std::abs(to.state.t - ends) <= 1e-12 * (std::abs(ends) + h) ? 0.0 : h,
              "the step does not end h later");
  return found_.certificate();
}

/// The impact that a flight begins with: from p_, which is left behind it.
void FlightCertifier::check_impact(const FlightRecord& flight, double h, const Step& to) {
  const Impact& impact = to.impacts[static_cast<size_t>(flight.impact)];
  before_ = claims_.backwards ? impact.p_plus : impact.p_minus;
  after_ = claims_.backwards ? impact.p_minus : impact.p_plus;
  if (claims_.backwards)
    for (Vector* p : {&before_, &after_}) *p = -*p;
  joins(impact.q, flight.q, 1.0, "an impact is not where its flight begins");
  joins(before_, p_, 1.0 / std::max(1.0, p_.lpNorm<Eigen::Infinity>()),
        "an impact does not begin with the momentum before it");
  const size_t last = std::min(passes_ + static_cast<size_t>(impact.passes), to.reflections.size());
  impacts_.check({.impact = impact,
                  .before = before_,
                  .after = after_,
                  .energy_before = energy_,
                  .energy_after = terms_.energy0,
                  .t = impact.t,
                  .h = h,
                  .gaps = terms_.gap0},
                 to.reflections.data() + passes_, to.reflections.data() + last, found_);
  passes_ = last;
  p_ = after_;
}

void FlightCertifier::check_motion(const FlightRecord& flight) {
  found_.take_largest(Findings::dynamics, terms_.start(),
                      "the equations of motion are not satisfied at the start of a flight");
  if (flight.tau > 0.0)
    found_.take_largest(Findings::dynamics, terms_.end(),
                        "the equations of motion are not satisfied at the end of a flight");
  if (flight.tau > shortest_steered * time_)
    found_.take_largest(Findings::equality, terms_.equality(), "an equality is not satisfied");
  if (flight.tau > 0.0)
    found_.take_largest(Findings::tangency, terms_.hidden(), "the velocity leaves an equality");
  found_.take_largest(Findings::tangency, terms_.rows(), "a nonholonomic row is not satisfied");
}

/// Once a step is being finished it is so to its end; its last impact is flagged.
void FlightCertifier::check_finishing(const FlightRecord& flight, const Step& to) {
  if (flight.finishing &&
      (!claims_.may_finish || (!to.impacts.empty() && !to.impacts.back().flagged)))
    found_.take(Findings::jump, 1.0, "a flight finishes a step that is not to be finished");
  if (finishing_ && !flight.finishing)
    found_.take(Findings::jump, 1.0, "a flight goes on after one that finished the step");
  finishing_ = flight.finishing;
}

/// How far a contact that acts along a flight is from closed. Behind an impact those that were
/// about to close in it count as closed; where the step is finished it has to close by the end.
double FlightCertifier::open(const FlightRecord& flight, Index i) const {
  const double slack = flight.impact >= 0 ? impacts_.slack(i, h_) : 2.0 * gap_tolerance_;
  if (!flight.finishing) return std::max(0.0, std::abs(terms_.gap0[i]) - slack);
  const bool steered = flight.tau > shortest_steered * time_;
  const double way = steered ? 0.0 : fastest * flight.tau * flight.w.norm();
  return std::max(0.0, std::min(std::abs(terms_.gap0[i]), std::abs(terms_.gap1[i])) - slack - way);
}

void FlightCertifier::check_contact(const FlightRecord& flight, Index i) {
  const double push = terms_.push(i);
  const bool held = contains(flight.held, i);
  if (push != 0.0) {
    found_.take(Findings::sign, std::max(0.0, -push), "pulls", i);
    found_.take(Findings::complementarity,
                std::min(std::abs(push), held ? open(flight, i) : std::abs(push)),
                held ? "carries an impulse, but is open" : "carries an impulse, but is not held",
                i);
  }
  if (held && flight.tau > shortest_steered * time_) {
    const double off = std::abs(terms_.gap1[i]), change = std::abs(terms_.gap1[i] - terms_.gap0[i]);
    const bool keeps = std::abs(terms_.gap0[i]) <= 2.0 * gap_tolerance_;  // where friction jams
    found_.take(Findings::gap, keeps ? std::min(off, change) : off, "is held, but moves off", i);
  }
  check_end_of_contact(flight, held, i);
}

/// The velocity where a flight ends.
void FlightCertifier::check_end_of_contact(const FlightRecord& flight, bool held, Index i) {
  const double push = terms_.end_push(i);
  const double speed = flight.tau > 0.0 ? time_ * terms_.speed1(i) : 0.0;
  if (!claims_.may_leave && !flight.finishing) {
    if (held)
      found_.take(Findings::tangency, std::abs(speed), "is held, but moves", i);
    else
      found_.take(Findings::complementarity, std::abs(push), "is made tangential, but is not held",
                  i);
    return;
  }
  if (held) found_.take(Findings::tangency, std::max(0.0, -speed), "is held, but sinks", i);
  if (push == 0.0) return;
  const double gap = flight.finishing ? terms_.gap1[i] : std::max(terms_.gap0[i], terms_.gap1[i]);
  const double open = gap - 2.0 * gap_tolerance_;
  found_.take(Findings::sign, std::max(0.0, -push), "pulls where a flight ends", i);
  found_.take(Findings::complementarity, std::min(std::abs(push), std::max(open, std::abs(speed))),
              "carries an impulse where a flight ends, but is open or leaves", i);
}

/// Coulomb's law of contacts that last; after a plastic impact contact points are pinned instead.
void FlightCertifier::check_friction(const FlightRecord& flight, double h) {
  if (claims_.law == FlightClaims::Law::plastic) return;
  for (Index entry = 0; entry < contacts_.entries(); ++entry) {
    const auto [first, last] = contacts_.tangents_of(entry);
    if (first == last) continue;
    double rub = 0.0, slip = 0.0, work = 0.0, end_rub = 0.0, end_work = 0.0, end_slip = 0.0;
    for (Index j = first; j < last; ++j) {
      rub = std::hypot(rub, flight.force.rho[j]);
      slip = std::hypot(slip, terms_.slip(j));
      work += flight.force.rho[j] * terms_.slip(j);
      end_rub = std::hypot(end_rub, flight.force.pi[j]);
      end_slip = std::hypot(end_slip, terms_.slip1(j));
      end_work += flight.force.pi[j] * terms_.slip1(j);
    }
    const double reach = terms_.reach(first), end_reach = terms_.end_reach(first);
    const double mu = impacts_.friction(entry);
    const double most = mu * std::max(flight.force.lambda[entry], 0.0);
    const double end_most = mu * std::max(flight.force.mu[entry], 0.0);
    const auto outside = [&](double size, double limit, double of_one, double duration) {
      return std::max(
          0.0, of_one * (size - limit * (1.0 + cone_slack)) - 2.0 * impulse_tolerance_ * duration);
    };
    found_.take(Findings::friction, outside(rub, most, reach, h), "rubs beyond its friction cone",
                entry);
    found_.take(Findings::friction, outside(end_rub, end_most, end_reach, time_),
                "rubs beyond its friction cone where a flight ends", entry);
    if (slip > 2.0 * speed_tolerance_)  // full friction against the slip
      found_.take(
          Findings::friction,
          std::min(time_ * slip, reach * std::max(0.0, most + work / slip - cone_slack * most)),
          "does not rub against its slip", entry);
    if (claims_.may_leave || flight.finishing)
      check_end_of_friction(flight, entry, slip);
    else if (end_slip > 2.0 * speed_tolerance_)
      found_.take(Findings::friction,
                  std::min(time_ * end_slip, end_reach * std::max(0.0, end_work / end_slip)),
                  "rubs along its slip where a flight ends", entry);
  }
}

/// Full friction against the slip where a flight ends. A contact in space that slid on the way rubs
/// along the direction of its mean slip only.
void FlightCertifier::check_end_of_friction(const FlightRecord& flight, Index entry, double slip) {
  const auto [first, last] = contacts_.tangents_of(entry);
  const double reach = terms_.end_reach(first), press = std::max(flight.force.mu[entry], 0.0);
  const double most = impacts_.friction(entry) * press;
  const bool directed = last - first > 1 && slip > directed_slip_;
  double work = 0.0, end_slip = 0.0, across = 0.0, along = 0.0, rate = 0.0;
  for (Index j = first; j < last; ++j) {
    const double direction = directed ? terms_.slip(j) / slip : 0.0;
    along += direction * flight.force.pi[j];
    rate += direction * terms_.slip1(j);
    work += flight.force.pi[j] * terms_.slip1(j);
    end_slip = std::hypot(end_slip, terms_.slip1(j));
  }
  for (Index j = first; j < last && directed; ++j)
    across = std::hypot(across, flight.force.pi[j] - along * terms_.slip(j) / slip);
  found_.take(Findings::friction, reach * across, "rubs across its flight where it ends", entry);
  const double speed = directed ? std::abs(rate) : end_slip;
  if (speed <= 2.0 * speed_tolerance_ || flight.tau == 0.0) return;
  const double power = directed ? along * rate : work;
  found_.take(
      Findings::friction,
      std::min(time_ * speed, reach * std::max(0.0, most + power / speed - cone_slack * most)),
      "does not rub against its slip where a flight ends", entry);
}

/// Of a union the largest piece counts.
void FlightCertifier::check_gaps() {
  for (Index row = 0; row < contacts_.rows(); ++row) {
    const Index entry = contacts_.leading(row, terms_.gap1);
    const bool was_open = terms_.gap0[contacts_.leading(row, terms_.gap0)] > 2.0 * gap_tolerance_;
    if (claims_.admissible || was_open)
      found_.take(Findings::gap, std::max(0.0, -terms_.gap1[entry] - 2.0 * gap_tolerance_),
                  "is penetrated", entry);
  }
}

void FlightCertifier::check_end(const FlightRecord& last, const Step& to) {
  joins(to.state.q, q_, 1.0, "the step does not end where its last flight does");
  after_ = to.state.p;
  if (claims_.backwards) after_ = -after_;
  joins(after_, p_, 1.0 / std::max(1.0, p_.lpNorm<Eigen::Infinity>()),
        "the step does not end with the momentum of its last flight");
  joins(to.force.lambda, last.force.lambda, 1.0,
        "the impulses of the step are not those of its last flight");
}

std::unique_ptr<StepCertifier> certify_flights(const System& s, const Discretization& d,
                                               const FlightClaims& claims) {
  return std::make_unique<FlightCertifier>(s, d, claims);
}

}  // namespace ricochet
