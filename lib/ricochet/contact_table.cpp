#include "ricochet/contact_table.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>
#include <limits>

namespace ricochet {

ContactTable::ContactTable(const Constraints& g) {
  Data data;
  for (const Constraint& row : g) add(row, data);
  data_ = std::make_shared<const Data>(std::move(data));
}

void ContactTable::add(const Constraint& row, Data& data) {
  const auto number = static_cast<Index>(data.row_entries.size());
  const auto first = static_cast<Index>(data.names.size());
  const Index size = row.is_union() ? static_cast<Index>(row.any_of.size()) : 1;
  const auto column = static_cast<Index>(data.tangent_rows.size());
  const Extent tangents = {column, column + static_cast<Index>(row.contact.tangents.size())};
  for (Index i = 0; i < size; ++i) {
    data.names.push_back(row.is_union() ? row.name + "[" + std::to_string(i) + "]" : row.name);
    data.entry_rows.push_back(number);
    data.pieces.push_back(row.is_union() ? 1 : 0);
    data.entry_tangents.push_back(i == 0 ? tangents : Extent{tangents.second, tangents.second});
  }
  data.row_entries.emplace_back(first, first + size);
  data.tangent_rows.insert(data.tangent_rows.end(), row.contact.tangents.size(), number);
  data.tangent_entries.insert(data.tangent_entries.end(), row.contact.tangents.size(), first);
}

Index ContactTable::leading(Index row, const Vector& gaps) const {
  const auto& [first, last] = data_->row_entries[at(row)];
  Index best = first;
  for (Index i = first + 1; i < last; ++i)
    if (!std::isnan(gaps[best]) && !(gaps[i] <= gaps[best])) best = i;
  return best;
}

double ContactTable::smallest(const Vector& gaps, Index* which) const {
  double least = std::numeric_limits<double>::infinity();
  for (Index row = 0; row < rows(); ++row) {
    const Index best = leading(row, gaps);
    if (!(gaps[best] < least || std::isnan(gaps[best]))) continue;
    least = gaps[best];
    if (which) *which = best;
  }
  return least;
}

std::string ContactTable::names(const std::vector<Index>& contacts) const {
  std::vector<std::string> quoted;
  for (const Index i : contacts) quoted.push_back("'" + name(i) + "'");
  return join(quoted);
}

std::string ContactTable::names_where(const Vector& mask) const {
  std::vector<Index> contacts;
  for (Index i = 0; i < mask.size(); ++i)
    if (mask[i] != 0.0) contacts.push_back(i);
  return names(contacts);
}

}  // namespace ricochet
