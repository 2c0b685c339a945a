#include "ricochet/contact/contact_islands.hpp"

#include <algorithm>

namespace ricochet {
namespace {

/// Adds the blocks of a column.
void add_blocks(const KernelMatrix& from, Index column, const BlockCholesky& inertia,
                std::vector<Index>& to) {
  from.each_in_column(column, [&](Index row, double) {
    const Index block = inertia.block_of(row);
    if (std::find(to.begin(), to.end(), block) == to.end()) to.push_back(block);
  });
}

}  // namespace

ContactIslands::ContactIslands(const ContactTable& contacts, const BlockCholesky& inertia,
                               const ContactGradients& gradients) {
  for (Index block = 0; block < inertia.blocks(); ++block) {
    const auto rows = inertia.rows(block);
    coordinates_.emplace_back(rows.begin(), rows.end());
    root_.push_back(block);
  }
  std::vector<Index> blocks;
  for (Index j = 0; j < gradients.C().columns(); ++j) {
    blocks.clear();
    add_blocks(gradients.C(), j, inertia, blocks);
    for (const Index block : blocks) unite(block, blocks.front());
    constraint_block_.push_back(blocks.empty() ? 0 : blocks.front());
  }
  for (Index i = 0; i < contacts.entries(); ++i) {
    blocks.clear();
    add_blocks(gradients.G(), i, inertia, blocks);
    const auto [first, last] = contacts.tangents_of(i);
    for (Index j = first; j < last; ++j) add_blocks(gradients.T(), j, inertia, blocks);
    touched_.push_back(blocks);
  }
  fixed_root_ = root_;
  island_.resize(root_.size());
}

Index ContactIslands::root_of(Index block) {
  while (root_[at(block)] != block) {
    root_[at(block)] = root_[at(root_[at(block)])];
    block = root_[at(block)];
  }
  return block;
}

/// The island of a block; a new one if it has none yet.
Island& ContactIslands::island_at(Index block) {
  Index& number = island_[at(root_of(block))];
  if (number < 0) {
    number = static_cast<Index>(count_++);
    if (islands_.size() < count_) islands_.emplace_back();
    Island& fresh = islands_[at(number)];
    for (auto* list : {&fresh.contacts, &fresh.blocks, &fresh.coordinates, &fresh.constraints})
      list->clear();
  }
  return islands_[at(number)];
}

void ContactIslands::join(std::span<const Index> contacts) {
  root_ = fixed_root_;
  for (const Index i : contacts)
    for (const Index block : touched_[at(i)]) unite(block, touched_[at(i)].front());
  std::fill(island_.begin(), island_.end(), -1);
  count_ = 0;
  for (const Index i : contacts) island_at(touched_[at(i)].front()).contacts.push_back(i);
  touching_ = count_;
  for (Index block = 0; block < static_cast<Index>(root_.size()); ++block) {
    Island& island = island_at(block);
    island.blocks.push_back(block);
    island.coordinates.insert(island.coordinates.end(), coordinates_[at(block)].begin(),
                              coordinates_[at(block)].end());
  }
  for (size_t j = 0; j < constraint_block_.size(); ++j)
    island_at(constraint_block_[j]).constraints.push_back(static_cast<Index>(j));
}

}  // namespace ricochet
