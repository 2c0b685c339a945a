#include "ricochet/backends/nlp.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <benchmark/benchmark.h>
#include <casadi/core/global_options.hpp>
#include <casadi/core/nlpsol.hpp>

/// The yardstick: the programs of a step, posed with the same symbols and options but solved by
/// casadi::nlpsol with IPOPT and MUMPS: the free position and one chord program, no crossover and
/// no certificate. Compare with step/<problem>/ipopt-first, the first step of the run by our own
/// backend: it solves the same two, projects the momentum and certifies.

namespace {

using namespace ricochet;

casadi::Function nlpsol_of(const std::string& name, const Nlp& nlp) {
  casadi::Dict ipopt{{"print_level", 0},
                     {"sb", "yes"},
                     {"tol", 1e-11},
                     {"dual_inf_tol", 1e-11},
                     {"constr_viol_tol", 1e-11},
                     {"compl_inf_tol", 1e-11},
                     {"nlp_scaling_method", "none"},
                     {"bound_relax_factor", 0.0},
                     {"max_iter", 100}};
  return casadi::nlpsol(
      name, "ipopt",
      {{"x", nlp.x}, {"p", nlp.parameters}, {"f", nlp.objective}, {"g", nlp.constraints}},
      {{"ipopt", ipopt},
       {"print_time", false},
       {"record_time", false},
       {"calc_lam_p", false},
       {"no_nlp_grad", true},
       {"error_on_fail", false}});
}

std::vector<double> solve(const casadi::Function& solver, const std::vector<double>& x0,
                          const std::vector<double>& p, casadi_int inequalities) {
  std::vector<double> upper(static_cast<size_t>(solver.size1_out("g")), 0.0);
  for (size_t i = 0; i < static_cast<size_t>(inequalities); ++i) upper[i] = 1e20;
  const casadi::DMDict answer =
      solver(casadi::DMDict{{"x0", x0}, {"p", p}, {"lbg", 0.0}, {"ubg", casadi::DM(upper)}});
  return answer.at("x").nonzeros();
}

std::vector<double> joined(std::initializer_list<In> parts) {
  std::vector<double> all;
  for (const In& part : parts) all.insert(all.end(), part.data, part.data + part.size);
  return all;
}

void step_through_nlpsol(benchmark::State& state, const std::string& name) {
  const Problem problem = find_problem(name).make();
  const System& s = problem.system;
  casadi::GlobalOptions::setCasadiPath(RICOCHET_CASADI_FOLDER);
  const Nlp free_nlp = direct_nlp(free_problem(s, problem.discretization));
  const Nlp chord = chord_nlp(position_problem(s, problem.discretization));
  const auto free_solver = nlpsol_of("free", free_nlp), chord_solver = nlpsol_of("chord", chord);
  const Vector &q = problem.initial.q, &p = problem.initial.p, &theta = s.parameter_values();
  const Vector mask = Vector::Ones(s.m());
  for (auto _ : state) {
    const auto x = solve(free_solver, joined({q}), joined({q, p, problem.h, theta}), 0);
    const auto y = solve(chord_solver, x, joined({q, p, problem.h, mask, theta, x}), s.m());
    benchmark::DoNotOptimize(y.data());
  }
}

void first_step(benchmark::State& state, const std::string& name) {
  const Problem problem = find_problem(name).make();
  const auto stepper =
      make_stepper(problem.stepper, problem.system,
                   {.discretization = problem.discretization, .backend = make_backend("ipopt")});
  const Step start{.state = problem.initial};
  Step next;
  for (auto _ : state) {
    stepper->advance(start, problem.h, next);
    if (!next.report.ok()) return state.SkipWithError(explain(next.report.status).c_str());
  }
}

const int registered = [] {
  for (const ProblemEntry& entry : all_problems()) {
    const std::string own = entry.make().stepper, name = "step/" + entry.name + "/";
    if (own != "discrete-smooth" && own != "gvi") continue;
    benchmark::RegisterBenchmark((name + "nlpsol").c_str(), step_through_nlpsol, entry.name);
    benchmark::RegisterBenchmark((name + "ipopt-first").c_str(), first_step, entry.name);
  }
  return 0;
}();

}  // namespace
