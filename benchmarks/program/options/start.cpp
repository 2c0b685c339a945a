#include "program/options/start.hpp"

#include "ricochet/io/read_states.hpp"
#include "ricochet/project.hpp"
#include "ricochet/start.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

/// A stored start comes with the settings of a run, which may have been changed since.
std::string misfit(const Options& o, const std::string& option, bool stored, size_t count,
                   const System& system) {
  const std::string coordinates = std::to_string(system.n()) + " coordinates";
  if (!stored)
    return option + ": problem '" + system.name() + "' has " + coordinates + ", but " +
           std::to_string(count) + " numbers are given";
  return (o.from.empty() ? o.resume : o.from) + ": the start of its run has " +
         std::to_string(count) + " coordinates, but '" + system.name() + "' now has " +
         coordinates +
         "; give a start that fits by --q0 and --p0, or begin a new run without --from";
}

Vector sized(const Options& o, const std::string& option, bool stored,
             const std::vector<double>& values, const System& system) {
  if (static_cast<Index>(values.size()) != system.n())
    throw std::invalid_argument(misfit(o, option, stored, values.size(), system));
  for (const double x : values)
    if (!std::isfinite(x))
      throw std::invalid_argument(option + ": expected finite numbers, not " + brief(x));
  return Eigen::Map<const Vector>(values.data(), system.n());
}

State first_row(const std::string& file, Index n) {
  const std::vector<State> rows = read_states(file, n);
  if (rows.empty()) throw std::invalid_argument(file + ": has no row; the first one is the start");
  return rows.front();
}

}  // namespace

State given_start(const Options& o, const Problem& problem, const Discretization& rule, double h) {
  return given_start(o, problem, problem.system, rule, h);
}

State given_start(const Options& o, const Problem& problem, const System& system,
                  const Discretization& rule, double h) {
  State start = o.start.empty() ? problem.start(system, rule, h) : first_row(o.start, system.n());
  if (o.t0) start.t = *o.t0;
  if (o.q0) start.q = sized(o, "--q0", o.q0_stored, *o.q0, system);
  if (o.p0) start.p = sized(o, "--p0", o.p0_stored, *o.p0, system);
  if (o.v0) start.p = momenta_of(system, rule, start.q, sized(o, "--v0", false, *o.v0, system), h);
  return start;
}

State make_start(const Options& o, const Problem& problem, const Discretization& rule, double h) {
  State start = given_start(o, problem, rule, h);
  return o.project_start ? project(problem.system, start) : start;
}

void refuse_violations(const System& system, const State& start, double h) {
  const std::vector<std::string> rows = violations(system, start, h);
  if (rows.empty()) return;
  throw std::invalid_argument("the start violates " + join_first(rows, 2, "; ") +
                              ". Give an admissible start, --project-start to move this one there, "
                              "or --violated-start to take it");
}

}  // namespace ricochet::cli
