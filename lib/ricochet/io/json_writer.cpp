#include "ricochet/io/json_codec.hpp"

#include <cmath>

namespace ricochet {
namespace {

using ricochet::encode;

Json encode(const std::vector<Index>& set) {
  Json array = set;
  return array;
}

Json encode(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double x : values) array.push_back(encode(x));
  return array;
}

Json encode(const Certificate& c) {
  return {{"dynamics", encode(c.dynamics)},
          {"equality", encode(c.equality)},
          {"complementarity", encode(c.complementarity)},
          {"sign", encode(c.sign)},
          {"tangency", encode(c.tangency)},
          {"gap", encode(c.gap)},
          {"friction", encode(c.friction)},
          {"jump", encode(c.jump)},
          {"energy", encode(c.energy)},
          {"branch", encode(c.branch)},
          {"limit", encode(c.limit)}};
}

Json encode(const StepReport& report) {
  return {{"status", to_string(report.status)},
          {"message", report.message},
          {"certificate", encode(report.certificate)},
          {"certified", report.certified},
          {"statistics", encode(report.statistics)}};
}

Json encode(const Impact& impact) {
  return {{"t", encode(impact.t)},
          {"alpha", encode(impact.alpha)},
          {"q", encode(impact.q)},
          {"p_minus", encode(impact.p_minus)},
          {"p_plus", encode(impact.p_plus)},
          {"constraints", encode(impact.constraints)},
          {"impulse", encode(impact.impulse)},
          {"friction", encode(impact.friction)},
          {"energy_minus", encode(impact.energy_minus)},
          {"energy_plus", encode(impact.energy_plus)},
          {"f_pow", encode(impact.energy_plus - impact.energy_minus)},  // for people, not read
          {"passes", impact.passes},
          {"flagged", impact.flagged}};
}

Json encode(const Multipliers& force) {
  return {{"lambda", encode(force.lambda)}, {"nu", encode(force.nu)},
          {"mu", encode(force.mu)},         {"xi", encode(force.xi)},
          {"kappa", encode(force.kappa)},   {"rho", encode(force.rho)},
          {"pi", encode(force.pi)}};
}

Json encode(const FlightRecord& flight) {
  return {{"begin", encode(flight.begin)},
          {"tau", encode(flight.tau)},
          {"impact", flight.impact},
          {"q", encode(flight.q)},
          {"p", encode(flight.p)},
          {"w", encode(flight.w)},
          {"p_end", encode(flight.p_end)},
          {"force", encode(flight.force)},
          {"held", encode(flight.held)},
          {"pinned", encode(flight.pinned)},
          {"pinned_end", encode(flight.pinned_end)},
          {"cut", flight.cut},
          {"finishing", flight.finishing}};
}

Json encode(const ReflectionPass& reflection) {
  return {{"set", encode(reflection.set)},
          {"passive", encode(reflection.passive)},
          {"impulse", encode(reflection.impulse)}};
}

template <class Items>
Json encode_all(const Items& items) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(encode(item));
  return array;
}

}  // namespace

Json encode(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0.0 ? "inf" : "-inf";
  return x;
}

Json encode(const Vector& v) { return encode(std::vector<double>(v.begin(), v.end())); }

Json encode(const SolverStatistics& s) {
  return {{"ipopt_solves", s.ipopt_solves},
          {"ipopt_iterations", s.ipopt_iterations},
          {"newton_iterations", s.newton_iterations},
          {"factorizations", s.factorizations},
          {"set_changes", s.set_changes},
          {"fallbacks", s.fallbacks},
          {"enumerations", s.enumerations}};
}

Json encode(const ShadowSummary& s) {
  return {{"initial", encode(s.initial)},
          {"error_max", encode(s.error_max)},
          {"events", s.events},
          {"without_root", s.without_root},
          {"located", s.located},
          {"landed", s.landed},
          {"debt_max", encode(s.debt_max)},
          {"jump_squares", encode(s.jump_squares)},
          {"before_squares", encode(s.before_squares)},
          {"order", s.order},
          {"virtual_steps", s.virtual_steps}};
}

namespace {

Json encode(const ShadowRecord& s) {
  return {{"h", encode(s.h)},
          {"initial", encode(s.initial)},
          {"energy", encode(s.energy)},
          {"debt", encode(s.debt)},
          {"jump", encode(s.jump)},
          {"jump_before", encode(s.jump_before)},
          {"order", s.order},
          {"virtual_steps", s.virtual_steps},
          {"stage", static_cast<int>(s.stage)},
          {"without_root", s.without_root}};
}

}  // namespace

Json encode(const Step& step) {
  Json json = {
      {"state",
       {{"t", encode(step.state.t)}, {"q", encode(step.state.q)}, {"p", encode(step.state.p)}}},
      {"force", encode(step.force)},
      {"impacts", encode_all(step.impacts)},
      {"flights", encode_all(step.flights)},
      {"reflections", encode_all(step.reflections)},
      {"contacts",
       {{"predicted", encode(step.contacts.predicted)},
        {"smooth", encode(step.contacts.smooth)},
        {"held", encode(step.contacts.held)},
        {"weak", encode(step.contacts.weak)}}},
      {"predicted", encode(step.predicted)},
      {"discrete_energy", encode(step.discrete_energy)},
      {"report", encode(step.report)}};
  for (const LimitedRestitution& of : step.limited)
    json["limited"].push_back({{"contact", of.contact}, {"share", encode(of.share)}});
  if (!std::isnan(step.shadow.initial)) json["shadow"] = encode(step.shadow);
  return json;
}

Json encode(const RunSummary& s) {
  Json json = {{"steps", s.steps},
               {"energy_initial", encode(s.energy_initial)},
               {"energy_final", encode(s.energy_final)},
               {"energy_min", encode(s.energy_min)},
               {"energy_max", encode(s.energy_max)},
               {"work", encode(s.work)},
               {"work_initial", encode(s.work_initial)},
               {"balance_min", encode(s.balance_min)},
               {"balance_max", encode(s.balance_max)},
               {"momentum_names", Json(s.momentum_names)},
               {"momentum_initial", encode(s.momentum_initial)},
               {"momentum_max_error", encode(s.momentum_max_error)},
               {"gap_min", encode(s.gap_min)},
               {"equality_max", encode(s.equality_max)},
               {"certificate_max", encode(s.certificate_max)},
               {"certified", s.certified},
               {"impacts", s.impacts},
               {"flagged_impacts", s.flagged_impacts},
               {"solver", encode(s.solver)},
               {"moments",
                {{"count", encode(s.moments.count)},
                 {"t0", encode(s.moments.t0)},
                 {"sum_t", encode(s.moments.sum_t)},
                 {"sum_E", encode(s.moments.sum_E)},
                 {"sum_tt", encode(s.moments.sum_tt)},
                 {"sum_tE", encode(s.moments.sum_tE)}}}};
  if (s.shadow.any()) json["shadow"] = encode(s.shadow);
  return json;
}

Json encode(const SettingList& list) {
  struct Encoder {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool x) const { return x; }
    Json operator()(long x) const { return x; }
    Json operator()(double x) const { return encode(x); }
    Json operator()(const std::string& x) const { return x; }
    Json operator()(const std::vector<double>& x) const { return encode(x); }
  };
  Json object = Json::object();
  for (const auto& [name, value] : list) object[name] = std::visit(Encoder{}, value);
  return object;
}

}  // namespace ricochet
