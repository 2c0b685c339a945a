#include "ricochet/backends/ipopt.hpp"

#include "ricochet/backends/compiled_problem.hpp"
#include "ricochet/backends/globalize.hpp"
#include "ricochet/backends/scalar_root.hpp"

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

/// Where the entries of the chord program's answer stand among the unknowns z.
struct Places {
  explicit Places(const StepProblem& p) : positions(p.positions()), impulses(impulse_places(p)) {
    std::vector<bool> taken(static_cast<size_t>(p.unknown_count()));
    for (const Index i : impulses) taken[static_cast<size_t>(i)] = true;
    for (Index i = 0; i < p.unknown_count(); ++i)
      if (!taken[static_cast<size_t>(i)] &&
          (i < positions.offset || i >= positions.offset + positions.size))
        others.push_back(i);
  }
  Slot positions;
  std::vector<Index> impulses, others;  // of the pairs; of the equalities
};

class IpoptSolver final : public StepSolver {
 public:
  IpoptSolver(const CompiledProblem& compiled, const IpoptOptions& options)
      : kind_(compiled.problem.kind),
        when_infeasible_(compiled.problem.when_infeasible),
        sparse_solver_(options.sparse_solver),
        length_(compiled.problem.length),
        places_(compiled.problem),
        crossover_(*compiled.crossover) {
    const StepProblem& problem = compiled.problem;
    if (kind_ == Kind::complementarity) {
      if (given(problem.potential)) chord_.emplace(chord_nlp(problem), options);
      smoothed_.emplace(fischer_burmeister_nlp(problem), options);
    } else if (kind_ != Kind::linear_projection) {
      direct_.emplace(direct_nlp(problem), options);
    }
  }

  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override {
    StepReport report;
    end_ = IpoptEnd::solved;
    crossover_.set_parameters(parameters);
    report.status = crossover_.first_set(guess, active_);
    if (report.ok()) {
      if (kind_ == Kind::linear_projection)
        report.status = crossover_.search(guess, active_, report.statistics);
      else if (kind_ == Kind::complementarity)
        report.status = by_complementarity(parameters, guess, hint, report.statistics);
      else
        report.status = by_direct(parameters, guess, report.statistics);
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
        length_(o.length_),
        places_(o.places_),
        crossover_(o.crossover_),
        chord_(o.chord_),
        smoothed_(o.smoothed_),
        direct_(o.direct_) {}

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

  IpoptEnd run(IpoptProgram& program, const Vector& parameters, bool warm,
               SolverStatistics& statistics) {
    end_ = program.solve(parameters, x_, y_, warm);
    ++statistics.ipopt_solves;
    statistics.ipopt_iterations += program.iterations();
    return end_;
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
    if (chord_) status = by_chords(parameters, guess, hint, statistics);
    if (status == StepStatus::converged || status == StepStatus::infeasible) return status;
    if (chord_) ++statistics.fallbacks;
    return by_smoothing(parameters, guess, statistics);
  }

  StepStatus by_chords(const Vector& parameters, const Vector& guess, const Vector& hint,
                       SolverStatistics& statistics) {
    z_ = guess;
    x_ = guess.segment(places_.positions.offset, places_.positions.size);
    y_.setZero(chord_->constraints());
    bool warm = hint.size() == crossover_.rows().pairs() && hint.allFinite() && hint.size() > 0 &&
                hint.lpNorm<Eigen::Infinity>() > warm_floor;
    if (warm) y_.head(hint.size()) = hint;
    chord_parameters_.resize(parameters.size() + x_.size());
    chord_parameters_.head(parameters.size()) = parameters;
    StepStatus status = StepStatus::iteration_limit;
    for (int i = 0; i < chord_limit; ++i) {
      chord_parameters_.tail(x_.size()) = x_;
      const IpoptEnd end = run(*chord_, chord_parameters_, warm, statistics);
      if (end == IpoptEnd::infeasible)  // perhaps the linearized constraints only
        return has_no_feasible_point(crossover_.rows(), guess, statistics)
                   ? StepStatus::infeasible
                   : StepStatus::iteration_limit;
      z_.segment(places_.positions.offset, places_.positions.size) = x_;
      for (size_t j = 0; j < places_.impulses.size(); ++j)
        z_[places_.impulses[j]] = y_[static_cast<Index>(j)];
      for (size_t j = 0; j < places_.others.size(); ++j)
        z_[places_.others[j]] = y_[static_cast<Index>(places_.impulses.size() + j)];
      status = cross_over(guess, statistics);
      if (status == StepStatus::converged) return status;
      if (end != IpoptEnd::solved) return status_of(end);
      warm = true;
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
    const IpoptEnd end = run(*smoothed_, parameters, false, statistics);
    z_ = x_.head(guess.size());
    const StepStatus status = cross_over(guess, statistics);
    return status == StepStatus::converged || end == IpoptEnd::solved ? status : status_of(end);
  }

  StepStatus by_direct(const Vector& parameters, const Vector& guess,
                       SolverStatistics& statistics) {
    x_ = guess.head(direct_->unknowns());
    y_.setZero(direct_->constraints());
    const IpoptEnd end = run(*direct_, parameters, false, statistics);
    if (end == IpoptEnd::infeasible && kind_ != Kind::square_system) return StepStatus::infeasible;
    z_.resize(guess.size());
    z_.head(x_.size()) = x_;
    if (z_.size() > x_.size()) z_.tail(z_.size() - x_.size()) = y_;
    const StepStatus status = cross_over(guess, statistics);
    if (status == StepStatus::converged || end == IpoptEnd::solved) return status;
    return end == IpoptEnd::infeasible ? StepStatus::singular : status_of(end);
  }

  Kind kind_;
  StepStatus when_infeasible_;
  std::string sparse_solver_;
  double length_;
  Places places_;
  Crossover crossover_;
  std::optional<IpoptProgram> chord_, smoothed_, direct_;
  ActiveFlags active_;
  Vector x_, y_, z_, chord_parameters_;
  IpoptEnd end_ = IpoptEnd::solved;  // of the last run of IPOPT
};

/// scalar_root: the scan isolates the bracket, IPOPT finds the least root in it, Newton polishes.
class IpoptRoot final : public StepSolver {
 public:
  IpoptRoot(const StepProblem& problem, const IpoptOptions& options)
      : root_(std::make_unique<ScalarRoot>(problem)), program_(direct_nlp(problem), options) {}

  StepReport solve(const Vector& parameters, const Vector& /*guess*/, const Vector& /*hint*/,
                   Solution& solution) override {
    double low = 0.0, high = 0.0;
    StepReport report = root_->bracket(parameters, low, high);
    if (!report.ok()) return report;
    Vector x = Vector::Constant(1, 0.5 * (low + high)), y = Vector::Zero(1);
    program_.set_bounds(low, high);
    const IpoptEnd end = program_.solve(parameters, x, y, false);
    ++report.statistics.ipopt_solves;
    report.statistics.ipopt_iterations += program_.iterations();
    const bool found = end == IpoptEnd::solved && x[0] >= low && x[0] <= high;
    const double start = found ? x[0] : 0.5 * (low + high);
    root_->finish(root_->refine(low, high, start, report.statistics.newton_iterations), report,
                  solution);
    return report;
  }

  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::unique_ptr<StepSolver>(new IpoptRoot(*this));
  }

 private:
  IpoptRoot(const IpoptRoot& o)
      : StepSolver(),
        root_(static_cast<ScalarRoot*>(o.root_->clone().release())),
        program_(o.program_) {}

  std::unique_ptr<ScalarRoot> root_;
  IpoptProgram program_;
};

}  // namespace

std::unique_ptr<StepSolver> ipopt_solver(const CompiledProblem& compiled,
                                         const IpoptOptions& options) {
  if (!compiled.crossover) return std::make_unique<IpoptRoot>(compiled.problem, options);
  return std::make_unique<IpoptSolver>(compiled, options);
}

Backend ipopt(const IpoptOptions& options) {
  return {"ipopt",
          [options](const StepProblem& p) { return ipopt_solver(CompiledProblem(p), options); }};
}

}  // namespace ricochet
