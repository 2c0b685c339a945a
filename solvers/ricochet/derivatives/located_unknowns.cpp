#include "ricochet/derivatives/located_kernel.hpp"

/// What the record of a step says of the unknowns of its equations.
namespace ricochet {
namespace {

using Strike = StepSequence::Impact;

/// Collects them in the order of located_kernel().
class Reader {
 public:
  Reader(const System& s, const Step& to, const Matrix& law)
      : s_(s), table_(s.contacts()), to_(to), law_(law) {}

  void fly(const StepSequence::Flight& flight, const FlightRecord& record) {
    move(record.w, flight.during, record);
    if (flight.hits >= 0 || flight.stops >= 0) all_.push_back(record.tau);
    put(record.force.xi, s_.k());
    pick(record.force.mu, flight.landing.closed);
    pick(record.force.pi, flight.landing.stuck);
  }
  /// The passes of a reflection begin with one of those in the record of the step.
  void reflect(const Strike& reflection, size_t first);
  /// The contacts behind it are those of the flight that follows.
  void strike(const Strike& impact, const Impact& struck, size_t flight,
              const StepSequence::Contacts& behind);
  [[nodiscard]] Vector all() const {
    return Eigen::Map<const Vector>(all_.data(), static_cast<Index>(all_.size()));
  }

 private:
  [[nodiscard]] Index rows() const { return static_cast<Index>(s_.specification().omega.size()); }
  void put(const Vector& part, Index size) {
    for (Index i = 0; i < size; ++i) all_.push_back(part.size() == size ? part[i] : 0.0);
  }
  void pick(const Vector& from, const std::vector<Index>& which) {
    for (const Index i : which) all_.push_back(i < from.size() ? from[i] : 0.0);
  }
  void move(const Vector& w, const StepSequence::Contacts& during, const FlightRecord& record) {
    put(w, s_.n());
    put(record.force.nu, s_.k());
    put(record.force.kappa, rows());
    pick(record.force.lambda, during.closed);
    if (!during.closed.empty()) pick(record.force.rho, rubbed(table_, during, true));
  }

  const System& s_;
  const ContactTable& table_;
  const Step& to_;
  const Matrix& law_;
  std::vector<double> all_;
};

void Reader::strike(const Strike& impact, const Impact& struck, size_t flight,
                    const StepSequence::Contacts& behind) {
  Vector push = Vector::Zero(s_.m()), rub = Vector::Zero(table_.tangents());
  Index next = 0;
  for (size_t i = 0; i < struck.constraints.size(); ++i) {
    push[struck.constraints[i]] = struck.impulse[static_cast<Index>(i)];
    for (auto [l, last] = table_.tangents_of(struck.constraints[i]); l < last; ++l)
      if (next < struck.friction.size()) rub[l] = struck.friction[next++];
  }
  constexpr double sigma = 2.0;  // mirrors
  const bool energy = impact.rule == Strike::Rule::energy;
  const bool part = impact.rule == Strike::Rule::share;
  const bool shares = part || (energy && impact.pushed.closed.size() > 1);
  const double factor = part ? 0.5 * (1.0 + law_(0, table_.row(impact.restitution))) : 1.0;
  if (shares) push /= sigma * factor;
  if (rows() > 0) put({}, s_.k() + rows());  // zeta is linear in the rest, and in no record
  pick(push, impact.pushed.closed);
  if (!energy && !part) pick(rub, rubbed(table_, impact.pushed, false));
  put({}, s_.k() + rows());
  if (shares) all_.push_back(sigma);
  if (!part) return;
  const FlightRecord &before = to_.flights[flight], &after = to_.flights[flight + 1];
  const Vector kick = after.w - before.w;  // by the factor of sigma
  move(after.w + (1.0 / factor - 1.0) * kick, behind, after);
}

void Reader::reflect(const Strike& reflection, size_t first) {
  for (size_t pass = 0; pass <= reflection.then.size(); ++pass) {
    const ReflectionPass& made = to_.reflections[first + pass];
    Vector push = Vector::Zero(s_.m());
    for (size_t j = 0; j < made.set.size(); ++j)
      push[made.set[j]] = made.impulse[static_cast<Index>(j)];
    pick(push, (pass == 0 ? reflection.pushed : reflection.then[pass - 1]).closed);
    put({}, s_.k() + rows());
  }
}

}  // namespace

std::vector<Index> rubbed(const ContactTable& table, const StepSequence::Contacts& set,
                          bool planar_too) {
  std::vector<Index> all = set.stuck;
  for (const StepSequence::Rubbing& r : set.rubbing)
    for (auto [j, last] = table.tangents_of(r.entry); j < last; ++j)
      if (planar_too || r.side == 0) all.push_back(j);
  return all;
}

void located_unknowns(const System& s, const Step& to, const StepSequence& decided,
                      const Matrix& law, Vector& z) {
  Reader reader(s, to, law);
  size_t hits = 0, passes = 0;
  if (decided.grid) reader.reflect(*decided.grid, 0);
  for (size_t j = 0; j < decided.flights.size(); ++j) {
    reader.fly(decided.flights[j], to.flights[j]);
    if (decided.flights[j].hits < 0) continue;
    const Strike& impact = decided.impacts[hits];
    if (impact.rule == Strike::Rule::mirror)
      reader.reflect(impact, passes);
    else
      reader.strike(impact, to.impacts[hits], j, decided.flights[j + 1].during);
    passes += static_cast<size_t>(to.impacts[hits++].passes);
  }
  z = reader.all();
}

}  // namespace ricochet
