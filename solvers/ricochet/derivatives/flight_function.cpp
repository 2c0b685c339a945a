#include "ricochet/derivatives/flight_function.hpp"

#include "ricochet/derivatives/phase_equations.hpp"
#include "ricochet/step_equations.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

namespace ricochet {

casadi::Function flight_function(const Stepper& stepper, const std::string& contact,
                                 Index substeps) {
  const System& s = stepper.system();
  if (substeps < 1)
    throw std::invalid_argument("flight_function: there must be at least 1 substep, not " +
                                std::to_string(substeps));
  if (!s.specification().omega.empty())
    throw std::invalid_argument("flight_function: it does not cover nonholonomic rows (.omega)");
  const std::unique_ptr<StepEquations> steps = stepper.step_equations();
  if (const std::string why = steps->not_alone(); !why.empty())
    throw std::invalid_argument("flight_function: it does not cover " + why);
  const bool lands = !contact.empty();
  const Index entry = lands ? entry_named(s, contact, "flight_function") : 0;
  const PhaseEquations equations(s, steps->kernel(StepSequence::free()));
  const Expr x = Expr::sym("x", 2 * s.n()), T = Expr::sym("T"), t = Expr::sym("t");
  const std::vector<Expr> start = vertsplit(x, s.n());
  const Expr h = T / static_cast<double>(substeps);

  PhaseEquations::Point at{.q = start[0], .p = start[1]};
  std::vector<Expr> z, rows, gaps;
  for (Index i = 0; i < substeps; ++i) {
    const Expr q = z.emplace_back(Expr::sym("q", s.n())),
               multipliers = z.emplace_back(Expr::sym("multipliers", equations.multipliers()));
    const auto made = equations.substep(at, t + static_cast<double>(i) * h, h, q, multipliers);
    rows.push_back(made.rows);
    gaps.push_back(s.g(q));
    at = {.q = q, .p = made.p};
  }
  if (lands) {
    const Expr impulse = z.emplace_back(Expr::sym("impulse")),
               zeta = z.emplace_back(Expr::sym("zeta", s.k()));
    const auto made = equations.impact(at, entry, equations.restitution(entry), impulse, zeta);
    rows.insert(rows.end(), {gaps.back()(static_cast<casadi_int>(entry)), made.rows});
    at.p = made.p;
  }
  return {"flight",
          {x, s.parameter_symbols(), T, t, vertcat(z)},
          {densify(vertcat(at.q, at.p)), densify(vertcat(rows)), densify(horzcat(gaps))},
          {"x", "theta", "T", "t", "z"},
          {"end", "rows", "gaps"}};
}

}  // namespace ricochet
