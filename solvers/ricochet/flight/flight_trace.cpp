#include "ricochet/flight/flight_trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr int most_steps = 6;         // of Newton's method
constexpr double contraction = 0.25;  // of the rows, by every step but the first
constexpr double noise = 1e-14;       // of the length: rows with nothing to gain
constexpr double last_step = 1e-10;   // of the length: the rate is that of the point before it

}  // namespace

FlightTrace::FlightTrace(const System& s, const Discretization& d, FlightKind kind)
    : n_(s.n()),
      impact_(kind.impact),
      length_(s.length()),
      motion_(flight_rates(s, d, kind)),
      residual_(flight_rows(s, d, kind)),
      jacobian_(motion_.sparsity_out(1)),
      linear_(jacobian_.columns()) {
  for (Vector* v : {&rows_, &by_tau_, &dz_}) v->setZero(unknowns());
  scales_.setOnes(unknowns());
}

void FlightTrace::evaluate(const Vector& z, const Vector& parameters) {
  motion_({z.head(unknowns()), parameters}, {rows_, jacobian_.values(), by_tau_});
  linear_.begin();
  for (Index i = 0; i < unknowns(); ++i) linear_.add(jacobian_, i);
}

void FlightTrace::run(const Vector& z, const Vector& parameters, Vector& rate) {
  evaluate(z, parameters);
  linear_.factor(scales_);
  linear_.solve(by_tau_, dz_);
  rate.head(unknowns()) = -dz_;
}

double FlightTrace::correct(const Vector& parameters, double h, Vector& z,
                            SolverStatistics& statistics) {
  residual_({z.head(unknowns()), parameters}, {rows_});
  linear_.solve(rows_, dz_);
  if (!dz_.allFinite()) return std::numeric_limits<double>::infinity();
  z.head(unknowns()) -= dz_;
  ++statistics.newton_iterations;
  return moved(h);
}

bool FlightTrace::follow(const Vector& parameters, double h, Vector& z, Vector& rate,
                         SolverStatistics& statistics) {
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_steps; ++k) {
    evaluate(z, parameters);
    double error = 0.0;
    for (const double row : rows_) error = std::isnan(row) ? row : std::max(error, std::abs(row));
    const bool arrived = error <= noise * length_;
    if (!arrived && !(error <= contraction * before)) return false;
    if (!linear_.all_finite()) return false;
    linear_.factor(scales_);
    ++statistics.factorizations;
    linear_.solve(rows_, dz_);
    z.head(unknowns()) -= dz_;
    ++statistics.newton_iterations;
    if (arrived || moved(h) <= last_step * length_) {
      linear_.solve(by_tau_, dz_);
      rate.head(unknowns()) = -dz_;
      return rate.head(unknowns()).allFinite() && z.head(unknowns()).allFinite();
    }
    before = error;
  }
  return false;
}

/// Length of the last step, of the motion and of the size of an impact.
double FlightTrace::moved(double h) const {
  const double motion = h * dz_.head(n_).norm();
  return impact_ ? std::max(motion, length_ * std::abs(dz_[unknowns() - 1])) : motion;
}

}  // namespace ricochet
