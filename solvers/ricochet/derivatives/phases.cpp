#include "ricochet/derivatives/phases.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/derivatives/located_kernel.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/text/nearest.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("Phases: " + what);
}

std::string in_brackets(size_t number) {
  std::string text = "[";
  text += std::to_string(number);
  text += ']';
  return text;
}

PhaseEquations equations_of(const System& s, const PhaseOptions& options) {
  if (s.rheonomic()) refuse("they do not cover what moves by itself (the time in V, L, g or f)");
  if (!s.specification().omega.empty()) refuse("they do not cover nonholonomic rows (.omega)");
  return {s, located_kernel(s, options.discretization, StepSequence::free(), {})};
}

}  // namespace

Phases::Phases(const System& s, const State& guess, std::vector<std::string> sequence,
               const PhaseOptions& options)
    : system_(s),
      options_(options),
      equations_(equations_of(s, options)),
      sequence_(std::move(sequence)),
      guess_(guess) {
  if (options.substeps < 1)
    refuse(".substeps must be at least 1, not " + std::to_string(options.substeps));
  if (!(std::isfinite(options.time) && options.time > 0.0))
    refuse(".time must be positive, not " + brief(options.time) + " s");
  if (guess.q.size() != s.n() || guess.p.size() != s.n())
    refuse("q and p of the guess must have " + std::to_string(s.n()) + " entries, not " +
           std::to_string(guess.q.size()) + " and " + std::to_string(guess.p.size()));
  for (const std::string& name : sequence_) entries_.push_back(entry_named(s, name, "Phases"));
  simulate_guess();
  points_.push_back({add("q[0]", guess.q, -infinity), add("p[0]", guess.p, -infinity)});
  for (size_t flight = 0; flight <= entries_.size(); ++flight) {
    fly(flight);
    if (flight < entries_.size()) strike(entries_[flight]);
  }
}

Expr Phases::add(const std::string& name, const Vector& guess, double lower) {
  const Expr made = Expr::sym(name, static_cast<casadi_int>(guess.size()));
  for (Index i = 0; i < guess.size(); ++i) {
    names_.push_back(guess.size() == 1 ? name : name + "[" + std::to_string(i) + "]");
    first_.push_back(guess[i]);
    lower_.push_back(lower);
    upper_.push_back(infinity);
  }
  variables_ = vertcat(variables_, made);
  return made;
}

void Phases::require(const Expr& rows, double lower, double upper) {
  if (!(lower <= upper)) refuse("the bounds of a constraint cross");
  rows_ = vertcat(rows_, densify(rows));
  rows_lower_.resize(static_cast<size_t>(rows_.size1()), lower);
  rows_upper_.resize(static_cast<size_t>(rows_.size1()), upper);
}

/// A run of the located method with this rule.
Trajectory Phases::run(const State& start, double time, long steps) const {
  const Law law = options_.rule == ImpactRule::energy ? Law::elastic : Law::newton;
  ForcedCollision stepper(
      system_, {.discretization = options_.discretization, .backend = newton(), .law = law});
  return simulate(stepper, start, {.h = time / static_cast<double>(steps), .steps = steps});
}

void Phases::simulate_guess() {
  const size_t flights = entries_.size() + 1;
  const double flight = options_.time / static_cast<double>(flights);
  for (size_t i = 0; i <= flights; ++i)
    guess_times_.push_back(guess_.t + flight * static_cast<double>(i));
  if (system_.smallest(system_.g(guess_.q)) < 0.0) return;
  guess_run_ = run(guess_, options_.time,
                   4 * static_cast<long>(flights) * static_cast<long>(options_.substeps));
  std::vector<double> times{guess_.t};
  for (const Step& step : guess_run_.steps)
    for (const Impact& impact : step.impacts) {
      const bool next =
          times.size() == flights || impact.constraints.front() == entries_[times.size() - 1];
      // The last flight ends half way to an impact that would follow.
      if (next && times.size() <= flights)
        times.push_back(times.size() < flights ? impact.t : 0.5 * (times.back() + impact.t));
    }
  if (!guess_run_.ok() || times.size() < flights) return guess_run_.steps.clear();
  if (times.size() == flights) times.push_back(guess_.t + options_.time);
  guess_times_ = times;
}

/// The guess after a share of a flight: of its run, or of a uniform motion, which solvers take too.
State Phases::guessed(size_t flight, double share) const {
  const double t = guess_times_[flight] + share * (guess_times_[flight + 1] - guess_times_[flight]);
  State state = guess_;
  for (const Step& step : guess_run_.steps)
    if (step.state.t >= guess_times_[flight] && step.state.t <= t) state = step.state;
  state.q += (t - state.t) * system_.velocity(state.q, state.p);
  return state;
}

void Phases::fly(size_t flight) {
  const double guess = guess_times_[flight + 1] - guess_times_[flight];
  const Expr duration = add("duration[" + std::to_string(flight) + "]", Vector::Constant(1, guess),
                            1e-6 * options_.time);
  durations_ = vertcat(durations_, duration);
  const Expr h = duration / static_cast<double>(options_.substeps);
  for (Index i = 0; i < options_.substeps; ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(options_.substeps);
    points_.push_back(step(points_.back(), h, guessed(flight, share)));
    const Expr gaps = system_.g(points_.back().q);
    const bool lands = i + 1 == options_.substeps && flight < entries_.size();
    for (Index k = 0; k < system_.m(); ++k) {
      const bool hit = lands && k == entries_[flight];
      if (hit || options_.keep_gaps) require(gaps(k), 0.0, hit ? 0.0 : infinity);
    }
  }
}

Phases::Point Phases::step(const Point& from, const Expr& h, const State& guess) {
  const std::string number = in_brackets(points_.size());
  Point to{add("q" + number, guess.q, -infinity), add("p" + number, guess.p, -infinity)};
  const Vector none = Vector::Zero(system_.k());
  const Expr nu = add("nu" + number, none, -infinity), xi = add("xi" + number, none, -infinity);
  const auto made = equations_.substep(from, clock_, h, to.q, vertcat(nu, xi));
  require(made.rows);
  require(made.p - to.p);
  clock_ += h;
  return to;
}

/// The momentum after an impact is another point at the same place.
void Phases::strike(Index entry) {
  const Point before = points_.back();
  const std::string number = in_brackets(points_.size());
  const Expr impulse = add("impulse" + number, Vector::Constant(1, 1.0), 0.0),
             zeta = add("zeta" + number, Vector::Zero(system_.k()), -infinity);
  const Expr e = options_.rule == ImpactRule::energy ? Expr(1.0) : equations_.restitution(entry);
  const auto made = equations_.impact(before, entry, e, impulse, zeta);
  require(made.rows);
  points_.push_back({before.q, made.p});
}

size_t Phases::place(const std::string& variable) const {
  const auto found = std::find(names_.begin(), names_.end(), variable);
  if (found == names_.end())
    refuse("there is no variable '" + variable + "'" + suggestion(variable, names_));
  return static_cast<size_t>(found - names_.begin());
}

void Phases::fix(const std::string& variable) { fix(variable, first_[place(variable)]); }

void Phases::fix(const std::string& variable, double value) {
  const size_t at = place(variable);
  first_[at] = lower_[at] = upper_[at] = value;
}

casadi::SXDict Phases::nlp(const Expr& objective) const {
  return {{"x", variables_}, {"p", theta()}, {"f", objective}, {"g", rows_}};
}

casadi::DMDict Phases::arguments() const {
  const Vector& theta = system_.parameter_values();
  return {{"x0", first_},       {"lbx", lower_},
          {"ubx", upper_},      {"lbg", rows_lower_},
          {"ubg", rows_upper_}, {"p", std::vector<double>(theta.begin(), theta.end())}};
}

PathCheck Phases::check(const casadi::DM& solution) const {
  const casadi::Function values(
      "values", {variables_, theta()},
      {start_q(), start_p(), end_q(), durations_ / static_cast<double>(options_.substeps)});
  const casadi::DMVector found = values(casadi::DMVector{solution, arguments().at("p")});
  const auto vector = [](const casadi::DM& x) -> Vector {
    const std::vector<double> all = densify(x).nonzeros();
    return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
  };
  const Vector end = vector(found[2]), substeps = vector(found[3]);
  const double time = substeps.sum() * static_cast<double>(options_.substeps);
  const long steps = std::max(std::lround(std::ceil(time / substeps.minCoeff())), 1L);
  const Trajectory made =
      run({.t = guess_.t, .q = vector(found[0]), .p = vector(found[1])}, time, steps);
  PathCheck check{.why_not = made.ok() ? "" : made.message(), .smallest_gap = infinity};
  for (const Step& step : made.steps) {
    for (const Impact& impact : step.impacts)
      for (const Index entry : impact.constraints)
        check.sequence.push_back(system_.contacts().name(entry));
    if (system_.m() > 0)
      check.smallest_gap = std::min(check.smallest_gap, system_.smallest(system_.g(step.state.q)));
  }
  check.same_sequence = check.sequence == sequence_;
  check.distance = (made.last().state.q - end).norm();
  return check;
}

Phases phases(const System& s, const State& guess, std::vector<std::string> sequence,
              const PhaseOptions& options) {
  return {s, guess, std::move(sequence), options};
}

}  // namespace ricochet
