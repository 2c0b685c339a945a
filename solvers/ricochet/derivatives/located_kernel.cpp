#include "ricochet/derivatives/located_kernel.hpp"

#include "ricochet/derivatives/located_chain.hpp"
#include "ricochet/steppers/force_impulses.hpp"

#include <algorithm>
#include <cmath>

/// The flights of a step.
namespace ricochet {
namespace {

std::vector<casadi_int> casadi_indices(const std::vector<Index>& set) {
  return {set.begin(), set.end()};
}

}  // namespace

Expr columns(const Expr& matrix, const std::vector<Index>& which) {
  return matrix(casadi::Slice(), casadi_indices(which));
}

Expr spread(const Expr& entries, const std::vector<Index>& places, Index size) {
  Expr column = Expr::zeros(static_cast<casadi_int>(size));
  for (size_t i = 0; i < places.size(); ++i)
    column(static_cast<casadi_int>(places[i])) = entries(static_cast<casadi_int>(i));
  return column;
}

/// Equalities and resting contacts where the step begins.
void LocatedChain::rest_on(const std::vector<Index>& resting) {
  const Expr C = horzcat(s_.F(q_), columns(s_.G(q_), resting));
  if (s_.k() > 0) kept_.push_back(s_.f(q_));
  if (!resting.empty()) kept_.push_back(s_.g(q_)(casadi_indices(resting)));
  if (C.size2() > 0) kept_.push_back(time() * mtimes(C.T(), rates(held_back_)));
}

/// Per tangent the force of a sliding contact by its normal impulse, where it has one tangent.
Expr LocatedChain::sides(const Contacts& set) const {
  Expr drag = Expr::zeros(static_cast<casadi_int>(s_.contacts().tangents()));
  for (const Rubbing& r : set.rubbing)
    if (r.side != 0) drag(s_.contacts().tangents_of(r.entry).first) = r.side * friction(r.entry);
  return drag;
}

/// Its equations with the impulses of contacts that act only; returns its length.
Expr LocatedChain::motion(const StepSequence::Flight& flight, const StepProblem& problem) {
  const Contacts& set = flight.during;
  const bool hit = flight.hits >= 0, stops = flight.stops >= 0, holds = !set.closed.empty();
  const std::vector<Index> rubs = rubbed(s_.contacts(), set, true);
  std::vector<Expr> symbols{problem.parameters.all()}, values;
  std::vector<Block> inputs = {
      {"q", q_}, {"p", p_}, {"t", t_}, {"h", time()}, {"theta", s_.parameter_symbols()}};
  const Expr tau =
      hit || stops ? Expr(Expr::sym("tau")) : Expr(rest_ * std::pow(0.5, flight.halvings));
  if (hit)
    inputs.push_back({"weights", spread(1.0, {flight.hits}, s_.m())});
  else
    inputs.push_back({"tau", tau});
  if (holds) {
    const Expr ones = Expr::ones(std::max(s_.m(), s_.contacts().tangents()));
    Expr against = Expr::zeros(static_cast<casadi_int>(s_.contacts().tangents()));
    for (const Rubbing& r : set.rubbing)
      for (auto [j, last] = s_.contacts().tangents_of(r.entry); j < last; ++j)
        if (r.side == 0) against(j) = friction(r.entry);
    inputs.insert(inputs.end(), {{"held", spread(ones, set.closed, s_.m())},
                                 {"kept", Expr::zeros(static_cast<casadi_int>(s_.m()))},
                                 {"pinned", spread(ones, set.stuck, s_.contacts().tangents())},
                                 {"drag", sides(set)},
                                 {"rub", against}});
  }
  values.push_back(problem.parameters.with(inputs));
  const auto take = [&](const char* name, const Expr& value) {
    symbols.push_back(problem.unknowns.part(name));
    values.push_back(value);
  };
  take("w", unknown("w", static_cast<size_t>(s_.n())));
  take("nu", unknown("nu", static_cast<size_t>(s_.k())));
  take("kappa", unknown("kappa", s_.specification().omega.size()));
  if (holds) {
    take("lambda", spread(unknown("lambda", set.closed.size()), set.closed, s_.m()));
    take("rho", spread(unknown("rho", rubs.size()), rubs, s_.contacts().tangents()));
  }
  if (hit || stops) z_.push_back(tau);
  if (hit) take("tau", tau);
  const Expr all = substitute(std::vector<Expr>{problem.equalities.all()}, symbols, values).at(0);
  for (const Layout::Part& part : problem.equalities.layout().parts()) {
    const Expr rows =
        all(casadi::Slice(static_cast<casadi_int>(part.slot.offset),
                          static_cast<casadi_int>(part.slot.offset + part.slot.size)));
    if (part.name == "held gaps")
      rows_.push_back(rows(casadi_indices(set.closed)));
    else if (part.name != "slip")
      rows_.push_back(rows);
    else if (!rubs.empty())
      rows_.push_back(rows(casadi_indices(rubs)));
  }
  return tau;
}

void LocatedChain::fly(const StepSequence::Flight& flight) {
  const StepProblem problem =
      flight_problem(s_, d_, {.holding = !flight.during.closed.empty()}, flight.hits >= 0);
  const size_t first = z_.size();
  const Expr tau = motion(flight, problem), w = z_[first];
  if (keeps_energy_) keep_energy(energy_at_start(s_, d_, q_, w, t_, tau));
  keeps_energy_ = false;
  const Expr slip = mean_slip(s_, d_, q_, w, tau);
  p_ = d_.D2Ld_mean(s_, q_, w, tau) + force_at_end(s_, d_, q_, w, t_, tau);
  energy_ = energy_at_end(s_, d_, q_, w, t_, tau);
  q_ = q_ + tau * w;
  land(flight.landing, slip);
  if (flight.stops >= 0)
    stop(columns(s_.T(q_), {s_.contacts().tangents_of(flight.stops).first}), p_);
  t_ = t_ + tau;
  rest_ = rest_ - tau;
  if (flight.hits >= 0) times_.push_back(turn_ * (h_ - rest_));
}

/// The momentum where a flight ends; what slid in space rubs along the direction of the flight.
void LocatedChain::land(const Contacts& set, const Expr& slip) {
  const Expr F = s_.F(q_), G = columns(s_.G(q_), set.closed), T = s_.T(q_);
  const Expr stuck = columns(T, set.stuck);
  if (s_.k() > 0) p_ += mtimes(F, unknown("xi", static_cast<size_t>(s_.k())));
  const Expr mu = unknown("mu", set.closed.size());
  if (!set.closed.empty()) p_ += mtimes(G, mu);
  if (!set.stuck.empty()) p_ += mtimes(stuck, unknown("pi", set.stuck.size()));
  const Expr press = spread(mu, set.closed, s_.m());
  for (const Rubbing& r : set.rubbing) {
    const auto [first, last] = s_.contacts().tangents_of(r.entry);
    const casadi::Slice mine(static_cast<casadi_int>(first), static_cast<casadi_int>(last));
    const Expr along = slip(mine), rows = T(casadi::Slice(), mine);
    const Expr direction = last - first == 1 ? Expr(1.0) : Expr(along / norm_2(along));
    p_ += mtimes(rows, direction) * (r.side * friction(r.entry) * press(r.entry));
  }
  stop(F, p_);
  stop(G, p_);
  stop(stuck, p_);
}

StepKernel LocatedChain::kernel() const {
  return {.x = x_,
          .theta = s_.parameter_symbols(),
          .h = h_,
          .z = vertcat(z_),
          .t = start_,
          .residual = densify(vertcat(rows_)),
          .end = densify(vertcat(q_, turn_ * p_)),
          .times = densify(vertcat(times_)),
          .speeds = densify(vertcat(speeds_)),
          .kept = densify(vertcat(kept_))};
}

StepKernel located_kernel(const System& s, const Discretization& d, const StepSequence& decided,
                          const LocatedWay& way) {
  LocatedChain chain(s, d, way);
  if (decided.grid) chain.begin_with(*decided.grid);
  chain.rest_on(decided.resting);
  auto impact = decided.impacts.begin();
  for (size_t j = 0; j < decided.flights.size(); ++j) {
    const StepSequence::Flight& flight = decided.flights[j];
    chain.fly(flight);
    if (flight.hits >= 0) chain.strike(*impact++, flight.hits, decided.flights[j + 1].during);
  }
  return chain.kernel();
}

}  // namespace ricochet
