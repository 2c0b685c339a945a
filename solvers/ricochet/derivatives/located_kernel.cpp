#include "ricochet/derivatives/located_kernel.hpp"

#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <utility>

namespace ricochet {
namespace {

/// Why a system has no such kernel; empty if it has one.
std::string why_not(const System& s, Index impacts) {
  if (s.rheonomic()) return "they do not cover what moves by itself (the time in V, L, g or f)";
  if (!s.specification().omega.empty()) return "they do not cover nonholonomic rows (.omega)";
  if (s.m() == 0 && impacts > 0) return "without constraints .g there are no impacts";
  return {};
}

/// Per entry of g its restitution.
Expr restitutions(const System& s) {
  std::vector<Expr> each;
  for (Index i = 0; i < s.m(); ++i) each.push_back(s.contact_parameters()(0, s.contacts().row(i)));
  return vertcat(each);
}

/// Writes a step flight by flight, as a function of its start.
class Chain {
 public:
  Chain(const System& s, const Discretization& d, ImpactRule rule)
      : s_(s),
        d_(d),
        rule_(rule),
        x_(Expr::sym("x", 2 * s.n())),
        h_(Expr::sym("h")),
        q_(vertsplit(x_, s.n())[0]),
        p_(vertsplit(x_, s.n())[1]),
        t_(Expr::sym("t")),
        delta_{t_},
        rest_(h_) {}

  void fly(bool hit);
  void strike();
  [[nodiscard]] StepKernel kernel() const;

 private:
  [[nodiscard]] double time() const { return s_.specification().time; }
  [[nodiscard]] Expr rates(const Expr& q, const Expr& p) const { return launch_velocity(s_, q, p); }
  void keep_energy(const Expr& at_start);
  Expr unknown(const char* name, Index size) {
    return z_.emplace_back(Expr::sym(name, static_cast<casadi_int>(size)));
  }

  const System& s_;
  const Discretization& d_;
  ImpactRule rule_;
  Expr x_, h_, q_, p_, t_;  // q, p, t: where the next flight begins
  std::vector<Expr> delta_;
  Expr rest_;    // time that is left
  Expr onto_;    // 1 at the contact that the last flight hit
  Expr energy_;  // E_d of that flight
  bool struck_ = false;
  std::vector<Expr> z_, rows_, times_, speeds_;
};

void Chain::fly(bool hit) {
  const StepProblem problem = flight_problem(s_, d_, {}, hit);
  const Expr z = z_.emplace_back(problem.unknowns),
             w = vertsplit(z, std::vector<casadi_int>{0, s_.n(), z.size1()})[0];
  const Expr tau = hit ? Expr(z(z.size1() - 1)) : rest_;
  std::vector<Block> inputs = {
      {"q", q_}, {"p", p_}, {"t", t_}, {"h", time()}, {"theta", s_.parameter_symbols()}};
  if (hit) onto_ = delta_.emplace_back(Expr::sym("onto", s_.m()));
  inputs.push_back(hit ? Block{"weights", onto_} : Block{"tau", rest_});
  rows_.push_back(substitute(problem.equalities.all(), problem.parameters.all(),
                             problem.parameters.with(inputs)));
  if (struck_ && rule_ == ImpactRule::energy) keep_energy(energy_at_start(s_, d_, q_, w, t_, tau));
  const Expr x = q_ + tau * w;
  Expr p = d_.D2Ld_mean(s_, q_, w, tau) + force_at_end(s_, d_, q_, w, t_, tau);
  energy_ = energy_at_end(s_, d_, q_, w, t_, tau);
  if (s_.k() > 0) {
    p += mtimes(s_.F(x), unknown("xi", s_.k()));
    rows_.push_back(time() * mtimes(s_.F(x).T(), rates(x, p)));
  }
  q_ = x;
  p_ = p;
  t_ = t_ + tau;
  rest_ = rest_ - tau;
  if (hit) times_.push_back(h_ - rest_);
}

void Chain::keep_energy(const Expr& at_start) {
  rows_.push_back(s_.length() * (at_start - energy_) / (dot(p_, velocity_of(s_, q_, p_)) + 1e-300));
}

void Chain::strike() {
  const Expr normal = mtimes(s_.G(q_), onto_), before = dot(normal, rates(q_, p_));
  speeds_.push_back(-before);
  p_ = p_ + normal * unknown("lambda", 1);
  if (s_.k() > 0) {
    p_ += mtimes(s_.F(q_), unknown("zeta", s_.k()));
    rows_.push_back(time() * mtimes(s_.F(q_).T(), rates(q_, p_)));
  }
  if (rule_ == ImpactRule::restitution)
    rows_.push_back(time() * (dot(normal, rates(q_, p_)) + dot(onto_, restitutions(s_)) * before));
  struck_ = true;
}

StepKernel Chain::kernel() const {
  return {.impacts = static_cast<Index>(times_.size()),
          .x = x_,
          .theta = s_.parameter_symbols(),
          .h = h_,
          .z = vertcat(z_),
          .delta = vertcat(delta_),
          .residual = densify(vertcat(rows_)),
          .end = densify(vertcat(q_, p_)),
          .times = densify(vertcat(times_)),
          .speeds = densify(vertcat(speeds_))};
}

/// What a step has besides flights between impacts on one contact; empty if nothing.
std::string foreign(const Step& to, Index impacts, const ContactTable& contacts) {
  if (!to.report.ok()) return "the step failed: " + to_string(to.report.status);
  for (const Impact& impact : to.impacts) {
    const std::string at = " at t = " + brief(impact.t) + " s";
    if (impact.constraints.size() != 1)
      return std::to_string(impact.constraints.size()) + " contacts are hit at once" + at;
    if (impact.flagged)
      return "the impact on '" + contacts.name(impact.constraints.front()) + "'" + at +
             " follows another law than the method's";
  }
  for (const FlightRecord& flight : to.flights) {
    if (!flight.held.empty())
      return "the contact '" + contacts.name(flight.held.front()) + "' is held";
    if (flight.cut || flight.finishing) return "contacts change between impacts";
  }
  if (static_cast<Index>(to.impacts.size()) != impacts ||
      to.flights.size() != to.impacts.size() + 1)
    return "it has " + std::to_string(to.impacts.size()) + " impacts and " +
           std::to_string(to.flights.size()) + " flights";
  return {};
}

/// Sizes of what read() copies.
struct Reader {
  Index n, k, m, impacts, unknowns;
  ContactTable contacts;

  std::string operator()(const Step& from, const Step& to, Vector& z, Vector& delta) const {
    if (std::string why = foreign(to, impacts, contacts); !why.empty()) return why;
    z.setZero(unknowns);
    delta.setZero(1 + impacts * m);
    delta[0] = from.state.t;
    Index next = 0;
    const auto put = [&](const Vector& part, Index size) {
      if (part.size() == size) z.segment(next, size) = part;
      next += size;
    };
    for (Index j = 0; j <= impacts; ++j) {
      const FlightRecord& flight = to.flights[static_cast<size_t>(j)];
      put(flight.w, n);
      put(flight.force.nu, k);
      if (j < impacts) z[next++] = flight.tau;
      put(flight.force.xi, k);
      if (j == impacts) break;
      const Impact& impact = to.impacts[static_cast<size_t>(j)];
      delta[1 + j * m + impact.constraints.front()] = 1.0;
      z[next++] = impact.impulse[0];
      next += k;  // zeta is linear in the rest, and in no record
    }
    return {};
  }
};

}  // namespace

StepKernel located_kernel(const System& s, const Discretization& d, ImpactRule rule,
                          Index impacts) {
  if (const std::string why = why_not(s, impacts); !why.empty())
    throw std::invalid_argument("Derivatives of steps on '" + s.name() + "': " + why);
  Chain chain(s, d, rule);
  for (Index j = 0; j < impacts; ++j) {
    chain.fly(true);
    chain.strike();
  }
  chain.fly(false);
  StepKernel kernel = chain.kernel();
  kernel.read = Reader{.n = s.n(),
                       .k = s.k(),
                       .m = s.m(),
                       .impacts = impacts,
                       .unknowns = kernel.z.size1(),
                       .contacts = s.contacts()};
  return kernel;
}

}  // namespace ricochet
