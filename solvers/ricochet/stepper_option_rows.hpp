#pragma once

#include "ricochet/option_notation.hpp"
#include "ricochet/registry.hpp"

#include <tuple>
#include <type_traits>
#include <utility>

namespace ricochet {

// The table of options, one row per option. A row finds its member by name in every struct that has
// it: in StepperOptions and in the Options of the steppers. Everything else about an option is
// derived from its row. To add an option: a member in the stepper's Options, the same in
// StepperOptions, a row here.

/// A row: name, help, member, how its value is written, and its key where that is not its name.
template <class Member, class Written>
struct OptionRow {
  const char* name;
  const char* help;
  Member member;
  Written written;
  const char* key;

  OptionRow(const char* named, const char* helps, Member reaches, Written as,
            const char* stored = nullptr)
      : name(named),
        help(helps),
        member(reaches),
        written(std::move(as)),
        key(stored ? stored : named) {}

  template <class Options>
  static constexpr bool fits = std::is_invocable_v<const Member&, Options&>;
};

/// The energy of a word. The table keeps the word, because expressions must not outlive main.
inline Energy make_energy(const std::string& word) {
  return choice_of(word, {"continuous", "numerical"}) == 0 ? Energy::continuous : Energy::numerical;
}

inline const auto& stepper_option_rows() {
  static const auto rows = std::make_tuple(
      OptionRow(
          "discretization", "midpoint, verlet, left or gamma:G",
          [](auto& o) -> decltype((o.discretization)) { return o.discretization; },
          Named<Discretization>{
              "RULE", make_discretization, {"midpoint", "verlet", "left", "gamma:"}},
          "lagrangian"),
      OptionRow(
          "backend", "solver of the step problems, see `ricochet list`",
          [](auto& o) -> decltype((o.backend)) { return o.backend; },
          Named<Backend>{"NAME", make_backend, backend_names()}),
      OptionRow(
          "reflection", "rule of simultaneous impacts",
          [](auto& o) -> decltype((o.reflection)) { return o.reflection; },
          Choice<Reflection>{
              {{"generalized", Reflection::generalized}, {"moreau", Reflection::moreau}}}),
      OptionRow(
          "energy", "what a reflection conserves",
          [](auto& o) -> decltype((o.energy)) { return o.energy; },
          Named<Energy>{"WORD", make_energy, {"continuous", "numerical"}}),
      OptionRow(
          "predictor", "the predicted position obeys equalities or not",
          [](auto& o) -> decltype((o.predictor)) { return o.predictor; },
          Choice<Predictor>{{{"free", Predictor::free}, {"bilateral", Predictor::bilateral}}}),
      OptionRow(
          "strict", "a step that lands on a constraint is not yet an impact",
          [](auto& o) -> decltype((o.strict)) { return o.strict; }, Flag{.usual = false}),
      OptionRow(
          "gradients", "where, or whose, constraint gradients act",
          [](auto& o) -> decltype((o.gradients)) { return o.gradients; },
          Choice<Gradients>{{{"start", Gradients::start},
                             {"predictor", Gradients::predictor},
                             {"active", Gradients::active},
                             {"all", Gradients::all}}}),
      OptionRow(
          "projection", "do not project the momenta onto the constraints",
          [](auto& o) -> decltype((o.projection)) { return o.projection; }, Flag{.usual = true}),
      OptionRow(
          "newmark", "parameters of newmark and imex-newmark",
          [](auto& o) -> decltype((o.newmark)) { return o.newmark; }, BetaGamma{}),
      OptionRow(
          "max_events", "impacts in one step, then it fails or settles",
          [](auto& o) -> decltype((o.max_events)) { return o.max_events; }, Count{.least = 1}),
      OptionRow(
          "slow_impact", "an impact too slow for the discrete energy",
          [](auto& o) -> decltype((o.slow_impact)) { return o.slow_impact; },
          Choice<SlowImpact>{{{"fail", SlowImpact::fail},
                              {"restitution", SlowImpact::restitution},
                              {"contact", SlowImpact::contact}}}),
      OptionRow(
          "law", "what an impact does", [](auto& o) -> decltype((o.law)) { return o.law; },
          Choice<Law>{{{"elastic", Law::elastic},
                       {"beta", Law::beta},
                       {"newton", Law::newton},
                       {"coulomb", Law::coulomb},
                       {"moreau", Law::moreau},
                       {"plastic", Law::plastic}}}),
      OptionRow(
          "rest_energy",
          "contacts that part with less stay closed; 1: the energy of one length per time",
          [](auto& o) -> decltype((o.rest_energy)) { return o.rest_energy; },
          Number{.value = "FRACTION", .range = Range::at_least(0.0)}),
      OptionRow(
          "form", "plus: forward in time, minus: backward",
          [](auto& o) -> decltype((o.form)) { return o.form; },
          Choice<Form>{{{"plus", Form::plus}, {"minus", Form::minus}}}),
      OptionRow(
          "placement", "where an impact is reflected",
          [](auto& o) -> decltype((o.placement)) { return o.placement; },
          Choice<Placement>{{{"grid", Placement::grid}, {"located", Placement::located}}}),
      OptionRow(
          "energy_order",
          "2, 4 or 6: order of the shadow energy that impacts conserve; else chosen by size",
          [](auto& o) -> decltype((o.energy_order)) { return o.energy_order; },
          Count{.least = 2, .value = "ORDER"}),
      OptionRow(
          "virtual_steps", "take the shadow energy of K virtual steps in place of a closed form",
          [](auto& o) -> decltype((o.virtual_steps)) { return o.virtual_steps; },
          Count{.least = 1, .value = "K"}, "virtual"),
      OptionRow(
          "anchor", "share of its error that an impact takes from the shadow energy, 0 to 1",
          [](auto& o) -> decltype((o.anchor)) { return o.anchor; },
          Number{.value = "KAPPA", .range = Range::within(0.0, 1.0)}),
      OptionRow(
          "certify", "certify the equations of a step only, not the step as a whole",
          [](auto& o) -> decltype((o.certify)) { return o.certify; }, Flag{.usual = true}));
  return rows;
}

/// Calls visit(row) for every row.
template <class Visit>
void for_each_stepper_option(Visit visit) {
  std::apply([&](const auto&... row) { (visit(row), ...); }, stepper_option_rows());
}

/// The names of the options that a stepper with these Options has.
template <class... Options>
std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for_each_stepper_option([&](const auto& row) {
    if ((std::decay_t<decltype(row)>::template fits<Options> || ...)) names.emplace_back(row.name);
  });
  return names;
}

/// Copies the options that are set to the Options of a stepper.
template <class Options>
void hand_over(const StepperOptions& given, Options& o) {
  for_each_stepper_option([&](const auto& row) {
    if constexpr (std::decay_t<decltype(row)>::template fits<Options>)
      if (const auto& value = row.member(given)) row.member(o) = *value;
  });
}

}  // namespace ricochet
