#include "ricochet/registry.hpp"

#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/stepper_option_rows.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/direct.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "ricochet/steppers/rattle.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

/// The entry of a method: its options are those of the table that its Options, or CommonOptions,
/// have. `base` makes the Options that the name of the entry stands for.
template <class Method, class Base = typename Method::Options (*)()>
StepperEntry entry_of(
    StepperEntry entry, Base base = [] { return typename Method::Options(); }) {
  entry.options = option_names<typename Method::Options, CommonOptions>();
  entry.build = [base](const System& s, const StepperOptions& given) {
    typename Method::Options o = base();
    hand_over(given, o);
    auto stepper = std::make_unique<Method>(s, std::move(o));
    CommonOptions common;
    hand_over(given, common);
    stepper->certify_steps(common.certify);
    return stepper;
  };
  return entry;
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
      entry_of<GeneralizedVariational>(
          {.name = "gvi",
           .summary =
               "impacts, lasting contact, equalities, forces, restitution [KP12] Algorithm 1",
           .why_not = GeneralizedVariational::why_not}),
      entry_of<DiscreteSmooth>(
          {.name = "discrete-smooth",
           .summary = "smooth sliding contact, equalities, forces, no impacts [KP12] (5.6)-(5.9)",
           .why_not = DiscreteSmooth::why_not}),
      entry_of<Collision>(
          {.name = "collision",
           .summary = "impacts located inside the step, discrete energy kept [FMOW03]",
           .why_not = Collision::why_not}),
      entry_of<NonholonomicCollision>(
          {.name = "nonholonomic-collision",
           .summary = "the same with nonholonomic rows and forces [RC25] Theorem 3.1",
           .why_not = NonholonomicCollision::why_not}),
      entry_of<ForcedCollision>(
          {.name = "forced-collision",
           .summary = "the same with forces, restitution and friction [F03] 2.5, [VCI-S]",
           .why_not = ForcedCollision::why_not}),
      entry_of<Direct>(
          {.name = "direct-endpoint",
           .summary = "baseline: midpoint rule, contact forces at the end of the step [KP12] (B.5)",
           .only_rule = "midpoint",
           .why_not = not_plain_and_elastic},
          [] { return Direct::Options{.enforced = Enforced::endpoint}; }),
      entry_of<Direct>(
          {.name = "direct-midpoint",
           .summary = "baseline: midpoint rule, contact forces at its midpoint [KP12] (B.4)",
           .only_rule = "midpoint",
           .why_not = not_plain_and_elastic},
          [] { return Direct::Options{.enforced = Enforced::midpoint}; }),
      entry_of<Newmark>(
          {.name = "newmark",
           .summary = "baseline: Newmark's rule, contact forces at both ends [KP12] (B.8)-(B.9)",
           .why_not = not_plain_and_elastic}),
      entry_of<Newmark>(
          {.name = "imex-newmark",
           .summary = "baseline: Newmark's rule, implicit contact forces [KP12] (B.10)-(B.11)",
           .why_not = not_plain_and_elastic},
          [] { return Newmark::Options{.imex = true}; }),
      entry_of<Hybrid>(
          {.name = "hybrid",
           .summary =
               "every impact located, free steps in between: order 2 through impacts [KP12] 1.3.2",
           .why_not = Hybrid::why_not}),
      entry_of<MoreauJean>({.name = "moreau-jean",
                            .summary = "many contacts: velocity-level time stepping, friction, "
                                       "restitution, forces [AB08]",
                            .why_not = MoreauJean::why_not}),
      entry_of<Rattle>({.name = "rattle",
                        .summary = "nonsmooth RATTLE: friction, restitution, admissible [BCEL24]",
                        .only_rule = "verlet",
                        .why_not = Rattle::why_not}),
      entry_of<Shadow>({.name = "shadow",
                        .summary = "elastic impacts that conserve the energy of the steps: "
                                   "admissible, momentum exact, energy bounded",
                        .why_not = Shadow::why_not}),
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

bool StepperEntry::takes(const std::string& option) const {
  return has_option(option) || (option == "discretization" && !only_rule.empty());
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
  for (const StepperOption& option : all_stepper_options())
    if (!has_option(option.name) && option.is_set(taken))
      throw std::invalid_argument("Stepper '" + name + "' has no option '" + option.name +
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

std::vector<std::string> backend_names() { return names_of(all_backends()); }

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
