#pragma once

#include "ricochet/system.hpp"

#include <string>
#include <unordered_set>
#include <vector>

namespace ricochet {

/// Throws std::invalid_argument "System 'bead': what".
[[noreturn]] void refuse(const std::string& system, const std::string& what);

/// The symbols that an expression may contain: entries of some columns and the parameters.
class Known {
 public:
  Known(const SystemSpecification& s, const std::vector<Expr>& allowed, std::string names);
  /// One column alone.
  Known(const Expr& column, std::string names);

  [[nodiscard]] bool has(const casadi::SXElem& symbol) const;
  [[nodiscard]] const std::string& names() const { return names_; }

 private:
  std::string names_;
  std::unordered_set<const casadi::SXNode*> identities_;
};

/// Every free symbol of e must be known; else the message says how to cure it.
void check_symbols(const SystemSpecification& s, const std::string& what, const Expr& e,
                   const Known& known);

/// No constant anywhere inside e may be NaN or infinite.
void check_finite_structure(const SystemSpecification& s, const std::string& what, const Expr& e);

}  // namespace ricochet
