#include "micro/nlpsol_step.hpp"

#include "ricochet/backends/nlp.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <casadi/core/global_options.hpp>
#include <casadi/core/nlpsol.hpp>

namespace ricochet {
namespace {

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

std::vector<double> solution(const casadi::Function& solver, const std::vector<double>& x0,
                             const std::vector<double>& p, casadi_int inequalities,
                             double& iterations) {
  std::vector<double> upper(static_cast<size_t>(solver.size1_out("g")), 0.0);
  for (size_t i = 0; i < static_cast<size_t>(inequalities); ++i) upper[i] = 1e20;
  const casadi::DMDict answer =
      solver(casadi::DMDict{{"x0", x0}, {"p", p}, {"lbg", 0.0}, {"ubg", casadi::DM(upper)}});
  iterations += static_cast<double>(solver.stats().at("iter_count").to_int());
  return answer.at("x").nonzeros();
}

std::vector<double> joined(std::initializer_list<In> parts) {
  std::vector<double> all;
  for (const In& part : parts) all.insert(all.end(), part.data, part.data + part.size);
  return all;
}

}  // namespace

NlpsolStep::NlpsolStep(const Problem& problem) : problem_(problem) {
  casadi::GlobalOptions::setCasadiPath(RICOCHET_CASADI_FOLDER);
  const System& s = problem.system;
  free_ = nlpsol_of("free", direct_nlp(free_problem(s, problem.discretization)));
  chord_ = nlpsol_of("chord", chord_nlp(position_problem(s, problem.discretization)));
}

NlpsolStep::Answer NlpsolStep::solve(const State& from) const {
  const System& s = problem_.system;
  const Vector &q = from.q, &p = from.p, &theta = s.parameter_values();
  const Vector mask = Vector::Ones(s.m());
  Answer answer;
  const auto x =
      solution(free_, joined({q}), joined({q, p, problem_.h, theta}), 0, answer.iterations);
  answer.z =
      solution(chord_, x, joined({q, p, problem_.h, mask, theta, x}), s.m(), answer.iterations);
  return answer;
}

}  // namespace ricochet
