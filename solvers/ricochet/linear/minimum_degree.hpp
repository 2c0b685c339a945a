#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ricochet {

/// The order in which the nodes of a graph are eliminated, and the neighbours that each has then.
struct EliminationOrder {
  std::vector<std::uint32_t> nodes = {};
  std::vector<std::size_t> begin = {};         ///< per place in `nodes`, one more: in `neighbours`
  std::vector<std::uint32_t> neighbours = {};  ///< nodes that are eliminated later
};

/// Orders pivots so that little fills in: the node of least degree is next, and its neighbours
/// become neighbours of each other. A late node waits for its neighbours that are not late. The
/// order is a function of the graph alone.
///
/// Edges are bits: graphs of 10^4 nodes take 25 MB. Storage grows to the largest graph and never
/// shrinks.
class MinimumDegree {
 public:
  using Node = std::uint32_t;

  void reserve(std::size_t nodes);
  /// A graph without edges, whose nodes are not late.
  void begin(std::size_t nodes);
  void join(Node i, Node j);
  void make_late(Node i) { late_[i] = 1; }

  /// Consumes the graph.
  void order(EliminationOrder& into);

 private:
  static constexpr Node none = ~Node{0};

  [[nodiscard]] std::uint64_t* edges(Node i) { return edges_.data() + i * words_; }
  [[nodiscard]] Node degree(Node i) const;
  template <class F>
  void each(const std::vector<std::uint64_t>& rows, Node i, F&& f) const;
  void enter(Node i);
  void leave(Node i);
  void enter_all();
  [[nodiscard]] Node least();
  void merge_neighbours(Node i);
  void release(Node i);
  void append_rest(EliminationOrder& into);

  std::size_t nodes_ = 0, words_ = 0;
  std::vector<std::uint64_t> edges_, given_;  // bits, row by row: now, and of the graph as given
  std::vector<unsigned char> late_, done_;
  std::vector<Node> waits_for_;                    // how many neighbours, per late node
  std::vector<Node> first_, next_, before_, bin_;  // lists of nodes of equal degree
  Node lowest_ = 0;                                // no list below it has a node
};

}  // namespace ricochet
