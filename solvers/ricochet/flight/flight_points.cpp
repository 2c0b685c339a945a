#include "ricochet/flight/flight.hpp"

#include <limits>

// The points of flights: what is known of each.

namespace ricochet {

void Flight::reserve(FlightPoint& point) const {
  for (Vector* v : {&point.z, &point.rate})
    if (v->size() != most_unknowns_) v->setZero(most_unknowns_);
}

/// The parts of z, and the place where they lead.
void Flight::unpack(const Launch& from, const Call& call, FlightPoint& point) const {
  const auto part = [&](Sought block) { return point.z.segment(block.offset, block.size); };
  point.w = part(call.w);
  point.nu = part(call.nu);
  point.kappa = part(call.kappa);
  if (from.holding()) {
    point.lambda = part(call.lambda);
    point.rho = part(call.rho);
  } else {
    point.lambda.setZero(contacts_.entries());
    point.rho.setZero(contacts_.tangents());
  }
  point.sigma = from.impact ? point.z[call.sigma.offset] : 0.0;
  point.q = from.q + point.tau * point.w;
}

bool Flight::follow(const Launch& from, double tau, FlightPoint& point,
                    SolverStatistics& statistics) {
  Variant& v = variant(from);
  v.free->set(v.free->tau, tau);
  if (!v.trace->follow(v.free->parameters(), from.h, point.z, point.rate, statistics)) return false;
  point.tau = tau;
  unpack(from, *v.free, point);
  if (!leaves(from, point)) return false;
  drift_ = point.w + tau * point.rate.head(point.w.size());
  slopes(drift_, point);
  point.doubt = 0.0;
  return true;
}

double Flight::guess(const Launch& from, double tau, FlightPoint& point,
                     SolverStatistics& statistics) {
  Variant& v = variant(from);
  v.free->set(v.free->tau, tau);
  const double moved = v.trace->correct(v.free->parameters(), from.h, point.z, statistics);
  point.tau = tau;
  unpack(from, *v.free, point);
  if (!leaves(from, point)) return std::numeric_limits<double>::infinity();
  drift_ = point.w + tau * point.rate.head(point.w.size());
  slopes(drift_, point);
  bound_speeds(point);
  point.doubt = moved / (from.h * point.w.norm());
  return moved;
}

void Flight::rest(const Launch& from, FlightPoint& point) {
  reserve(point);
  point.tau = 0.0;
  point.q = from.q;
  point.w.resize(from.q.size());
  if (from.struck && constraints_) {
    constraints_->place(from.q);
    constraints_->velocity(from.p, point.w);
    constraints_->constrain(point.w);
  } else {
    launch_({from.q, from.p, theta_}, {point.w});
  }
  point.z.setZero();
  point.z.head(point.w.size()) = point.w;
  slopes(point.w, point);
  bound_speeds(point);
  point.doubt = 0.0;
}

/// Gaps and their slopes along the family of steps whose launch is posed.
void Flight::measure(Variant& v, FlightPoint& point) {
  drift_ = point.w;
  point.rate.setZero();
  if (point.tau > 0.0 && v.trace) {
    v.free->set(v.free->tau, point.tau);
    v.trace->run(point.z, v.free->parameters(), point.rate);
    drift_ += point.tau * point.rate.head(point.w.size());
  }
  slopes(drift_, point);
  point.doubt = 0.0;
}

/// Gaps at a point, and their slopes where dq/dtau is known.
void Flight::slopes(const Vector& drift, FlightPoint& point) {
  point.gaps = gaps_.at(point.q);
  const auto G = gaps_.gradients();
  point.slopes.resize(point.gaps.size());
  point.slopes.noalias() = G.transpose() * drift;
}

void Flight::bound_speeds(FlightPoint& point) {
  const auto G = gaps_.gradients();
  const double speed = point.w.norm();
  point.top_speeds.resize(point.gaps.size());
  for (Index i = 0; i < point.gaps.size(); ++i) point.top_speeds[i] = G.col(i).norm() * speed;
}

}  // namespace ricochet
