#include "ricochet/problem/boundary_value.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>
#include <set>
#include <stdexcept>

namespace ricochet {
namespace {

[[noreturn]] void refuse(const BoundaryValue& b, const System& system, const std::string& what) {
  throw std::invalid_argument("Boundary value '" + b.name + "' of '" + system.name() +
                              "': " + what);
}

void check_start_values(const BoundaryValue& b, const System& system) {
  std::set<std::string> names;
  for (const StartValue& value : b.start_values()) {
    const std::string where = "'" + value.name + "': ";
    if (value.name.empty() || !names.insert(value.name).second)
      refuse(b, system, where + "velocities and duration need different names");
    if (!std::isfinite(value.guess) || !std::isfinite(value.least) || !std::isfinite(value.most))
      refuse(b, system, where + "guess and range must be finite");
    if (!(value.least <= value.guess && value.guess <= value.most))
      refuse(b, system,
             where + "the guess " + brief(value.guess) + " must lie in its range [" +
                 brief(value.least) + ", " + brief(value.most) + "]");
  }
  if (!(b.duration.least > 0.0))
    refuse(b, system, "the duration must be positive, not " + brief(b.duration.least) + " s");
}

void check_targets(const BoundaryValue& b, const System& system) {
  for (const Parameter& target : b.targets)
    if (!target.range.contains(target.value))
      refuse(b, system,
             "the target '" + target.name + "' must be " + target.range.expected_of(target.value) +
                 ", not " + brief(target.value));
}

void check_symbols(const BoundaryValue& b, const System& system) {
  const Expr known = stack({b.q, b.v, b.target_symbols(), system.parameter_symbols()});
  if (!known.is_valid_input()) refuse(b, system, "q, v and targets must be columns of symbols");
  const Expr rows = stack({b.end.column(), b.ahead.column()});
  const std::vector<Expr> used = symvar(rows);
  for (const Expr& symbol : used)
    if (!depends_on(known, symbol))
      refuse(b, system,
             "its rows contain the symbol '" + symbol.name() +
                 "', which is neither q, v, a target nor a parameter");
}

}  // namespace

std::vector<StartValue> BoundaryValue::start_values() const {
  std::vector<StartValue> all = velocities;
  all.push_back(duration);
  return all;
}

Index BoundaryValue::unknown_count() const {
  Index count = 0;
  for (const StartValue& value : start_values()) count += value.known() ? 0 : 1;
  return count;
}

Expr BoundaryValue::target_symbols() const {
  std::vector<Expr> symbols;
  for (const Parameter& target : targets) symbols.push_back(target.symbol);
  return stack(symbols);
}

Vector BoundaryValue::target_values() const {
  Vector values(static_cast<Index>(targets.size()));
  for (size_t i = 0; i < targets.size(); ++i) values[static_cast<Index>(i)] = targets[i].value;
  return values;
}

bool BoundaryValue::set_target(const std::string& target, double value) {
  for (Parameter& each : targets)
    if (each.name == target) {
      each.value = value;
      return true;
    }
  return false;
}

void check(const BoundaryValue& b, const System& system) {
  const Index n = system.n(), rows = static_cast<Index>(b.end.size());
  if (b.q.size1() != n || b.v.size1() != n || static_cast<Index>(b.velocities.size()) != n)
    refuse(b, system, "q, v and velocities must have n = " + std::to_string(n) + " entries");
  check_start_values(b, system);
  check_targets(b, system);
  check_symbols(b, system);
  if (rows == 0) refuse(b, system, "it has no end conditions");
  if (rows > b.unknown_count())
    refuse(b, system,
           std::to_string(rows) + " end conditions (" + join(b.end.names()) +
               ") are too many for " + std::to_string(b.unknown_count()) +
               " unknowns of the start");
}

}  // namespace ricochet
