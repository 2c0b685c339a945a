#include "ricochet/derivatives/located_kernel.hpp"

/// What the record of a step says of the unknowns of its equations.
namespace ricochet {
namespace {

using Strike = StepSequence::Impact;

}  // namespace

std::vector<Index> rubbed(const ContactTable& table, const StepSequence::Contacts& set,
                          bool planar_too) {
  std::vector<Index> all = set.stuck;
  for (const StepSequence::Rubbing& r : set.rubbing)
    for (auto [j, last] = table.tangents_of(r.entry); j < last; ++j)
      if (planar_too || r.side == 0) all.push_back(j);
  return all;
}

void located_unknowns(const System& s, const Step& to, const StepSequence& decided, Vector& z) {
  const ContactTable& table = s.contacts();
  std::vector<double> all;
  const auto put = [&](const Vector& part, Index size) {
    for (Index i = 0; i < size; ++i) all.push_back(part.size() == size ? part[i] : 0.0);
  };
  const auto pick = [&](const Vector& from, const std::vector<Index>& which) {
    for (const Index i : which) all.push_back(i < from.size() ? from[i] : 0.0);
  };
  size_t hits = 0;
  for (size_t j = 0; j < decided.flights.size(); ++j) {
    const FlightRecord& record = to.flights[j];
    const StepSequence::Flight& flight = decided.flights[j];
    put(record.w, s.n());
    put(record.force.nu, s.k());
    pick(record.force.lambda, flight.during.closed);
    if (!flight.during.closed.empty()) pick(record.force.rho, rubbed(table, flight.during, true));
    if (flight.hits >= 0 || flight.stops >= 0) all.push_back(record.tau);
    put(record.force.xi, s.k());
    pick(record.force.mu, flight.landing.closed);
    pick(record.force.pi, flight.landing.stuck);
    if (flight.hits < 0) continue;
    const Strike& impact = decided.impacts[hits];
    const Impact& struck = to.impacts[hits++];
    Vector push = Vector::Zero(s.m()), rub = Vector::Zero(table.tangents());
    Index next = 0;
    for (size_t i = 0; i < struck.constraints.size(); ++i) {
      push[struck.constraints[i]] = struck.impulse[static_cast<Index>(i)];
      for (auto [l, last] = table.tangents_of(struck.constraints[i]); l < last; ++l)
        if (next < struck.friction.size()) rub[l] = struck.friction[next++];
    }
    const bool shares = impact.rule == Strike::Rule::energy && impact.pushed.closed.size() > 1;
    if (shares) push *= 0.5;  // sigma = 2 mirrors
    pick(push, impact.pushed.closed);
    if (impact.rule != Strike::Rule::energy) pick(rub, rubbed(table, impact.pushed, false));
    put({}, s.k());  // zeta is linear in the rest, and in no record
    if (shares) all.push_back(2.0);
  }
  z = Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

}  // namespace ricochet
