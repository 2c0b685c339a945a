#include "sweep/sweep_plan.hpp"

#include "program/options/output_checks.hpp"
#include "program/options/run_plan.hpp"
#include "program/options/start.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"
#include "sweep/digest.hpp"
#include "sweep/sweep_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

Members members_of(const Options& o) {
  std::vector<GridAxis> grid;
  std::vector<RandomAxis> random;
  for (const std::string& text : o.grid) grid.push_back(grid_axis(text));
  for (const std::string& text : o.random) random.push_back(random_axis(text));
  return {std::move(grid), std::move(random), o.samples, o.seed};
}

void check_words(const Options& o) {
  if (o.operands.size() != 1)
    refuse("sweep: expected one problem, not " + join(o.operands, " ") +
           "; several tables are joined by --join");
  if (o.out.empty()) refuse("sweep: --out FILE.csv is needed: the table of the runs");
  if (!o.plot_of.empty() && o.plot.empty()) refuse("--plot-of needs --plot FILE.svg");
  if (o.impacts_after > 0.0 && o.impacts.empty())
    refuse("--impacts-after needs --impacts FILE.csv");
}

/// A table of starts is read once.
Options with_start(Options o, const Setup& base) {
  if (o.start.empty()) return o;
  const State start = given_start(o, base.problem, base.problem.discretization, base.problem.h);
  o.start.clear();
  o.t0 = start.t;
  o.q0 = std::vector<double>(start.q.begin(), start.q.end());
  o.p0 = std::vector<double>(start.p.begin(), start.p.end());
  return o;
}

void check_places(const std::vector<Swept>& swept) {
  const auto has = [&](Place place) {
    return std::any_of(swept.begin(), swept.end(),
                       [&](const Swept& s) { return s.place == place; });
  };
  if (has(Place::start_p) && has(Place::start_v))
    refuse("sweep: start.p and start.v exclude each other; sweep momenta or velocities");
  const bool start = has(Place::start_p) || has(Place::start_v) || has(Place::start_q);
  if (start && has(Place::structure))
    refuse(
        "sweep: the start depends on the structure of the problem; make one sweep over start.* for "
        "each value of --set");
}

std::vector<Swept> find_all(const SweptProblem& of, const Members& members) {
  std::vector<Swept> swept;
  for (const GridAxis& axis : members.grid()) {
    swept.push_back(find_swept(of, "--grid", axis.name));
    check_values(of, swept.back(), axis);
  }
  for (const RandomAxis& axis : members.random()) {
    swept.push_back(find_swept(of, "--random", axis.name));
    check_values(of, swept.back(), axis);
  }
  check_places(swept);
  return swept;
}

/// One of every structure that occurs, with all others at the first values of their grids.
std::vector<Options> structures(const SweepPlan& plan) {
  std::vector<Options> all{plan.options};
  for (size_t i = 0; i < plan.members.grid().size(); ++i) {
    if (plan.swept[i].place != Place::structure) continue;
    std::vector<Options> more;
    for (const Options& o : all)
      for (const double value : plan.members.grid()[i].values) {
        more.push_back(o);
        more.back().set.emplace_back(plan.swept[i].name, value);
      }
    all = std::move(more);
  }
  return all;
}

void check_structure(const SweepPlan& plan, const System& system) {
  const std::vector<std::string> names = system.parameter_names();
  for (const Swept& s : plan.swept)
    if (s.place == Place::parameter && std::find(names.begin(), names.end(), s.name) == names.end())
      refuse("sweep: '" + s.name + "' is a parameter of some members only, not of all structures");
}

Index most_coordinates(const SweepPlan& plan) {
  const std::vector<Options> all = structures(plan);
  if (all.size() == 1) return plan.base.problem.system.n();
  Index most = 0;
  for (const Options& o : all) {
    const Setup setup = make_setup(o);
    check_structure(plan, setup.problem.system);
    most = std::max(most, setup.problem.system.n());
  }
  return most;
}

/// Steps of every h that the grid has, so that a wrong one is refused before work begins.
void check_steps(const SweepPlan& plan) {
  bool swept = false;
  for (size_t i = 0; i < plan.swept.size(); ++i) {
    if (plan.swept[i].place != Place::step_size) continue;
    swept = true;
    if (i < plan.members.grid().size())
      for (const double h : plan.members.grid()[i].values)
        (void)step_count(plan.options, plan.base.problem, h);
  }
  if (!swept)
    (void)step_count(plan.options, plan.base.problem, plan.options.h.value_or(plan.base.problem.h));
}

std::string text_of(const SettingList& list) {
  std::string text;
  for (const auto& [name, value] : list) text += name + " " + as_text(value) + "\n";
  return text;
}

std::string text_of(const State& s) {
  std::string text = "start ";
  text += exact(s.t);
  for (const Vector* x : {&s.q, &s.p})
    for (const double value : *x) text.append(" ").append(exact(value));
  return text + "\n";
}

/// Everything that decides the bits of the rows. Options of the method are those given.
std::string description(const SweepPlan& plan, double h) {
  const Options& o = plan.options;
  const Problem& problem = plan.base.problem;
  SettingList method = o.method;
  std::sort(method.begin(), method.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text = "problem " + o.operand + "\nstepper " + o.stepper.value_or(problem.stepper) +
                     "\n" + text_of(method) + text_of(plan.base.settings.structure) +
                     text_of(plan.base.settings.parameters);
  text += "h " + exact(h) +
          (o.steps ? "\nsteps " + std::to_string(*o.steps)
                   : "\ntime " + exact(o.time.value_or(problem.duration)));
  text += fmt::format("\ncertify {} violated {} project {}\n", o.certify_every, o.violated_start,
                      o.project_start);
  text += text_of(given_start(o, problem, discretization(o, problem), h));
  if (o.v0)
    for (const double v : *o.v0) text += "v0 " + exact(v) + "\n";
  if (!o.impacts.empty()) text += "impacts after " + exact(o.impacts_after) + "\n";
  return text + plan.members.text();
}

void check_plot(const SweepPlan& plan) {
  const Options& o = plan.options;
  if (o.plot.empty() || o.plot_of.empty()) return;
  const std::vector<std::string> names =
      o.impacts.empty() ? sweep_columns(plan.members.names(), plan.coordinates)
                        : impact_columns(plan.members.names(), plan.coordinates);
  if (std::find(names.begin(), names.end(), o.plot_of) == names.end())
    refuse("--plot-of: the table of " + std::string(o.impacts.empty() ? "--out" : "--impacts") +
           " has no column '" + o.plot_of + "'" + suggestion(o.plot_of, names));
}

}  // namespace

SweepPlan make_sweep_plan(const Options& given) {
  check_words(given);
  Options o = given;
  o.operand = o.operands.front();
  const Part part = o.part.empty() ? Part{} : part_of(o.part);
  Members members = members_of(o);
  check_outputs(o);
  Setup base = make_setup(o);
  const ProblemEntry& entry = find_problem(o.operand);
  (void)find_stepper(o.stepper.value_or(base.problem.stepper));
  o = with_start(o, base);
  std::vector<Swept> swept = find_all({entry, base, o}, members);
  SweepPlan plan{.options = std::move(o),
                 .base = std::move(base),
                 .members = std::move(members),
                 .swept = std::move(swept),
                 .part = part};
  Setup checked{.problem = plan.base.problem};
  const double h = step_size(plan.options, checked);
  check_steps(plan);
  plan.coordinates = most_coordinates(plan);
  check_plot(plan);
  plan.sign =
      fmt::format("{:016x}/{}", Digest().add(description(plan, h)).value(), plan.members.count());
  return plan;
}

Options options_with(const SweepPlan& plan, const std::vector<double>& values) {
  Options o = plan.options;
  for (size_t i = 0; i < plan.swept.size(); ++i) {
    const Swept& s = plan.swept[i];
    if (s.place == Place::structure) o.set.emplace_back(s.name, values[i]);
    if (s.place == Place::method) put(o.method, s.key, method_value(s, values[i]));
  }
  return o;
}

std::vector<double> rebuilding_values(const SweepPlan& plan, const std::vector<double>& values) {
  std::vector<double> rebuilding;
  for (size_t i = 0; i < plan.swept.size(); ++i)
    if (plan.swept[i].rebuilds()) rebuilding.push_back(values[i]);
  return rebuilding;
}

}  // namespace ricochet::cli
