#include "ricochet/shooting/shooting.hpp"

#include "binding.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& each : all) names.push_back(each.name);
  return names;
}

/// The end with this name, the first one if it is empty; `values` are those of its targets.
BoundaryValue end_of(const Problem& problem, const std::string& name,
                     const std::vector<std::string>& targets, const std::vector<double>& values) {
  const auto& all = problem.boundary_values;
  const auto found = std::find_if(all.begin(), all.end(), [&](const BoundaryValue& b) {
    return name.empty() || b.name == name;
  });
  if (found == all.end())
    throw std::invalid_argument("Problem '" + problem.system.name() + "' has no end '" + name +
                                "'" + suggestion(name, names_of(all)));
  BoundaryValue end = *found;
  for (size_t i = 0; i < targets.size(); ++i)
    if (!end.set_target(targets[i], values[i]))
      throw std::invalid_argument("End '" + end.name + "' has no target '" + targets[i] + "'" +
                                  suggestion(targets[i], names_of(end.targets)));
  return end;
}

/// The path of a solution as three arrays.
nb::tuple path_of(const Trajectory& path, Index n) {
  const auto rows = static_cast<Index>(path.steps.size());
  Vector t(rows);
  Matrix q(rows, n), p(rows, n);
  for (Index i = 0; i < rows; ++i) {
    const State& state = path.steps[static_cast<size_t>(i)].state;
    t[i] = state.t;
    q.row(i) = state.q;
    p.row(i) = state.p;
  }
  return nb::make_tuple(t, q, p);
}

nb::dict solution_of(const Shot& shot, const BoundaryValue& end, Index n) {
  nb::dict start;
  Index i = 0;
  for (const StartValue& value : end.start_values()) start[value.name.c_str()] = shot.start[i++];
  nb::dict found;
  found["start"] = start;
  found["sequence"] = shot.sequence;
  found["residual"] = shot.residual;
  found["path_violation"] = shot.path_violation;
  found["iterations"] = shot.iterations;
  found["step_size"] = shot.path.h;
  const nb::tuple path = path_of(shot.path, n);
  found["t"] = path[0];
  found["q"] = path[1];
  found["p"] = path[2];
  return found;
}

nb::dict result_of(const ShootingResult& result, const BoundaryValue& end, Index n) {
  nb::list solutions;
  for (const Shot& shot : result.solutions) solutions.append(solution_of(shot, end, n));
  nb::dict ends;
  for (const auto& [status, count] : result.ends) ends[to_string(status).c_str()] = count;
  nb::dict all;
  all["status"] = to_string(result.status);
  all["message"] = result.message;
  all["end"] = end.name;
  all["solutions"] = solutions;
  all["ends"] = ends;
  return all;
}

/// A search looks for signals after every attempt and between the programs of an attempt. It keeps
/// the lock of the interpreter, because it makes expressions.
nb::dict shoot(const Problem& problem, const std::string& name,
               const std::vector<std::string>& targets, const std::vector<double>& values,
               const std::string& rule, const std::string& backend, long steps, long starts,
               std::uint64_t seed, std::optional<std::vector<std::string>> sequence) {
  const BoundaryValue end = end_of(problem, name, targets, values);
  Shooting shooting(problem, end,
                    {.discretization = make_discretization(rule),
                     .backend = make_backend(backend),
                     .steps = steps});
  SearchOptions options{.starts = starts, .seed = seed, .sequence = std::move(sequence)};
  options.stop_requested = [] {
    if (PyErr_CheckSignals() == 0) return false;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw nb::python_error();
    PyErr_Clear();
    return true;
  };
  return result_of(shooting.search(options), end, problem.system.n());
}

}  // namespace

void bind_shooting(nb::module_& m) {
  m.def("shoot", &shoot, nb::arg("problem"), nb::arg("end"), nb::arg("targets"), nb::arg("values"),
        nb::arg("discretization"), nb::arg("backend"), nb::arg("steps"), nb::arg("starts"),
        nb::arg("seed"), nb::arg("sequence").none());
}

}  // namespace ricochet::python
