#include "ricochet/constraints.hpp"

#include <algorithm>
#include <utility>

namespace ricochet {

Constraints& Constraints::add(std::string name, const Expr& value, Contact contact) {
  rows_.push_back({.name = std::move(name), .value = value, .contact = std::move(contact)});
  return *this;
}

Constraints& Constraints::add_any(std::string name, std::vector<Expr> pieces, Contact contact) {
  rows_.push_back(
      {.name = std::move(name), .contact = std::move(contact), .any_of = std::move(pieces)});
  return *this;
}

Constraints& Constraints::append(const Constraints& others) {
  rows_.insert(rows_.end(), others.begin(), others.end());
  return *this;
}

std::vector<std::string> Constraints::names() const {
  std::vector<std::string> names;
  for (const Constraint& row : rows_) names.push_back(row.name);
  return names;
}

Expr Constraints::column() const {
  std::vector<Expr> entries;
  for (const Constraint& row : rows_) {
    if (row.is_union())
      entries.insert(entries.end(), row.any_of.begin(), row.any_of.end());
    else
      entries.push_back(row.value);
  }
  return stack(entries);
}

bool Constraints::has_unions() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const Constraint& c) { return c.is_union(); });
}

}  // namespace ricochet
