#include "ricochet/backends/ipopt.hpp"

#include "ricochet/backends/chord_programs.hpp"
#include "ricochet/backends/compiled_problem.hpp"
#include "ricochet/backends/globalize.hpp"
#include "ricochet/backends/ipopt_root.hpp"
#include "ricochet/backends/quick_ipopt.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ricochet {
namespace {

constexpr int chord_limit = 10;
constexpr double warm_floor = 1e-9;  // hints below this are no warm start
constexpr int quick_limit = 3;       // chord programs near the guess before one is solved from afar

/// Near the guess IPOPT only has to tell the active set: the crossover goes on from there.
QuickRun near_guess(double length, const IpoptOptions& options) {
  const double area = length * length;
  return {.barrier = 1e-12 * area,
          .tolerance = 1e-8 * length,
          .complementarity = 1e-11 * area,
          .max_iterations = std::min(8, options.max_iterations)};
}

StepStatus status_of(IpoptEnd end) {
  switch (end) {
    case IpoptEnd::solved: return StepStatus::converged;
    case IpoptEnd::infeasible: return StepStatus::infeasible;
    case IpoptEnd::iteration_limit:
    case IpoptEnd::stalled: return StepStatus::iteration_limit;
    case IpoptEnd::not_finite: return StepStatus::not_finite;
    case IpoptEnd::unavailable:
    case IpoptEnd::failed: return StepStatus::backend_error;
  }
  return StepStatus::backend_error;
}

/// Failures that may mean that there is no solution.
bool failed_to_converge(StepStatus status) {
  return status == StepStatus::iteration_limit || status == StepStatus::singular ||
         status == StepStatus::backend_error;
}

class IpoptSolver final : public StepSolver {
 public:
  IpoptSolver(const CompiledProblem& compiled, const IpoptOptions& options)
      : kind_(compiled.problem.kind),
        when_infeasible_(compiled.problem.when_infeasible),
        sparse_solver_(options.sparse_solver),
        near_(near_guess(compiled.problem.length, options)),
        length_(compiled.problem.length),
        crossover_(*compiled.crossover) {
    const StepProblem& problem = compiled.problem;
    if (kind_ == Kind::complementarity) {
      if (given(problem.potential)) chord_.emplace(problem, options);
      smoothed_.emplace(fischer_burmeister_nlp(problem), options);
    } else if (kind_ != Kind::linear_projection) {
      direct_.emplace(direct_nlp(problem), options);
      const bool equations = kind_ == Kind::square_system && !given(problem.objective);
      linear_ = equations && direct_->linear();
      if (equations && !linear_) quick_.emplace(*direct_, options);
    }
  }

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override {
    StepReport report;
    end_ = IpoptEnd::solved;
    crossover_.set_parameters(parameters);
    report.status = crossover_.first_set(guess, active_);
    if (report.ok()) {
      report.status = find_set(parameters, guess, hint, report.statistics);
      if (failed_to_converge(report.status) &&
          has_no_feasible_point(crossover_.rows(), guess, report.statistics))
        report.status = StepStatus::infeasible;
    }
    conclude(guess, report, solution);
    return report;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::unique_ptr<StepSolver>(new IpoptSolver(*this));
  }

 private:
  IpoptSolver(const IpoptSolver& o)
      : StepSolver(),
        kind_(o.kind_),
        when_infeasible_(o.when_infeasible_),
        sparse_solver_(o.sparse_solver_),
        linear_(o.linear_),
        near_(o.near_),
        length_(o.length_),
        crossover_(o.crossover_),
        chord_(o.chord_),
        smoothed_(o.smoothed_),
        direct_(o.direct_),
        quick_(o.quick_) {}

  StepStatus find_set(const Vector& parameters, const Vector& guess, const Vector& hint,
                      SolverStatistics& statistics) {
    if (kind_ == Kind::complementarity)
      return by_complementarity(parameters, guess, hint, statistics);
    if (kind_ != Kind::linear_projection && !linear_)
      return by_direct(parameters, guess, statistics);
    const StepStatus status = crossover_.search(guess, active_, statistics);
    // Pieces of lines, as |x| and max(x, y), have no curvature either.
    return linear_ && failed_to_converge(status) ? by_direct(parameters, guess, statistics)
                                                 : status;
  }

  void conclude(const Vector& guess, StepReport& report, Solution& solution) {
    if (report.ok())
      crossover_.finish(guess, active_, report, solution);
    else if (report.status == StepStatus::not_finite)
      report.message = crossover_.rows().culprit();
    else if (report.status == StepStatus::infeasible)
      report.status = when_infeasible_;
    else if (end_ == IpoptEnd::unavailable)
      report.message = "IPOPT cannot load its linear solver '" + sparse_solver_ +
                       "'; use \"mumps\", which stands beside CasADi";
    else if (end_ == IpoptEnd::failed)
      report.message = "IPOPT ended with an error of its own or without memory";
    else if (end_ == IpoptEnd::stalled)
      report.message = "IPOPT gave up, its iterates diverge or its steps become too small";
    if (!report.ok() && report.message.empty()) report.message = crossover_.rows().remainder();
  }

  IpoptEnd run(IpoptProgram& program, const Vector& parameters, SolverStatistics& statistics) {
    end_ = program.solve(parameters, x_, y_, false);
    return count(end_, program.iterations(), statistics);
  }

  IpoptEnd count(IpoptEnd end, long iterations, SolverStatistics& statistics) {
    ++statistics.ipopt_solves;
    statistics.ipopt_iterations += iterations;
    return end_ = end;
  }

  /// From IPOPT's z: its active set, settled from the guess, else from z itself.
  StepStatus cross_over(const Vector& guess, SolverStatistics& statistics) {
    if (!z_.allFinite()) return StepStatus::not_finite;
    crossover_.set_from(z_, active_);
    StepStatus status = crossover_.search(guess, active_, statistics);
    if (status == StepStatus::converged) return status;
    crossover_.set_from(z_, active_);
    status = crossover_.search(z_, active_, statistics);
    return status == StepStatus::converged ? status
                                           : crossover_.enumerate(z_, z_, active_, statistics);
  }

  StepStatus by_complementarity(const Vector& parameters, const Vector& guess, const Vector& hint,
                                SolverStatistics& statistics) {
    StepStatus status = StepStatus::iteration_limit;
    if (chord_) status = by_quick_chords(parameters, guess, statistics);
    if (status == StepStatus::converged) return status;
    if (chord_) {
      ++statistics.fallbacks;
      status = by_chords(parameters, guess, hint, statistics);
    }
    if (status == StepStatus::converged || status == StepStatus::infeasible) return status;
    if (chord_) ++statistics.fallbacks;
    return by_smoothing(parameters, guess, statistics);
  }

  /// The chord sequence from the linear estimate: one program, a few iterations.
  StepStatus by_quick_chords(const Vector& parameters, const Vector& guess,
                             SolverStatistics& statistics) {
    StepStatus status = StepStatus::iteration_limit;
    if (!crossover_.rows().linearize(guess, active_, z_, statistics)) return status;
    for (int i = 0; i < quick_limit; ++i) {
      const IpoptEnd end = chord_->solve_near(parameters, crossover_.rows(), near_, z_);
      count(end, chord_->iterations(), statistics);
      if (!z_.allFinite()) return StepStatus::iteration_limit;
      crossover_.set_from(z_, active_);  // it may be right although IPOPT did not converge
      status = crossover_.search(guess, active_, statistics);
      if (status == StepStatus::converged || end != IpoptEnd::solved) return status;
    }
    return status;
  }

  /// The chord sequence from the guess, and from the multipliers of the hint if there are any.
  StepStatus by_chords(const Vector& parameters, const Vector& guess, const Vector& hint,
                       SolverStatistics& statistics) {
    StepStatus status = StepStatus::iteration_limit;
    z_ = guess;
    const bool warm = hint.size() == crossover_.rows().pairs() && hint.allFinite() &&
                      hint.size() > 0 && hint.lpNorm<Eigen::Infinity>() > warm_floor;
    if (warm) chord_->set_impulses(hint, z_);
    for (int i = 0; i < chord_limit; ++i) {
      const IpoptEnd end = chord_->solve(parameters, warm || i > 0, z_);
      count(end, chord_->iterations(), statistics);
      if (end == IpoptEnd::infeasible)  // perhaps the linearized constraints only
        return has_no_feasible_point(crossover_.rows(), guess, statistics)
                   ? StepStatus::infeasible
                   : StepStatus::iteration_limit;
      status = cross_over(guess, statistics);
      if (status == StepStatus::converged) return status;
      if (end != IpoptEnd::solved) return status_of(end);
    }
    return status;
  }

  StepStatus by_smoothing(const Vector& parameters, const Vector& guess,
                          SolverStatistics& statistics) {
    const ActiveSet& rows = crossover_.rows();
    (void)crossover_.rows().evaluate(guess);
    x_.resize(smoothed_->unknowns());
    x_.head(guess.size()) = guess;
    const double least = std::sqrt(fischer_burmeister_sigma) * length_;
    for (Index i = 0; i < rows.pairs(); ++i)
      x_[guess.size() + i] = std::isfinite(rows.b()[i]) ? std::max(rows.b()[i], least) : least;
    y_.setZero(smoothed_->constraints());
    const IpoptEnd end = run(*smoothed_, parameters, statistics);
    z_ = x_.head(guess.size());
    const StepStatus status = cross_over(guess, statistics);
    return status == StepStatus::converged || end == IpoptEnd::solved ? status : status_of(end);
  }

  StepStatus by_direct(const Vector& parameters, const Vector& guess,
                       SolverStatistics& statistics) {
    if (quick_) {
      if (by_quick_equations(parameters, guess, statistics) == StepStatus::converged)
        return StepStatus::converged;
      ++statistics.fallbacks;
    }
    x_ = guess.head(direct_->unknowns());
    y_.setZero(direct_->constraints());
    const IpoptEnd end = run(*direct_, parameters, statistics);
    if (end == IpoptEnd::infeasible && kind_ != Kind::square_system) return StepStatus::infeasible;
    z_.resize(guess.size());
    z_.head(x_.size()) = x_;
    if (z_.size() > x_.size()) z_.tail(z_.size() - x_.size()) = y_;
    const StepStatus status = cross_over(guess, statistics);
    if (status == StepStatus::converged || end == IpoptEnd::solved) return status;
    return end == IpoptEnd::infeasible ? StepStatus::singular : status_of(end);
  }

  StepStatus by_quick_equations(const Vector& parameters, const Vector& guess,
                                SolverStatistics& statistics) {
    z_ = guess;
    y_.setZero(direct_->constraints());
    const IpoptEnd end = quick_->solve(parameters, near_, z_, y_, no_slacks_);
    if (count(end, quick_->iterations(), statistics) != IpoptEnd::solved || !z_.allFinite())
      return StepStatus::iteration_limit;
    return crossover_.search(guess, active_, statistics);
  }

  Kind kind_;
  StepStatus when_infeasible_;
  std::string sparse_solver_;
  bool linear_ = false;  // equations with a closed form
  QuickRun near_;
  double length_;
  Crossover crossover_;
  std::optional<ChordPrograms> chord_;
  std::optional<IpoptProgram> smoothed_, direct_;
  std::optional<QuickIpopt> quick_;  // of direct_
  ActiveFlags active_;
  Vector x_, y_, z_;
  const Vector no_slacks_ = {};
  IpoptEnd end_ = IpoptEnd::solved;  // of the last run of IPOPT
};

}  // namespace

std::unique_ptr<StepSolver> ipopt_solver(const CompiledProblem& compiled,
                                         const IpoptOptions& options) {
  if (!compiled.crossover) return ipopt_root(compiled.problem, options);
  return std::make_unique<IpoptSolver>(compiled, options);
}

Backend ipopt(const IpoptOptions& options) {
  return {"ipopt",
          [options](const StepProblem& p) { return ipopt_solver(CompiledProblem(p), options); }};
}

}  // namespace ricochet
