#include "ricochet/checks/system_symbols.hpp"

#include "ricochet/symbols/expression_leaves.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

bool is_entry(const Expr& symbol, const Expr& column) {
  for (casadi_int i = 0; i < column.size1(); ++i)
    if (column(i).element_hash() == symbol.element_hash()) return true;
  return false;
}

/// What to do about a symbol that an expression may not contain. Time and velocities are no
/// parameters. Where they were not given as .t and .v, they are recognised by their names.
std::string cure(const SystemSpecification& s, const Expr& symbol, const Known& known) {
  const std::string name = symbol.name();
  if (is_entry(symbol, s.t))
    return "masses, restitution, friction and momentum maps cannot depend on the time .t. "
           "Potentials, constraints, Lagrangians and forces may";
  if (is_entry(symbol, s.v))
    return "constraints and potentials cannot depend on the velocities .v. A row that is linear in "
           "v belongs into .omega, other terms into .L or .forces";
  std::string parameter = "add it to .parameters = {{\"" + name + "\", " + name + ", value}}";
  if (known.names() == "q, v, t" && (!given(s.v) || !given(s.t)))
    return parameter + ", or give velocities as .v and the time as .t";
  if (name == "t" || name == "time") return parameter + "; if it is the time, give it as .t";
  if (name == "v" || name.rfind("v_", 0) == 0)
    return parameter + "; if it is a velocity, it belongs into .L, .omega and .forces only";
  return parameter;
}

}  // namespace

void refuse(const std::string& system, const std::string& what) {
  throw std::invalid_argument("System '" + system + "': " + what);
}

Known::Known(const SystemSpecification& s, const std::vector<Expr>& allowed, std::string names)
    : Known(stack(allowed), std::move(names)) {
  for (const Parameter& p : s.parameters) identities_.insert(p.symbol.scalar().get());
}

Known::Known(const Expr& column, std::string names) : names_(std::move(names)) {
  for (const casadi::SXElem& symbol : column.nonzeros()) identities_.insert(symbol.get());
}

bool Known::has(const casadi::SXElem& symbol) const { return identities_.count(symbol.get()) > 0; }

void check_symbols(const SystemSpecification& s, const std::string& what, const Expr& e,
                   const Known& known) {
  for (const casadi::SXElem& symbol : ExpressionLeaves(e).symbols)
    if (!known.has(symbol))
      refuse(s.name, what + " contains the symbol '" + symbol.name() + "', which is neither " +
                         known.names() + " nor a parameter; " + cure(s, symbol, known));
}

void check_finite_structure(const SystemSpecification& s, const std::string& what, const Expr& e) {
  for (const double constant : ExpressionLeaves(e).constants)
    if (!std::isfinite(constant))
      refuse(s.name, what + " contains the constant NaN or infinity; check the expression");
}

}  // namespace ricochet
