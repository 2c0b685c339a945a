#pragma once

#include "ricochet/contact/contact_gradients.hpp"
#include "ricochet/contact_table.hpp"
#include "ricochet/linear/block_cholesky.hpp"

#include <span>
#include <vector>

namespace ricochet {

/// A part of a system that nothing outside of it acts on during a step.
struct Island {
  std::vector<Index> contacts = {};     ///< those that take part, entries of g, ascending
  std::vector<Index> blocks = {};       ///< of the inertia
  std::vector<Index> coordinates = {};  ///< of these blocks
  std::vector<Index> constraints = {};  ///< columns of C
};

/// A column of an island out of one of the system, and back.
inline void gather(const std::vector<Index>& places, const Vector& all, Eigen::Ref<Vector> part) {
  for (size_t i = 0; i < places.size(); ++i) part[static_cast<Index>(i)] = all[places[i]];
}
inline void scatter(const std::vector<Index>& places, const Eigen::Ref<const Vector>& part,
                    Vector& all) {
  for (size_t i = 0; i < places.size(); ++i) all[places[i]] = part[static_cast<Index>(i)];
}

/// Which parts of a system act on each other: coordinates that masses, forces, equalities or
/// nonholonomic rows join, and the contacts that take part in a step. Without contacts these are
/// the bodies and what is joined by rods and springs. Structure decides, not numbers, so that the
/// answer is the same in all positions. Its storage never shrinks.
class ContactIslands {
 public:
  ContactIslands(const ContactTable& contacts, const BlockCholesky& inertia,
                 const ContactGradients& gradients);

  /// Joins by these contacts, ascending. Islands with contacts come first, in the order of their
  /// first contacts.
  void join(std::span<const Index> contacts);
  [[nodiscard]] std::span<const Island> all() const { return {islands_.data(), count_}; }
  /// Those with contacts.
  [[nodiscard]] std::span<const Island> touching() const { return {islands_.data(), touching_}; }

 private:
  [[nodiscard]] Index root_of(Index block);
  void unite(Index a, Index b) { root_[at(root_of(a))] = root_of(b); }
  Island& island_at(Index block);
  static size_t at(Index i) { return static_cast<size_t>(i); }

  std::vector<std::vector<Index>> coordinates_;  // of each block
  std::vector<Index> fixed_root_, root_;         // of blocks: before and after contacts join them
  std::vector<Index> constraint_block_;          // a block that each column of C acts on
  std::vector<std::vector<Index>> touched_;      // blocks that each contact acts on
  std::vector<Index> island_;                    // per root
  std::vector<Island> islands_;
  size_t count_ = 0, touching_ = 0;
};

}  // namespace ricochet
