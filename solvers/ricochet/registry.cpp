#include "ricochet/registry.hpp"

#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/direct.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "ricochet/steppers/rattle.hpp"
#include "ricochet/steppers/requirements.hpp"
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

template <Enforced Where>
std::unique_ptr<Stepper> make_direct(const System& s, const StepperOptions& given) {
  Direct::Options o{.enforced = Where};
  take(given.backend, o.backend);
  return std::make_unique<Direct>(s, std::move(o));
}

template <bool Imex>
std::unique_ptr<Stepper> make_newmark(const System& s, const StepperOptions& given) {
  Newmark::Options o{.imex = Imex};
  take(given.newmark, o.newmark);
  take(given.backend, o.backend);
  return std::make_unique<Newmark>(s, std::move(o));
}

std::unique_ptr<Stepper> make_hybrid(const System& s, const StepperOptions& given) {
  Hybrid::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  take(given.reflection, o.reflection);
  take(given.energy, o.energy);
  take(given.max_events, o.max_events);
  return std::make_unique<Hybrid>(s, std::move(o));
}

std::unique_ptr<Stepper> make_collision(const System& s, const StepperOptions& given) {
  Collision::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  take(given.slow_impact, o.slow_impact);
  take(given.max_events, o.max_events);
  return std::make_unique<Collision>(s, std::move(o));
}

std::unique_ptr<Stepper> make_forced(const System& s, const StepperOptions& given) {
  ForcedCollision::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  if (given.law) o.law = given.law;
  take(given.slow_impact, o.slow_impact);
  take(given.max_events, o.max_events);
  return std::make_unique<ForcedCollision>(s, std::move(o));
}

std::unique_ptr<Stepper> make_nonholonomic(const System& s, const StepperOptions& given) {
  NonholonomicCollision::Options o;
  take(given.discretization, o.discretization);
  take(given.backend, o.backend);
  take(given.form, o.form);
  take(given.slow_impact, o.slow_impact);
  take(given.max_events, o.max_events);
  return std::make_unique<NonholonomicCollision>(s, std::move(o));
}

/// For methods whose only option is the backend.
template <class Method>
std::unique_ptr<Stepper> make_plain(const System& s, const StepperOptions& given) {
  typename Method::Options o;
  take(given.backend, o.backend);
  return std::make_unique<Method>(s, std::move(o));
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
  if (o.newmark) names.emplace_back("newmark");
  if (o.max_events) names.emplace_back("max_events");
  if (o.slow_impact) names.emplace_back("slow_impact");
  if (o.law) names.emplace_back("law");
  if (o.form) names.emplace_back("form");
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
      {.name = "gvi",
       .summary =
           "impacts, lasting contact, equalities: generalized reflections [KP12] Algorithm 1",
       .options = {"discretization", "backend", "reflection", "energy", "predictor", "strict",
                   "gradients"},
       .why_not = not_plain_and_elastic,
       .build = make_gvi},
      {.name = "discrete-smooth",
       .summary = "smooth sliding contact and equalities, no impacts [KP12] (5.6)-(5.9)",
       .options = {"discretization", "backend", "gradients", "projection"},
       .why_not = not_plain_and_elastic,
       .build = make_discrete_smooth},
      {.name = "collision",
       .summary = "impacts located inside the step, discrete energy kept [FMOW03]",
       .options = {"discretization", "backend", "slow_impact", "max_events"},
       .why_not = Collision::why_not,
       .build = make_collision},
      {.name = "nonholonomic-collision",
       .summary = "the same with nonholonomic rows [RC25] Theorem 3.1",
       .options = {"discretization", "backend", "form", "slow_impact", "max_events"},
       .why_not = NonholonomicCollision::why_not,
       .build = make_nonholonomic},
      {.name = "forced-collision",
       .summary = "the same with forces, restitution and friction [F03] 2.5, [VCI-S]",
       .options = {"discretization", "backend", "law", "slow_impact", "max_events"},
       .why_not = ForcedCollision::why_not,
       .build = make_forced},
      {.name = "direct-endpoint",
       .summary = "baseline: midpoint rule, contact forces at the end of the step [KP12] (B.5)",
       .options = {"backend"},
       .only_rule = "midpoint",
       .why_not = not_plain_and_elastic,
       .build = make_direct<Enforced::endpoint>},
      {.name = "direct-midpoint",
       .summary = "baseline: midpoint rule, contact forces at its midpoint [KP12] (B.4)",
       .options = {"backend"},
       .only_rule = "midpoint",
       .why_not = not_plain_and_elastic,
       .build = make_direct<Enforced::midpoint>},
      {.name = "newmark",
       .summary = "baseline: Newmark's rule, contact forces at both ends [KP12] (B.8)-(B.9)",
       .options = {"backend", "newmark"},
       .why_not = not_plain_and_elastic,
       .build = make_newmark<false>},
      {.name = "imex-newmark",
       .summary = "baseline: Newmark's rule, implicit contact forces [KP12] (B.10)-(B.11)",
       .options = {"backend", "newmark"},
       .why_not = not_plain_and_elastic,
       .build = make_newmark<true>},
      {.name = "hybrid",
       .summary = "baseline: every impact located, free steps in between [KP12] 1.3.2",
       .options = {"discretization", "backend", "reflection", "energy", "max_events"},
       .why_not = not_plain_and_elastic,
       .build = make_hybrid},
      {.name = "moreau-jean",
       .summary = "baseline: velocity-level time stepping, restitution [AB08]",
       .options = {"backend"},
       .why_not = not_plain_and_frictionless,
       .build = make_plain<MoreauJean>},
      {.name = "rattle",
       .summary = "baseline: nonsmooth RATTLE, restitution [BCEL24]",
       .options = {"backend"},
       .only_rule = "verlet",
       .why_not = not_plain_and_frictionless,
       .build = make_plain<Rattle>},
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

bool StepperEntry::has_option(const std::string& option) const {
  return std::find(options.begin(), options.end(), option) != options.end();
}

StepperOptions StepperEntry::suited(const Discretization& d) const {
  StepperOptions options_for;
  if (has_option("discretization")) options_for.discretization = d;
  return options_for;
}

namespace {

/// "; gvi, rattle can", or nothing where no method can.
std::string those_that_can(const System& s) {
  std::vector<std::string> names;
  for (const StepperEntry& e : all_steppers())
    if (e.why_not(s).empty()) names.push_back(e.name);
  return names.empty() ? "; no stepper can" : "; " + join(names) + " can";
}

}  // namespace

std::unique_ptr<Stepper> StepperEntry::make(const System& system,
                                            const StepperOptions& given) const {
  StepperOptions taken = given;
  if (taken.discretization && !only_rule.empty()) {
    if (taken.discretization->name() != only_rule)
      throw std::invalid_argument("Stepper '" + name + "' stands for the discretization '" +
                                  only_rule + "' and takes no other, not '" +
                                  taken.discretization->name() + "'");
    taken.discretization.reset();
  }
  for (const std::string& option : names_set(taken))
    if (!has_option(option))
      throw std::invalid_argument("Stepper '" + name + "' has no option '" + option +
                                  "' (it has: " + join(options) + ")");
  if (const std::string reason = why_not(system); !reason.empty())
    require(system, name, reason + those_that_can(system));
  return build(system, taken);
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
