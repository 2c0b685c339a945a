#include "ricochet/steppers/collision_sensitivity.hpp"

#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr double root = 1e-11;     // of the length: the stored step solves the equations
constexpr double settled = 1e-15;  // of the length: nothing left to improve
constexpr int most_iterations = 8;

std::string why_not(const System& s) {
  if (s.k() > 0) return "sensitivities do not cover equalities (.f)";
  if (s.rheonomic())
    return "sensitivities do not cover what moves by itself (the time in V, L or g)";
  return Collision::why_not(s);
}

size_t index_of(bool impact, bool hit) { return (impact ? 1u : 0u) + (hit ? 2u : 0u); }

bool near(const Vector& a, const Vector& b, double length) {
  return (a - b).lpNorm<Eigen::Infinity>() <= root * (length + b.lpNorm<Eigen::Infinity>());
}

}  // namespace

CollisionSensitivity::CollisionSensitivity(const System& s, const Discretization& d)
    : n_(require(s, "collision", why_not(s)).n()),
      inputs_(2 * n_ + 2 + s.parameter_values().size()),
      length_(s.length()),
      contacts_(s.contacts()),
      theta_(s.parameter_values()),
      from_(Vector::Zero(s.m())),
      onto_(Vector::Zero(s.m())) {
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_), E = Expr::sym("E");
  const Expr rest = Expr::sym("rest"), theta = s.parameter_symbols();
  const Expr from = Expr::sym("from", s.m()), onto = Expr::sym("onto", s.m());
  launch_ = Kernel("launch", {q, p, theta}, {launch_velocity(s, q, p)});
  const Expr u = stack({q, p, E, rest, theta});
  for (const bool impact : {false, true})
    for (const bool hit : {false, true}) {
      if (s.m() == 0 && (impact || hit)) continue;
      const StepProblem problem = flight_problem(s, d, {.impact = impact}, hit);
      std::vector<Block> inputs = {
          {"q", q}, {"p", p}, {"t", Expr(0.0)}, {"h", s.specification().time}, {"theta", theta}};
      if (impact) inputs.push_back({"d", densify(mtimes(s.G(q), from))});
      if (impact) inputs.push_back({"E", E});
      inputs.push_back(hit ? Block{"weights", onto} : Block{"tau", rest});
      const Expr R = substitute(problem.equalities.all(), problem.parameters.all(),
                                problem.parameters.with(inputs));
      const Expr z = problem.unknowns, w = z(casadi::Slice(0, static_cast<casadi_int>(n_)), 0);
      const Expr tau = hit ? Expr(z(z.size1() - 1, 0)) : rest;
      const Expr Y = stack(
          {q + tau * w, d.D2Ld_mean(s, q, w, tau), d.Ed_mean(s, q, w, tau), rest - tau, theta});
      const std::vector<Expr> in = {z, u, from, onto};
      equations_[index_of(impact, hit)] = {
          .values = Kernel("flight", in, {R, jacobian(R, z), Y}),
          .rates =
              Kernel("rates", in, {jacobian(R, z), jacobian(R, u), jacobian(Y, z), jacobian(Y, u)}),
          .linear = std::make_unique<DenseSolver>(z.size1()),
          .unknowns = z.size1()};
    }
}

CollisionSensitivity::Equations& CollisionSensitivity::equations(const PathFlight& flight) {
  return equations_[index_of(flight.struck >= 0, flight.hits >= 0)];
}

/// What a step has besides flights between single impacts; empty if nothing.
std::string CollisionSensitivity::why_no_flights(const Step& to) const {
  if (!to.report.ok()) return "the step failed: " + to_string(to.report.status);
  for (const auto* set : {&to.contacts.smooth, &to.contacts.held})
    if (!set->empty()) return "the contact '" + contacts_.name(set->front()) + "' is held";
  for (const Impact& impact : to.impacts) {
    const std::string name = "'" + contacts_.name(impact.constraints.front()) + "'";
    const std::string at = " at t = " + brief(impact.t) + " s";
    if (impact.constraints.size() > 1)
      return std::to_string(impact.constraints.size()) + " constraints are hit at once" + at;
    if (impact.flagged) return "the impact on " + name + at + " does not keep the discrete energy";
  }
  return {};
}

std::string CollisionSensitivity::unfold(const Step& from, double h, const Step& to,
                                         std::vector<PathFlight>& flights) {
  flights.clear();
  std::string why = why_no_flights(to);
  if (!why.empty()) return why;
  for (size_t j = 0; j <= to.impacts.size(); ++j) {
    const Impact* const begin = j > 0 ? &to.impacts[j - 1] : nullptr;
    const Impact* const end = j < to.impacts.size() ? &to.impacts[j] : nullptr;
    PathFlight& flight = flights.emplace_back();
    const double alpha = begin ? begin->alpha : 0.0;
    flight.q = begin ? begin->q : from.state.q;
    flight.p = begin ? begin->p_minus : from.state.p;
    flight.energy = begin ? begin->energy_minus : 0.0;
    flight.rest = (1.0 - alpha) * h;
    flight.struck = begin ? begin->constraints.front() : -1;
    flight.hits = end ? end->constraints.front() : -1;
    flight.impulse = begin ? begin->impulse[0] : 0.0;
    flight.tau = ((end ? end->alpha : 1.0) - alpha) * h;
    guess(begin ? begin->p_plus : flight.p, flight);
    const double missed = solve(flight);
    const bool same = near(flight.q1, end ? end->q : to.state.q, length_) &&
                      near(flight.p1, end ? end->p_minus : to.state.p, length_);
    if (!(missed <= root * length_) || !same)
      return "its flight " + std::to_string(j + 1) +
             " does not solve the equations of single impacts (residual " + brief(missed) + " m)";
  }
  return {};
}

void CollisionSensitivity::gather(const PathFlight& flight) {
  from_.setZero();
  onto_.setZero();
  if (flight.struck >= 0) from_[flight.struck] = 1.0;
  if (flight.hits >= 0) onto_[flight.hits] = 1.0;
  inputs_now_.resize(inputs_);
  inputs_now_ << flight.q, flight.p, flight.energy, flight.rest, theta_;
  z_.resize(equations(flight).unknowns);
  z_.head(n_) = flight.w;
  if (flight.struck >= 0) z_[n_] = flight.impulse;
  if (flight.hits >= 0) z_[z_.size() - 1] = flight.tau;
}

void CollisionSensitivity::guess(const Vector& p_plus, PathFlight& flight) {
  flight.w.resize(n_);
  launch_({flight.q, p_plus, theta_}, {flight.w});
}

/// Newton's method from the stored unknowns; what is left of the equations [m].
double CollisionSensitivity::solve(PathFlight& flight) {
  Equations& e = equations(flight);
  gather(flight);
  residual_.resize(e.unknowns);
  Rz_.resize(e.unknowns, e.unknowns);
  ones_.setOnes(e.unknowns);
  end_.resize(inputs_);
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0;; ++i) {
    e.values({z_, inputs_now_, from_, onto_}, {residual_, Rz_, end_});
    const double missed = residual_.lpNorm<Eigen::Infinity>();
    if (!(missed < best) || missed <= settled * length_ || i == most_iterations) break;
    best = missed;
    e.linear->factor(Rz_, ones_);
    e.linear->solve(residual_, column_);
    z_ -= column_;
  }
  flight.w = z_.head(n_);
  if (flight.struck >= 0) flight.impulse = z_[n_];
  if (flight.hits >= 0) flight.tau = z_[z_.size() - 1];
  flight.q1 = end_.head(n_);
  flight.p1 = end_.segment(n_, n_);
  return residual_.lpNorm<Eigen::Infinity>();
}

/// S = d(start of the flight) -> d(its end), by the implicit function theorem: R_z dz = -R_u du.
bool CollisionSensitivity::carry(const PathFlight& flight, Matrix& S) {
  Equations& e = equations(flight);
  gather(flight);
  Rz_.resize(e.unknowns, e.unknowns);
  Ru_.resize(e.unknowns, inputs_);
  Yz_.resize(inputs_, e.unknowns);
  Yu_.resize(inputs_, inputs_);
  ones_.setOnes(e.unknowns);
  e.rates({z_, inputs_now_, from_, onto_}, {Rz_, Ru_, Yz_, Yu_});
  e.linear->factor(Rz_, ones_);
  if (e.linear->rank_deficient()) return false;
  for (Index j = 0; j < inputs_; ++j) {
    residual_ = Ru_.col(j);
    e.linear->solve(residual_, column_);
    Yu_.col(j) -= Yz_ * column_;
  }
  S = Yu_ * S;
  return S.allFinite();
}

Sensitivity CollisionSensitivity::of_step(const Step& from, double h, const Step& to) {
  Sensitivity result;
  std::vector<PathFlight> flights;
  result.why_not = unfold(from, h, to, flights);
  if (!result.ok()) return result;
  // Rows: q, p, E_d, time left, parameters. Columns: q0, p0, h, parameters.
  Matrix S = Matrix::Zero(inputs_, inputs_ - 1);
  S.topLeftCorner(2 * n_, 2 * n_).setIdentity();
  S.bottomRightCorner(inputs_ - 2 * n_ - 1, inputs_ - 2 * n_ - 1).setIdentity();
  for (const PathFlight& flight : flights)
    if (!carry(flight, S)) {
      result.why_not = "the equations of a flight are singular, as in a grazing impact";
      return result;
    }
  result.D = S.topRows(2 * n_);
  return result;
}

Sensitivity CollisionSensitivity::of_run(const Trajectory& run) {
  Sensitivity total;
  const Index columns = inputs_ - 1;
  total.D = Matrix::Identity(2 * n_, columns);
  if (static_cast<long>(run.steps.size()) != run.made + 1)
    total.why_not = "not every step of the run is recorded";
  for (size_t k = 0; k + 1 < run.steps.size() && total.ok(); ++k) {
    const Sensitivity part = of_step(run.steps[k], run.h, run.steps[k + 1]);
    if (!part.ok()) {
      total.why_not = "step " + std::to_string(k + 1) + ": " + part.why_not;
      break;
    }
    total.D = part.D.leftCols(2 * n_) * total.D;
    total.D.rightCols(columns - 2 * n_) += part.D.rightCols(columns - 2 * n_);
  }
  return total;
}

}  // namespace ricochet
