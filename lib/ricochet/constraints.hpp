#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace ricochet {

/// What happens when an inequality is hit. The default is the conservative law.
struct Contact {
  Expr restitution = 1.0;           ///< e in [0, 1]; a number or a parameter of the system
  Expr friction = 0.0;              ///< Coulomb coefficient >= 0; a number or a parameter
  std::vector<Expr> tangents = {};  ///< n-vectors t(q): tangential velocity of the contact is t^T v
};

/// One named row: f(q) = 0, g(q) >= 0 or omega(q) v = 0.
struct Constraint {
  std::string name;
  Expr value = {};                ///< scalar; unused in a union
  Contact contact = {};           ///< inequalities only
  std::vector<Expr> any_of = {};  ///< a union: admissible while any piece is >= 0; else empty

  [[nodiscard]] bool is_union() const { return !any_of.empty(); }
};

/// Named rows of symbolic constraints, so that every message can say which one.
///
///   Constraints g = {{"floor", y}, {"wall", x}};
///   g.add("ceiling", 3.0 - y, Contact{.restitution = e});
///   g.add_any("tip", {g1, g2});                        // admissible: g1 >= 0 or g2 >= 0
class Constraints {
 public:
  Constraints() = default;
  Constraints(std::initializer_list<Constraint> rows) : rows_(rows) {}

  Constraints& add(std::string name, const Expr& value, Contact contact = {});
  Constraints& add_any(std::string name, std::vector<Expr> pieces, Contact contact = {});
  Constraints& append(const Constraints& others);

  [[nodiscard]] size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] const Constraint& operator[](size_t i) const { return rows_[i]; }
  [[nodiscard]] auto begin() const { return rows_.begin(); }
  [[nodiscard]] auto end() const { return rows_.end(); }

  [[nodiscard]] std::vector<std::string> names() const;
  /// All scalar expressions as a column; a union contributes one entry per piece.
  [[nodiscard]] Expr column() const;
  [[nodiscard]] bool has_unions() const;

 private:
  std::vector<Constraint> rows_;
};

}  // namespace ricochet
