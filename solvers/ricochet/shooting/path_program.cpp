#include "ricochet/shooting/path_program.hpp"

#include "ricochet/flight/flight_quantities.hpp"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr double tolerance = 1e-12;  // [m]
constexpr int most_iterations = 60;

/// Compiled parts of the equations, called with the symbols of each flight.
struct Parts {
  Parts(const System& s, const Discretization& d) {
    const Expr q = Expr::sym("q", s.n()), w = Expr::sym("w", s.n()), r = Expr::sym("r", s.n());
    const Expr tau = Expr::sym("tau"), theta = s.parameter_symbols();
    flight = casadi::Function(
        "flight", {q, w, tau, theta},
        {d.D1Ld_mean(s, q, w, tau), d.D2Ld_mean(s, q, w, tau), d.Ed_mean(s, q, w, tau)});
    contact = casadi::Function("contact", {q, theta}, {s.g(q), s.G(q)});
    velocity = casadi::Function("velocity", {q, r, theta}, {velocity_of(s, q, r)});
  }

  casadi::Function flight, contact, velocity;
};

/// Collects the program flight by flight.
class Builder {
 public:
  Builder(const System& s, const Discretization& d, const BoundaryValue& b, long steps)
      : s_(s),
        b_(b),
        parts_(s, d),
        theta_(s.parameter_symbols()),
        x_(Expr::sym("q0", s.n())),
        q0_(x_),
        known_(Expr::sym("known", s.n() + 1)),
        scale_(Expr::sym("energy")) {
    const std::vector<StartValue> values = b.start_values();
    Expr data = known_;
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i].known()) continue;
      const Expr open = Expr::sym(values[i].name);
      unknowns_.push_back(open);
      data(static_cast<casadi_int>(i)) = open;
      away_ += pow(open - known_(static_cast<casadi_int>(i)), 2);
    }
    v0_ = data(casadi::Slice(0, static_cast<casadi_int>(s.n())), 0);
    h_ = data(static_cast<casadi_int>(s.n())) / static_cast<double>(steps);
    p_ = s.separable() ? Expr(mtimes(s.M(), v0_)) : Expr(-d.D1Ld_mean(s, q0_, v0_, h_));
  }

  void step(const std::vector<Index>& entries) {
    hand_on_h();
    Expr alpha = 0.0;
    for (const Index entry : entries) {
      const Expr next = Expr::sym("alpha");
      fly((next - alpha) * h_);
      impact(next, entry);
      alpha = next;
    }
    fly((1.0 - alpha) * h_);
  }

  Nlp program() {
    rows_.push_back(
        substitute(b_.end.column(), stack({b_.q, b_.v}), stack({x_, launch_velocity(s_, x_, p_)})));
    const bool determined = static_cast<Index>(b_.end.size()) == b_.unknown_count();
    return {.name = "path",
            .x = stack(unknowns_),
            .parameters = stack({q0_, known_, scale_, theta_, b_.target_symbols()}),
            .objective = determined ? Expr(0.0) : away_,
            .constraints = stack(rows_)};
  }

 private:
  /// Every step has an unknown h of its own, equal to the one before: one unknown in all rows would
  /// fill a row of the Hessian and cost as many evaluations as there are unknowns.
  void hand_on_h() {
    if (b_.duration.known()) return;
    const Expr h = Expr::sym("h");
    unknowns_.push_back(h);
    rows_.push_back(s_.length() / s_.specification().time * (h - h_));
    h_ = h;
  }

  void fly(const Expr& tau) {
    const Expr w = Expr::sym("w", s_.n()), x1 = Expr::sym("x", s_.n());
    const std::vector<Expr> part = parts_.flight(std::vector<Expr>{x_, w, tau, theta_});
    unknowns_.insert(unknowns_.end(), {w, x1});
    const Expr balance = p_ + push_ + part[0];
    const double time = s_.specification().time;
    rows_.push_back(time * parts_.velocity(std::vector<Expr>{x_, balance, theta_})[0]);
    rows_.push_back(x1 - x_ - tau * w);
    if (after_impact_) rows_.push_back(s_.length() * (part[2] - energy_) / scale_);
    p_ = part[1];
    energy_ = part[2];
    x_ = x1;
    push_ = 0.0;
    after_impact_ = false;
  }

  void impact(const Expr& alpha, Index entry) {
    const Expr lambda = Expr::sym("lambda");
    const std::vector<Expr> contact = parts_.contact(std::vector<Expr>{x_, theta_});
    const auto i = static_cast<casadi_int>(entry);
    unknowns_.insert(unknowns_.end(), {alpha, lambda});
    rows_.push_back(contact[0](i));
    push_ = lambda * contact[1](casadi::Slice(), i);
    after_impact_ = true;
  }

  const System& s_;
  const BoundaryValue& b_;
  Parts parts_;
  Expr theta_, x_, q0_, known_, scale_, v0_, h_, p_;
  Expr energy_ = 0.0, push_ = 0.0, away_ = 0.0;
  bool after_impact_ = false;
  std::vector<Expr> unknowns_, rows_;
};

Nlp path_nlp(const System& s, const Discretization& d, const BoundaryValue& b, long steps,
             const ImpactPlan& plan) {
  Builder builder(s, d, b, steps);
  auto next = plan.begin();
  for (long k = 0; k < steps; ++k) {
    std::vector<Index> entries;
    for (; next != plan.end() && next->step == k; ++next) entries.push_back(next->entry);
    builder.step(entries);
  }
  return builder.program();
}

std::vector<bool> open_data(const BoundaryValue& b) {
  std::vector<bool> open;
  for (const StartValue& value : b.start_values()) open.push_back(!value.known());
  return open;
}

/// Twice the largest kinetic energy of a path, by which energies become lengths [J].
double energy_scale(const std::vector<PathFlight>& flights) {
  double largest = 1e-300;
  for (const PathFlight& flight : flights)
    largest = std::max(largest, std::abs(flight.p.dot(flight.w)));
  return largest;
}

}  // namespace

PathProgram::PathProgram(const System& s, const Discretization& d, const BoundaryValue& b,
                         long steps, ImpactPlan plan)
    : n_(s.n()),
      plan_(std::move(plan)),
      open_(open_data(b)),
      theta_(s.parameter_values()),
      targets_(b.target_values()),
      program_(path_nlp(s, d, b, steps, plan_),
               {.tolerance = tolerance, .max_iterations = most_iterations}) {}

IpoptEnd PathProgram::solve(const std::vector<PathFlight>& flights, double h, Vector& start) {
  std::vector<double> z;
  for (size_t i = 0; i < open_.size(); ++i)
    if (open_[i]) z.push_back(start[static_cast<Index>(i)]);
  for (const PathFlight& flight : flights) {
    if (flight.struck < 0 && open_.back()) z.push_back(h);
    if (flight.struck >= 0) z.insert(z.end(), {1.0 - flight.rest / h, flight.impulse});
    z.insert(z.end(), flight.w.begin(), flight.w.end());
    z.insert(z.end(), flight.q1.begin(), flight.q1.end());
  }
  Vector parameters(2 * n_ + 2 + theta_.size() + targets_.size());
  parameters << flights.front().q, start, energy_scale(flights), theta_, targets_;
  Vector x = Eigen::Map<const Vector>(z.data(), static_cast<Index>(z.size()));
  Vector y = Vector::Zero(program_.constraints());
  const IpoptEnd end = program_.solve(parameters, x, y, false);
  Index at = 0;
  for (size_t i = 0; i < open_.size(); ++i)
    if (open_[i]) start[static_cast<Index>(i)] = x[at++];
  return end;
}

}  // namespace ricochet
