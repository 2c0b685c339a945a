#include "ricochet/flight/flight_log.hpp"

namespace ricochet {

void FlightLog::begin(double elapsed, const Launch& launch, const FlightPoint& point, Step& to) {
  Index last = -1;
  for (const FlightRecord& flight : to.flights) last = std::max(last, flight.impact);
  FlightRecord& flight = spare_.add(to.flights);
  const auto impacts = static_cast<Index>(to.impacts.size());
  flight.begin = elapsed;
  flight.tau = point.tau;
  flight.impact = impacts - 1 > last ? impacts - 1 : -1;
  flight.q = launch.q.head(n_);
  flight.p = launch.p.head(n_);
  if (launch.impact) flight.p += point.sigma * launch.direction.head(n_);
  flight.w = point.w.head(n_);
  flight.force.lambda = point.lambda;
  flight.force.nu = point.nu;
  flight.force.kappa = point.kappa;
  flight.force.rho = point.rho;
  indices(launch.held, flight.held);
  indices(launch.pinned, flight.pinned);
}

void FlightLog::end(const Launch& launch, bool cut, Step& to) const {
  FlightRecord& flight = to.flights.back();
  flight.p_end = launch.p.head(n_);
  flight.force.mu = to.force.mu;
  flight.force.xi = to.force.xi;
  flight.force.pi = to.force.pi;
  indices(launch.pinned, flight.pinned_end);
  flight.cut = cut;
  flight.finishing = false;
}

}  // namespace ricochet
