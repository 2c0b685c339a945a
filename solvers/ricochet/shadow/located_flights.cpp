#include "ricochet/shadow/located_flights.hpp"

namespace ricochet {

LocatedFlights::LocatedFlights(const System& s, const Discretization& d, const Backend& backend)
    : flight_(s, d, backend, {.holding = s.m() > 0}),
      holding_(s, d, backend, Holding::Manner::slides),
      search_(s),
      p1_(s.n()),
      still_(Vector::Zero(s.m())) {
  force_.lambda.setZero(s.m());
  force_.nu.setZero(s.k());
}

void LocatedFlights::set_parameters(const System& s) {
  flight_.set_parameters(s);
  holding_.set_parameters(s);
}

bool LocatedFlights::fly_blindly(const State& from, const Vector& p, const Mask& S, double h,
                                 double rest, SolverStatistics& statistics) {
  launch_.t = from.t;
  launch_.h = h;
  launch_.q = from.q;
  launch_.p = p;
  hits_ = false;
  holding_.clear(launch_);
  if (S.any()) holding_.hold_resting(S, still_, launch_);
  return fly_to_end(rest, statistics) && land(statistics);
}

/// Lets go of what would pull, until nothing does.
bool LocatedFlights::fly_to_end(double rest, SolverStatistics& statistics) {
  do {
    const StepReport report = flight_.fly(launch_, rest, end_);
    statistics.add(report.statistics);
    if (!report.ok()) return false;
  } while (holding_.release_pulling(end_, launch_));
  return true;
}

LocatedFlights::Way LocatedFlights::fly(const State& from, const Vector& p, const Mask& S, double h,
                                        double rest, SolverStatistics& statistics) {
  if (!fly_blindly(from, p, S, h, rest, statistics)) return Way::lost;
  StepReport report{.status = StepStatus::converged};
  const Crossing found = search_.first(flight_, launch_, end_, hit_, report);
  statistics.add(report.statistics);
  if (!report.ok() || found.sinking >= 0) return Way::lost;
  if (found.gap >= 0) {
    if (holding_.pulls(hit_, launch_)) return Way::lost;
    hits_ = true;
    return land(statistics) ? Way::hit : Way::lost;
  }
  const Vector& ahead = flight_.gaps().at(end_.q);
  for (Index i = 0; i < ahead.size(); ++i)
    if (launch_.held[i] == 0.0 && !(ahead[i] >= 0.0)) return Way::lost;
  return Way::free;
}

bool LocatedFlights::land(SolverStatistics& statistics) {
  force_.lambda = point().lambda;
  force_.nu = point().nu;
  force_.rho = point().rho;
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
  indices(launch_.held, flight.held);
  for (auto* none : {&flight.pinned, &flight.pinned_end}) none->clear();
  flight.cut = flight.finishing = false;
}

}  // namespace ricochet
