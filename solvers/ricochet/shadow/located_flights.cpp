#include "ricochet/shadow/located_flights.hpp"

namespace ricochet {

LocatedFlights::LocatedFlights(const System& s, const Discretization& d, const Backend& backend)
    : flight_(s, d, backend, {}), search_(s), p1_(s.n()) {
  force_.lambda.setZero(s.m());
}

bool LocatedFlights::fly_blindly(const State& from, const Vector& p, double h, double rest,
                                 SolverStatistics& statistics) {
  launch_.t = from.t;
  launch_.h = h;
  launch_.q = from.q;
  launch_.p = p;
  hits_ = false;
  const StepReport report = flight_.fly(launch_, rest, end_);
  statistics.add(report.statistics);
  return report.ok() && land(statistics);
}

LocatedFlights::Way LocatedFlights::fly(const State& from, const Vector& p, double h, double rest,
                                        SolverStatistics& statistics) {
  if (!fly_blindly(from, p, h, rest, statistics)) return Way::lost;
  StepReport report{.status = StepStatus::converged};
  const Crossing found = search_.first(flight_, launch_, end_, hit_, report);
  statistics.add(report.statistics);
  if (!report.ok() || found.sinking >= 0) return Way::lost;
  if (found.gap >= 0) {
    hits_ = true;
    return land(statistics) ? Way::hit : Way::lost;
  }
  const Vector& ahead = flight_.gaps().at(end_.q);
  return ahead.minCoeff() >= 0.0 ? Way::free : Way::lost;
}

bool LocatedFlights::land(SolverStatistics& statistics) {
  const StepReport report = flight_.land(launch_, point(), p1_, force_);
  statistics.add(report.statistics);
  return report.ok();
}

void LocatedFlights::record(double elapsed, Index impact, std::vector<FlightRecord>& flights) {
  FlightRecord& flight = spare_.add(flights);
  flight.begin = elapsed;
  flight.tau = point().tau;
  flight.impact = impact;
  flight.q = launch_.q;
  flight.p = launch_.p;
  flight.w = point().w;
  flight.p_end = p1_;
  flight.force = force_;
  for (auto* none : {&flight.held, &flight.pinned, &flight.pinned_end}) none->clear();
  flight.cut = flight.finishing = false;
}

}  // namespace ricochet
