#include "ricochet/io/json_codec.hpp"
#include "ricochet/text/text.hpp"

#include <stdexcept>

namespace ricochet {
namespace {

StepStatus status_of(const JsonReader& in) {
  const std::string name = in.text();
  std::vector<std::string> names;
  for (const StepStatus status : all_statuses()) {
    if (to_string(status) == name) return status;
    names.push_back(to_string(status));
  }
  in.refuse("expected the name of a status" + suggestion(name, names));
}

}  // namespace

Impact JsonReader::impact() const {
  const JsonReader& in = *this;
  return {.t = in["t"].number(),
          .alpha = in["alpha"].number(),
          .q = in["q"].vector(),
          .p_minus = in["p_minus"].vector(),
          .p_plus = in["p_plus"].vector(),
          .constraints = in["constraints"].indices(),
          .impulse = in["impulse"].vector(),
          .friction = in["friction"].vector(),
          .energy_minus = in["energy_minus"].number(),
          .energy_plus = in["energy_plus"].number(),
          .passes = in["passes"].integer(),
          .flagged = in["flagged"].flag()};
}

SolverStatistics JsonReader::statistics() const {
  const JsonReader& in = *this;
  return {.ipopt_solves = in["ipopt_solves"].integer(),
          .ipopt_iterations = in["ipopt_iterations"].integer(),
          .newton_iterations = in["newton_iterations"].integer(),
          .factorizations = in["factorizations"].integer(),
          .set_changes = in["set_changes"].integer(),
          .fallbacks = in["fallbacks"].integer(),
          .enumerations = in["enumerations"].integer()};
}

StepReport JsonReader::report() const {
  const JsonReader& in = *this;
  const JsonReader c = in["certificate"];
  return {.status = status_of(in["status"]),
          .message = in["message"].text(),
          .certificate = {.dynamics = c["dynamics"].number(),
                          .equality = c["equality"].number(),
                          .complementarity = c["complementarity"].number(),
                          .sign = c["sign"].number(),
                          .tangency = c["tangency"].number(),
                          .gap = c["gap"].number(),
                          .friction = c["friction"].number(),
                          .jump = c["jump"].number(),
                          .energy = c["energy"].number(),
                          .branch = c["branch"].number(),
                          .limit = c["limit"].number()},
          .certified = in["certified"].flag(),
          .statistics = in["statistics"].statistics()};
}

Multipliers JsonReader::multipliers() const {
  const JsonReader& in = *this;
  return {.lambda = in["lambda"].vector(),
          .nu = in["nu"].vector(),
          .mu = in["mu"].vector(),
          .xi = in["xi"].vector(),
          .kappa = in["kappa"].vector(),
          .rho = in["rho"].vector(),
          .pi = in["pi"].vector()};
}

FlightRecord JsonReader::flight() const {
  const JsonReader& in = *this;
  return {.begin = in["begin"].number(),
          .tau = in["tau"].number(),
          .impact = in["impact"].integer(),
          .q = in["q"].vector(),
          .p = in["p"].vector(),
          .w = in["w"].vector(),
          .p_end = in["p_end"].vector(),
          .force = in["force"].multipliers(),
          .held = in["held"].indices(),
          .pinned = in["pinned"].indices(),
          .pinned_end = in["pinned_end"].indices(),
          .cut = in["cut"].flag(),
          .finishing = in.has("finishing") && in["finishing"].flag()};
}

ShadowRecord JsonReader::shadow_record() const {
  const JsonReader& in = *this;
  constexpr long stages = 4;
  const long stage = in["stage"].integer();
  if (stage < 0 || stage >= stages) in["stage"].refuse("expected a stage from 0 to 3");
  return {.h = in["h"].number(),
          .initial = in["initial"].number(),
          .energy = in["energy"].number(),
          .debt = in["debt"].number(),
          .jump = in["jump"].number(),
          .jump_before = in["jump_before"].number(),
          .order = static_cast<int>(in["order"].integer()),
          .virtual_steps = static_cast<int>(in["virtual_steps"].integer()),
          .stage = static_cast<ShadowRecord::Stage>(stage),
          .without_root = in["without_root"].integer()};
}

ShadowSummary JsonReader::shadow_summary() const {
  const JsonReader& in = *this;
  return {.initial = in["initial"].number(),
          .error_max = in["error_max"].number(),
          .events = in["events"].integer(),
          .without_root = in["without_root"].integer(),
          .located = in["located"].integer(),
          .landed = in["landed"].integer(),
          .debt_max = in["debt_max"].number(),
          .jump_squares = in["jump_squares"].number(),
          .before_squares = in["before_squares"].number(),
          .order = static_cast<int>(in["order"].integer()),
          .virtual_steps = static_cast<int>(in["virtual_steps"].integer())};
}

Step JsonReader::step() const {
  const JsonReader& in = *this;
  const JsonReader state = in["state"], contacts = in["contacts"];
  Step step{.state = {.t = state["t"].number(),
                      .q = state["q"].finite_vector(),
                      .p = state["p"].finite_vector()},
            .force = in["force"].multipliers(),
            .contacts = {.predicted = contacts["predicted"].indices(),
                         .smooth = contacts["smooth"].indices(),
                         .held = contacts["held"].indices(),
                         .weak = contacts["weak"].indices()},
            .predicted = in["predicted"].vector(),
            .discrete_energy = in["discrete_energy"].number(),
            .report = in["report"].report()};
  if (in.has("shadow")) step.shadow = in["shadow"].shadow_record();
  if (!std::isfinite(step.state.t)) state["t"].refuse("expected a finite number");
  if (step.state.p.size() != step.state.q.size())
    state["p"].refuse("expected as many numbers as in q, " + std::to_string(step.state.q.size()));
  for (const JsonReader& item : in["impacts"].items()) step.impacts.push_back(item.impact());
  for (const JsonReader& item : in["flights"].items()) step.flights.push_back(item.flight());
  for (const JsonReader& item : in["reflections"].items())
    step.reflections.push_back({.set = item["set"].indices(),
                                .passive = item["passive"].indices(),
                                .impulse = item["impulse"].vector()});
  if (in.has("limited"))
    for (const JsonReader& item : in["limited"].items())
      step.limited.push_back(
          {.contact = item["contact"].integer(), .share = item["share"].number()});
  return step;
}

RunSummary JsonReader::summary() const {
  const JsonReader &in = *this, moments = in["moments"];
  RunSummary s{.steps = in["steps"].integer(),
               .energy_initial = in["energy_initial"].number(),
               .energy_final = in["energy_final"].number(),
               .energy_min = in["energy_min"].number(),
               .energy_max = in["energy_max"].number(),
               .work = in["work"].number(),
               .work_initial = in["work_initial"].number(),
               .balance_min = in["balance_min"].number(),
               .balance_max = in["balance_max"].number(),
               .momentum_names = in["momentum_names"].texts(),
               .momentum_initial = in["momentum_initial"].numbers(),
               .momentum_max_error = in["momentum_max_error"].numbers(),
               .gap_min = in["gap_min"].number(),
               .equality_max = in["equality_max"].number(),
               .certificate_max = in["certificate_max"].number(),
               .certified = in["certified"].integer(),
               .impacts = in["impacts"].integer(),
               .flagged_impacts = in["flagged_impacts"].integer(),
               .solver = in["solver"].statistics(),
               .moments = {.count = moments["count"].number(),
                           .t0 = moments["t0"].number(),
                           .sum_t = moments["sum_t"].number(),
                           .sum_E = moments["sum_E"].number(),
                           .sum_tt = moments["sum_tt"].number(),
                           .sum_tE = moments["sum_tE"].number()}};
  if (in.has("shadow")) s.shadow = in["shadow"].shadow_summary();
  if (s.steps < 0) in["steps"].refuse("expected a number of steps >= 0");
  for (const char* list : {"momentum_initial", "momentum_max_error"})
    if (in[list].items().size() != s.momentum_names.size())
      in[list].refuse("expected one number per momentum map, " +
                      std::to_string(s.momentum_names.size()));
  return s;
}

}  // namespace ricochet
