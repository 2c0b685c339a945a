#include "ricochet/linear/minimum_degree.hpp"

#include <algorithm>
#include <bit>

namespace ricochet {
namespace {

constexpr std::size_t bits = 64;

std::size_t words_for(std::size_t nodes) { return (nodes + bits - 1) / bits; }
std::uint64_t bit_of(std::uint32_t i) { return std::uint64_t{1} << (i % bits); }

}  // namespace

void MinimumDegree::reserve(std::size_t nodes) {
  for (auto* rows : {&edges_, &given_}) rows->reserve(nodes * words_for(nodes));
  for (auto* flags : {&late_, &done_}) flags->reserve(nodes);
  for (auto* list : {&waits_for_, &first_, &next_, &before_, &bin_}) list->reserve(nodes);
}

void MinimumDegree::begin(std::size_t nodes) {
  nodes_ = nodes;
  words_ = words_for(nodes);
  edges_.assign(nodes * words_, 0);
  for (auto* flags : {&late_, &done_}) flags->assign(nodes, 0);
  waits_for_.assign(nodes, 0);
  for (auto* list : {&first_, &next_, &before_, &bin_}) list->assign(nodes, none);
  lowest_ = 0;
}

void MinimumDegree::join(Node i, Node j) {
  if (i == j) return;
  edges(i)[j / bits] |= bit_of(j);
  edges(j)[i / bits] |= bit_of(i);
}

MinimumDegree::Node MinimumDegree::degree(Node i) const {
  Node count = 0;
  for (std::size_t w = 0; w < words_; ++w)
    count += static_cast<Node>(std::popcount(edges_[i * words_ + w]));
  return count;
}

template <class F>
void MinimumDegree::each(const std::vector<std::uint64_t>& rows, Node i, F&& f) const {
  for (std::size_t w = 0; w < words_; ++w)
    for (std::uint64_t rest = rows[i * words_ + w]; rest != 0; rest &= rest - 1)
      f(static_cast<Node>(w * bits + static_cast<std::size_t>(std::countr_zero(rest))));
}

void MinimumDegree::enter(Node i) {
  const Node list = degree(i);
  bin_[i] = list;
  before_[i] = none;
  next_[i] = first_[list];
  if (next_[i] != none) before_[next_[i]] = i;
  first_[list] = i;
  lowest_ = std::min(lowest_, list);
}

void MinimumDegree::leave(Node i) {
  if (bin_[i] == none) return;
  (before_[i] == none ? first_[bin_[i]] : next_[before_[i]]) = next_[i];
  if (next_[i] != none) before_[next_[i]] = before_[i];
  bin_[i] = none;
}

/// The last one first, so that among equals the first node is the next.
void MinimumDegree::enter_all() {
  for (auto i = static_cast<Node>(nodes_); i-- > 0;) {
    if (late_[i] != 0) each(given_, i, [&](Node j) { waits_for_[i] += late_[j] == 0 ? 1 : 0; });
    if (waits_for_[i] == 0) enter(i);
  }
}

MinimumDegree::Node MinimumDegree::least() {
  while (first_[lowest_] == none) ++lowest_;
  return first_[lowest_];
}

void MinimumDegree::order(EliminationOrder& into) {
  given_ = edges_;
  into.nodes.clear();
  into.neighbours.clear();
  into.begin.assign(1, 0);
  enter_all();
  while (into.nodes.size() < nodes_) {
    const Node node = least();
    leave(node);
    done_[node] = 1;
    const std::size_t before = into.neighbours.size();
    each(edges_, node, [&](Node j) { into.neighbours.push_back(j); });
    into.nodes.push_back(node);
    into.begin.push_back(into.neighbours.size());
    if (into.neighbours.size() - before == nodes_ - into.nodes.size()) return append_rest(into);
    merge_neighbours(node);
    release(node);
  }
}

void MinimumDegree::merge_neighbours(Node node) {
  each(edges_, node, [&](Node j) {
    const bool listed = bin_[j] != none;
    if (listed) leave(j);
    for (std::size_t w = 0; w < words_; ++w) edges(j)[w] |= edges(node)[w];
    edges(j)[j / bits] &= ~bit_of(j);
    edges(j)[node / bits] &= ~bit_of(node);
    if (listed) enter(j);
  });
}

/// Late nodes that waited for this one alone may be next.
void MinimumDegree::release(Node node) {
  if (late_[node] != 0) return;
  each(given_, node, [&](Node j) {
    if (late_[j] != 0 && --waits_for_[j] == 0) enter(j);
  });
}

/// Where each of the rest is a neighbour of each: late ones behind the others.
void MinimumDegree::append_rest(EliminationOrder& into) {
  const std::size_t from = into.nodes.size();
  for (const bool late : {false, true})
    for (Node i = 0; i < nodes_; ++i)
      if (done_[i] == 0 && (late_[i] != 0) == late) into.nodes.push_back(i);
  for (std::size_t k = from; k < nodes_; ++k) {
    for (std::size_t l = k + 1; l < nodes_; ++l) into.neighbours.push_back(into.nodes[l]);
    into.begin.push_back(into.neighbours.size());
  }
}

}  // namespace ricochet
