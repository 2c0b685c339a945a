#include "ricochet/flight/flight_problems.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/steppers/force_impulses.hpp"

namespace ricochet {
namespace {

struct Symbols {
  Symbols(const System& s, FlightKind k)
      : kind(k),
        q(Expr::sym("q", s.n())),
        p(Expr::sym("p", s.n())),
        t(Expr::sym("t")),
        h(Expr::sym("h")),
        theta(s.parameter_symbols()),
        w(Expr::sym("w", s.n())),
        nu(Expr::sym("nu", s.k())),
        kappa(Expr::sym("kappa", static_cast<casadi_int>(s.specification().omega.size()))),
        tau(Expr::sym("tau")),
        lambda(0, 1),
        rho(0, 1),
        held(0, 1),
        kept(0, 1),
        pinned(0, 1),
        drag(0, 1),
        rub(0, 1),
        sigma(0, 1),
        direction(0, 1),
        energy(0, 1) {
    if (kind.holding) {
      const auto tangents = static_cast<casadi_int>(s.contacts().tangents());
      lambda = Expr::sym("lambda", s.m());
      held = Expr::sym("held", s.m());
      kept = Expr::sym("kept", s.m());
      rho = Expr::sym("rho", tangents);
      pinned = Expr::sym("pinned", tangents);
      drag = Expr::sym("drag", tangents);
      rub = Expr::sym("rub", tangents);
    }
    if (kind.impact) {
      sigma = Expr::sym("sigma");
      direction = Expr::sym("d", s.n());
      energy = Expr::sym("E");
    }
  }
  [[nodiscard]] Column unknowns() const {
    return {{"w", w, Meaning::position}, {"nu", nu},   {"kappa", kappa},
            {"lambda", lambda},          {"rho", rho}, {"sigma", sigma}};
  }
  [[nodiscard]] Column parameters() const {
    return {{"q", q},         {"p", p},       {"t", t},         {"h", h},
            {"theta", theta}, {"held", held}, {"kept", kept},   {"pinned", pinned},
            {"drag", drag},   {"rub", rub},   {"d", direction}, {"E", energy}};
  }

  FlightKind kind;
  Expr q, p, t, h, theta, w, nu, kappa, tau, lambda, rho, held, kept, pinned, drag, rub;
  Expr sigma, direction, energy;
};

/// Per tangent the multiplier of its contact, out of one per entry of g.
Expr of_contact(const System& s, const Expr& lambda) {
  Expr column(0, 1);
  for (const Index entry : s.contacts().tangent_entries()) column = vertcat(column, lambda(entry));
  return column;
}

/// Per tangent the unit slip of its contact; 0 where nothing slips.
Expr direction_of(const System& s, const Expr& slip) {
  const std::vector<Index>& rows = s.tangent_rows();
  Expr column(0, 1);
  for (size_t j = 0; j < rows.size(); ++j) {
    Expr squared = 1e-100;  // no square root of 0
    for (size_t l = 0; l < rows.size(); ++l)
      if (rows[l] == rows[j]) squared += pow(slip(static_cast<casadi_int>(l)), 2);
    column = vertcat(column, slip(static_cast<casadi_int>(j)) / sqrt(squared));
  }
  return column;
}

/// Per tangent the name of its contact, with a number where it has two.
std::vector<std::string> tangent_names(const System& s) {
  const ContactTable& contacts = s.contacts();
  std::vector<std::string> names;
  for (const Index entry : contacts.tangent_entries()) {
    const auto& [first, last] = contacts.tangents_of(entry);
    const auto which = static_cast<Index>(names.size()) - first;
    names.push_back(contacts.name(entry) +
                    (last - first > 1 ? ", tangent " + std::to_string(which) : ""));
  }
  return names;
}

/// Length that a unit impulse along the columns of C moves in a time.
Expr reach_in(const Expr& duration, const System& s, const Expr& q, const Expr& C) {
  if (C.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(C * velocity_of(s, q, C)).T()) + 1e-300;
}

/// In the time of the system.
Expr reach_at(const System& s, const Expr& q, const Expr& C) {
  return reach_in(s.specification().time, s, q, C);
}

/// Natural sizes of the unknowns: those that move the system by a length 1 within a step. The
/// branch test measures velocities with them.
Expr natural_sizes(const System& s, const Symbols& z) {
  const auto of = [&](const Expr& impulses, const Expr& C) -> Expr {
    if (impulses.size1() == 0) return Expr(0, 1);
    return 1.0 / reach_in(z.h, s, z.q, C);
  };
  return stack({Expr::ones(s.n()) / z.h, of(z.nu, s.F(z.q)), of(z.kappa, s.omega(z.q).T()),
                of(z.lambda, s.G(z.q)), of(z.rho, s.T(z.q)), Expr::ones(z.sigma.size1())});
}

/// h M^-1 residual, and how far the clock of a rheonomic system is off.
Expr dynamics(const System& s, const Symbols& z, const Expr& residual) {
  const Expr rows = z.h * velocity_of(s, z.q, residual);
  return s.has_clock()
             ? Expr(rows + z.h * (dot(s.clock_velocity(), z.w) - 1.0) * s.clock_velocity())
             : rows;
}

Column equations(const System& s, const Discretization& d, const Symbols& z) {
  const double time = s.specification().time, length = s.length();
  const Expr G = s.G(z.q), T = s.T(z.q), x = z.q + z.tau * z.w;
  Expr residual = z.p + d.D1Ld_mean(s, z.q, z.w, z.tau) + mtimes(s.F(z.q), z.nu) +
                  mtimes(s.omega(z.q).T(), z.kappa) + force_at_start(s, d, z.q, z.w, z.t, z.tau);
  if (z.kind.holding) residual += mtimes(G, z.lambda) + mtimes(T, z.rho);
  if (z.kind.impact) residual += z.sigma * z.direction;  // [FMOW03] (75a), (76)
  // A flight too short to move a gap by more than round-off cannot be steered by it: there the rows
  // are those of the velocity.
  const Expr steers = z.tau > shortest_steered * time;
  const auto stays = [&](const Expr& at_end, const Expr& gradients) -> Expr {
    return if_else(steers, at_end, time * mtimes(gradients.T(), z.w));
  };
  Column rows{{"dynamics", dynamics(s, z, residual), Meaning::dynamics}};
  if (s.k() > 0)
    rows.add({"equalities", stays(s.f(x), s.F(z.q)), Meaning::equality, equality_names(s)});
  if (z.kappa.size1() > 0) {
    rows.add({"nonholonomic rows", time * mean_rows(s, d, z.q, z.w, z.tau), Meaning::hidden,
              s.specification().omega.names()});
  }
  if (z.kind.holding) {
    if (s.m() > 0)
      rows.add(
          {"held gaps",
           z.held * stays(s.g(x) - z.kept, G) + (1.0 - z.held) * reach_at(s, z.q, G) * z.lambda,
           Meaning::gap, gap_names(s)});
    if (z.rho.size1() > 0) {
      const Expr slip = mean_slip(s, d, z.q, z.w, z.tau), pressed = of_contact(s, z.lambda);
      const Expr rubs = z.rho - pressed * (z.drag - z.rub * direction_of(s, slip));
      rows.add({"slip", z.pinned * time * slip + (1.0 - z.pinned) * reach_at(s, z.q, T) * rubs,
                Meaning::tangency, tangent_names(s)});
    }
  }
  if (z.kind.impact) {
    // [FMOW03] (75c)
    const Expr work = z.sigma * dot(s.clock_velocity(), z.direction);  // of walls that move
    const Expr E = energy_at_start(s, d, z.q, z.w, z.t, z.tau);
    rows.add({"energy",
              length * (E + work - z.energy) / (dot(z.p, velocity_of(s, z.q, z.p)) + 1e-300),
              Meaning::energy});
  }
  return rows;
}

}  // namespace

StepProblem flight_problem(const System& s, const Discretization& d, FlightKind kind, bool hit) {
  const Symbols z(s, kind);
  StepProblem problem{.name = kind.impact ? "flight after an impact" : "flight",
                      .kind = Kind::square_system,
                      .unknowns = z.unknowns(),
                      .parameters = z.parameters(),
                      .equalities = equations(s, d, z),
                      .unknown_scale = natural_sizes(s, z),
                      .length = s.length()};
  if (hit) {
    const Expr weights = Expr::sym("weights", s.m());
    problem.name += " to the next impact";
    problem.unknowns.add({"tau", z.tau});
    problem.unknown_scale = stack({problem.unknown_scale, Expr(1.0)});
    problem.parameters.add({"weights", weights});
    problem.objective = z.tau / s.specification().time;  // the earliest: min alpha
    problem.equalities.add(
        {"gap hit", dot(weights, s.g(z.q + z.tau * z.w)), Meaning::gap});  // [FMOW03] (74c), (78)
  } else {
    problem.parameters.add({"tau", z.tau});
  }
  return problem;
}

Kernel flight_rates(const System& s, const Discretization& d, FlightKind kind) {
  const Symbols z(s, kind);
  const Expr R = equations(s, d, z);
  const std::vector<Expr> out{densify(R), jacobian(R, z.unknowns()), densify(jacobian(R, z.tau))};
  return {"rates", {z.unknowns(), stack({z.parameters().all(), z.tau})}, cse(out), true};
}

Kernel flight_rows(const System& s, const Discretization& d, FlightKind kind) {
  const Symbols z(s, kind);
  const Expr R = equations(s, d, z);
  return {"rows", {z.unknowns(), stack({z.parameters().all(), z.tau})}, {cse(R)}};
}

StepProblem landing_problem(const System& s) {
  const auto tangents = static_cast<casadi_int>(s.contacts().tangents());
  const Expr x = Expr::sym("x", s.n()), p1 = Expr::sym("p1", s.n()), d = Expr::sym("d", s.n());
  const Expr h = Expr::sym("h");
  const Expr xi = Expr::sym("xi", s.k()), mu = Expr::sym("mu", s.m());
  const Expr pi = Expr::sym("pi", tangents), held = Expr::sym("held", s.m());
  const Expr pinned = Expr::sym("pinned", tangents), drag = Expr::sym("drag", tangents);
  const Expr F = s.F(x), G = s.G(x), T = s.T(x);
  const double time = s.specification().time;
  const Expr v = time * launch_velocity(s, x, p1);
  const Expr residual = p1 - d - mtimes(F, xi) - mtimes(G, mu) - mtimes(T, pi);
  Expr dynamics = h * velocity_of(s, x, residual);
  if (s.has_clock()) dynamics += h * dot(s.clock_velocity(), p1 - d) * s.clock_velocity();
  return {
      .name = "landing",
      .kind = Kind::linear_projection,
      .unknowns = {{"p1", p1}, {"xi", xi}, {"mu", mu}, {"pi", pi}},
      .parameters = {{"D2Ld", d},
                     {"x", x},
                     {"h", h},
                     {"theta", s.parameter_symbols()},
                     {"held", held},
                     {"pinned", pinned},
                     {"drag", drag}},
      .equalities = {{"dynamics", dynamics, Meaning::dynamics},
                     {"hidden equalities", mtimes(F.T(), v), Meaning::hidden, equality_names(s)},
                     {"speeds", held * mtimes(G.T(), v) + (1.0 - held) * reach_at(s, x, G) * mu,
                      Meaning::tangency, gap_names(s)},
                     {"slip",
                      pinned * mtimes(T.T(), v) +
                          (1.0 - pinned) * reach_at(s, x, T) * (pi - drag * of_contact(s, mu)),
                      Meaning::tangency, tangent_names(s)}},
      .length = s.length()};
}

}  // namespace ricochet
