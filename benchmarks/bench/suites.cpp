#include "bench/suites.hpp"

#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

constexpr const char* size_name = "n";  // what problems call their size
constexpr const char* every_suite = "full";
constexpr double friction = 0.3;  // where a suite asks for it and the problem leaves it open

/// How many of these kinds a problem has: equalities, nonholonomic rows, contacts that last,
/// contacts to be hit.
int kinds(const Facts& f) {
  return (f.equalities > 0 ? 1 : 0) + (f.nonholonomic > 0 ? 1 : 0) + (f.sliding > 0 ? 1 : 0) +
         (f.inequalities > f.sliding ? 1 : 0);
}

const StructuralParameter* size_of(const ProblemEntry& entry) {
  for (const StructuralParameter& p : entry.structure)
    if (p.name == size_name) return &p;
  return nullptr;
}

Index constraints(const Problem& problem) { return problem.system.m() + problem.system.k(); }

/// The assignments that a problem leaves open: it has the parameter, and its value is 0.
std::vector<std::pair<std::string, double>> open_ones(
    const std::vector<std::pair<std::string, double>>& set, const System& system) {
  std::vector<std::pair<std::string, double>> open;
  const std::vector<std::string> names = system.parameter_names();
  for (const auto& [name, value] : set)
    if (std::find(names.begin(), names.end(), name) != names.end() && system.parameter(name) == 0.0)
      open.emplace_back(name, value);
  return open;
}

/// The case of a problem with `bodies` bodies. The problem's own number is not set.
BenchCase sized(BenchCase made, const StructuralParameter& size, int bodies) {
  made.size = bodies;
  if (bodies != size.value) made.set.emplace_back(size.name, bodies);
  return made;
}

/// The sizes of the suite that the problem has.
std::vector<int> sizes_of(const Suite& suite, const StructuralParameter& size) {
  if (suite.sizes.empty()) return {size.value};
  std::vector<int> sizes;
  for (const int bodies : suite.sizes)
    if (bodies == own_size)
      sizes.push_back(size.value);
    else if (bodies >= size.least && bodies <= size.most)
      sizes.push_back(bodies);
  return sizes;
}

Candidate candidate(const ProblemEntry& entry, const Problem& problem, const System& system) {
  const StructuralParameter* size = size_of(entry);
  return {.facts = facts_of(system, problem.start(system)),
          .reported = !problem.reported.empty(),
          .grows = size && size->least < size->value &&
                   constraints(entry.make({{size_name, size->least}})) < constraints(problem),
          .most = size ? size->most : 0};
}

}  // namespace

std::string BenchCase::name() const {
  std::string text = problem;
  for (const auto& [parameter, value] : set) text += " " + parameter + "=" + brief(value);
  return text;
}

const std::vector<Suite>& all_suites() {
  static const std::vector<Suite> suites = {
      {"multi", "two constraints or more",
       [](const Candidate& c) { return c.facts.inequalities + c.facts.equalities >= 2; }},
      {"touching",
       "simultaneous impacts: contacts closed at the start that move each other",
       [](const Candidate& c) { return c.facts.coupled > 0; },
       {2, 3, 5, 10, 20, 50, 100}},
      {"sliding", "lasting contact from the start",
       [](const Candidate& c) { return c.facts.sliding > 0; }},
      {"bilateral", "equalities", [](const Candidate& c) { return c.facts.equalities > 0; }},
      {"impacts", "contacts to be hit",
       [](const Candidate& c) { return c.facts.inequalities > c.facts.sliding; }},
      {"mixed", "two or more of: equalities, nonholonomic rows, lasting contacts, contacts to hit",
       [](const Candidate& c) { return kinds(c.facts) >= 2; }},
      {"nonholonomic", "constraints on velocities",
       [](const Candidate& c) { return c.facts.nonholonomic > 0; }},
      {.name = "frictional",
       .summary = "friction above 0; 0.3 where a problem leaves it open",
       .has = [](const Candidate& c) { return c.facts.frictional; },
       .sizes = {own_size, 20},
       .set = {{"friction", friction}}},
      {"degenerate",
       "dependent gradients at the start (redundant, squeezed), doubled inequalities, or more "
       "constraints than coordinates",
       [](const Candidate& c) {
         return c.facts.redundant > 0 || c.facts.duplicated > 0 ||
                c.facts.inequalities + c.facts.equalities > c.facts.coordinates;
       }},
      {"scaling",
       "the larger, the more constraints",
       [](const Candidate& c) { return c.grows; },
       {5, 10, 20, 50, 100, 200}},
      {"large",
       "neighbours alone act on each other, thousands of them",
       [](const Candidate& c) { return c.most >= 1000; },
       {100, 200, 500, 1000, 2000, 5000, 10000}},
      {.name = "contacts",
       .summary = "rough contacts along bodies that are joined, more and more of them",
       .has =
           [](const Candidate& c) {
             return c.grows && c.facts.frictional && c.facts.equalities > 0;
           },
       .sizes = {30, 60, 100, 200, 300}},
      {.name = "reported",
       .summary = "what users of other engines reported, small and large, to the end",
       .has = [](const Candidate& c) { return c.reported; },
       .sizes = {own_size, 50},
       .limits = {.steps = std::nullopt, .seconds = 60.0},
       .tells = true},
      {"all", "every problem", [](const Candidate&) { return true; }},
  };
  return suites;
}

const Suite& find_suite(const std::string& name) {
  std::vector<std::string> names{every_suite};
  for (const Suite& suite : all_suites()) {
    if (suite.name == name) return suite;
    names.push_back(suite.name);
  }
  throw std::invalid_argument("there is no suite '" + name + "'" + suggestion(name, names));
}

std::vector<Suite> find_suites(const std::string& list) {
  if (list == every_suite) return all_suites();
  std::vector<Suite> suites;
  std::istringstream words(list);
  for (std::string name; std::getline(words, name, ',');) suites.push_back(find_suite(name));
  if (suites.empty()) suites.push_back(find_suite(list));
  return suites;
}

std::vector<BenchCase> cases_of(const Suite& suite, const std::vector<ProblemEntry>& problems) {
  std::vector<BenchCase> cases;
  for (const ProblemEntry& entry : problems) {
    const Problem problem = entry.make();
    BenchCase made{.problem = entry.name, .set = open_ones(suite.set, problem.system)};
    System system = problem.system;
    for (const auto& [name, value] : made.set) system = system.with(name, value);
    if (!suite.has(candidate(entry, problem, system))) continue;
    const StructuralParameter* size = size_of(entry);
    if (!size)
      cases.push_back(made);
    else
      for (const int bodies : sizes_of(suite, *size)) cases.push_back(sized(made, *size, bodies));
  }
  return cases;
}

}  // namespace ricochet::cli
