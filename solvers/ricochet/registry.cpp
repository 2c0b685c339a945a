#include "ricochet/registry.hpp"

#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

template <class T>
void take(const std::optional<T>& given, T& option) {
  if (given) option = *given;
}

std::unique_ptr<Stepper> make_discrete_smooth(const System& s, const StepperOptions& given) {
  DiscreteSmooth::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  take(given.gradients, o.gradients);
  take(given.projection, o.projection);
  return std::make_unique<DiscreteSmooth>(s, std::move(o));
}

std::unique_ptr<Stepper> make_gvi(const System& s, const StepperOptions& given) {
  GeneralizedVariational::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  take(given.reflection, o.reflection);
  take(given.energy, o.energy);
  take(given.predictor, o.predictor);
  take(given.strict, o.strict);
  take(given.gradients, o.gradients);
  return std::make_unique<GeneralizedVariational>(s, std::move(o));
}

std::vector<std::string> names_set(const StepperOptions& o) {
  std::vector<std::string> names;
  if (o.discretization) names.emplace_back("discretization");
  if (o.backend) names.emplace_back("backend");
  if (o.reflection) names.emplace_back("reflection");
  if (o.energy) names.emplace_back("energy");
  if (o.predictor) names.emplace_back("predictor");
  if (o.strict) names.emplace_back("strict");
  if (o.gradients) names.emplace_back("gradients");
  if (o.projection) names.emplace_back("projection");
  return names;
}

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& e : entries) names.push_back(e.name);
  return names;
}

template <class Entry>
const Entry& find(const std::vector<Entry>& entries, const std::string& kind,
                  const std::string& name) {
  for (const Entry& e : entries)
    if (e.name == name) return e;
  throw std::invalid_argument("Unknown " + kind + " '" + name + "'" +
                              suggestion(name, names_of(entries)));
}

}  // namespace

const std::vector<StepperEntry>& all_steppers() {
  static const std::vector<StepperEntry> entries = {
      {"gvi",
       "impacts, lasting contact, equalities: generalized reflections [KP12] Algorithm 1",
       {"discretization", "backend", "reflection", "energy", "predictor", "strict", "gradients"},
       make_gvi},
      {"discrete-smooth",
       "smooth sliding contact and equalities, no impacts [KP12] (5.6)-(5.9)",
       {"discretization", "backend", "gradients", "projection"},
       make_discrete_smooth},
  };
  return entries;
}

const std::vector<BackendEntry>& all_backends() {
  static const std::vector<BackendEntry> entries = {
      {"ipopt", "IPOPT, then crossover to the exact active set", [] { return ipopt(); }},
      {"newton", "native active-set Newton from the predictor", [] { return newton(); }},
      {"automatic", "newton, and ipopt where its answer is not certified",
       [] { return automatic(); }},
      {"audit", "ipopt and newton, failing where they disagree", [] { return audit(); }},
  };
  return entries;
}

std::unique_ptr<Stepper> StepperEntry::make(const System& system,
                                            const StepperOptions& given) const {
  for (const std::string& option : names_set(given))
    if (std::find(options.begin(), options.end(), option) == options.end())
      throw std::invalid_argument("Stepper '" + name + "' has no option '" + option +
                                  "' (it has: " + join(options) + ")");
  return build(system, given);
}

const StepperEntry& find_stepper(const std::string& name) {
  return find(all_steppers(), "stepper", name);
}

std::unique_ptr<Stepper> make_stepper(const std::string& name, const System& system,
                                      const StepperOptions& options) {
  return find_stepper(name).make(system, options);
}

Backend make_backend(const std::string& name) {
  return find(all_backends(), "backend", name).make();
}

Discretization make_discretization(const std::string& name) {
  if (name == "midpoint") return midpoint();
  if (name == "verlet") return verlet();
  if (name == "left") return left_point();
  if (name.rfind("gamma:", 0) == 0) {
    char* end = nullptr;
    const double gamma = std::strtod(name.c_str() + 6, &end);
    if (end != name.c_str() + 6 && *end == '\0') return gamma_rule(gamma);
    throw std::invalid_argument("Discretization '" + name +
                                "': expected gamma:G with a number G in [0, 1]");
  }
  throw std::invalid_argument("Unknown discretization '" + name + "'" +
                              suggestion(name, {"midpoint", "verlet", "left", "gamma:0.5"}));
}

}  // namespace ricochet
