#include "ricochet/blocks.hpp"

#include "ricochet/text/text.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

casadi::Slice rows_of(Slot slot) {
  return {static_cast<casadi_int>(slot.offset), static_cast<casadi_int>(slot.offset + slot.size)};
}

}  // namespace

void Layout::add(Part part) {
  for (const Part& other : parts_)
    if (!part.name.empty() && other.name == part.name)
      throw std::invalid_argument("a column has two blocks of the name " + in_quotes(part.name) +
                                  "; names must differ");
  if (!part.entries.empty() && static_cast<Index>(part.entries.size()) != part.slot.size)
    throw std::invalid_argument("block " + in_quotes(part.name) + " has " +
                                std::to_string(part.slot.size) + " entries but " +
                                std::to_string(part.entries.size()) + " names for them");
  part.slot.offset = size_;
  size_ += part.slot.size;
  parts_.push_back(std::move(part));
}

Slot Layout::slot(const std::string& name) const {
  std::vector<std::string> names;
  for (const Part& part : parts_) {
    if (part.name == name) return part.slot;
    names.push_back(in_quotes(part.name));
  }
  throw std::invalid_argument("there is no block " + in_quotes(name) + ", only " + join(names));
}

Slot Layout::first(Meaning meaning) const {
  for (const Part& part : parts_)
    if (part.meaning == meaning && part.slot.size > 0) return part.slot;
  return {};
}

std::string Layout::label(Index entry) const {
  for (const Part& part : parts_) {
    const Index row = entry - part.slot.offset;
    if (row < 0 || row >= part.slot.size) continue;
    if (!part.entries.empty())
      return in_quotes(part.entries[static_cast<size_t>(row)]) + " of " + in_quotes(part.name);
    if (part.name.empty()) return "row " + std::to_string(row);
    if (part.slot.size == 1) return in_quotes(part.name);
    return "row " + std::to_string(row) + " of " + in_quotes(part.name);
  }
  return "row " + std::to_string(entry);
}

Column::Column(const Expr& column) { add({.name = {}, .value = column}); }

Column::Column(std::initializer_list<Block> blocks) {
  std::vector<Expr> values;
  for (const Block& block : blocks) {
    const Expr value = stack({block.value});
    layout_.add({.name = block.name,
                 .slot = {.offset = 0, .size = value.size1()},
                 .meaning = block.meaning,
                 .entries = block.entries});
    values.push_back(value);
  }
  all_ = stack(values);
}

Expr Column::part(Slot slot) const { return all_(rows_of(slot), 0); }

void Column::add(const Block& block) {
  const Expr value = stack({block.value});
  layout_.add({.name = block.name,
               .slot = {.offset = 0, .size = value.size1()},
               .meaning = block.meaning,
               .entries = block.entries});
  all_ = stack({all_, value});
}

Expr Column::with(const std::vector<Block>& values) const {
  std::vector<Expr> parts;
  for (const Layout::Part& part : layout_.parts()) {
    Expr value = this->part(part.slot);
    for (const Block& other : values)
      if (other.name == part.name) value = stack({other.value});
    if (value.size1() != part.slot.size)
      throw std::invalid_argument("block " + in_quotes(part.name) + " has " +
                                  std::to_string(part.slot.size) + " entries, not " +
                                  std::to_string(value.size1()));
    parts.push_back(value);
  }
  return stack(parts);
}

}  // namespace ricochet
