#include "ricochet/linear/minimum_degree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using Node = MinimumDegree::Node;
using Edges = std::vector<std::pair<Node, Node>>;

EliminationOrder ordered(MinimumDegree& graph, Node nodes, const Edges& edges,
                         const std::vector<Node>& late = {}) {
  graph.begin(nodes);
  for (const auto& [i, j] : edges) graph.join(i, j);
  for (const Node i : late) graph.make_late(i);
  EliminationOrder order;
  graph.order(order);
  return order;
}

EliminationOrder ordered(Node nodes, const Edges& edges, const std::vector<Node>& late = {}) {
  MinimumDegree graph;
  return ordered(graph, nodes, edges, late);
}

Edges chain(Node nodes) {
  Edges edges;
  for (Node i = 0; i + 1 < nodes; ++i) edges.emplace_back(i, i + 1);
  return edges;
}

size_t place(const EliminationOrder& order, Node node) {
  return static_cast<size_t>(std::find(order.nodes.begin(), order.nodes.end(), node) -
                             order.nodes.begin());
}

TEST(MinimumDegree, eliminates_every_node_once) {
  for (const Node nodes : {0U, 1U, 5U, 64U, 65U, 200U}) {
    std::vector<Node> found = ordered(nodes, chain(nodes)).nodes;
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), nodes);
    for (Node i = 0; i < nodes; ++i) EXPECT_EQ(found[i], i);
  }
}

TEST(MinimumDegree, fills_nothing_in_a_chain_of_any_order) {
  constexpr Node nodes = 150;
  Edges edges;
  for (const auto& [i, j] : chain(nodes)) edges.emplace_back(i * 77 % nodes, j * 77 % nodes);
  EXPECT_EQ(ordered(nodes, edges).neighbours.size(), edges.size());
}

TEST(MinimumDegree, eliminates_the_hub_of_a_wheel_last) {
  constexpr Node nodes = 90;
  Edges spokes;
  for (Node i = 1; i < nodes; ++i) spokes.emplace_back(0, i);
  const EliminationOrder order = ordered(nodes, spokes);
  EXPECT_EQ(order.neighbours.size(), spokes.size());
  EXPECT_GE(place(order, 0), nodes - 2);
}

TEST(MinimumDegree, joins_the_neighbours_of_what_is_eliminated) {
  const EliminationOrder ring = ordered(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_EQ(ring.neighbours.size(), 5U) << "one edge fills in";
}

TEST(MinimumDegree, lets_late_nodes_wait_for_the_neighbours_that_they_were_given) {
  // A chain of positions 0 - 1 - 2 - 3; constraint 4 of 0 and 1, constraint 5 of 3.
  const Edges edges{{0, 1}, {1, 2}, {2, 3}, {0, 4}, {1, 4}, {3, 5}};
  const EliminationOrder order = ordered(6, edges, {4, 5});
  EXPECT_LT(place(order, 0), place(order, 4));
  EXPECT_LT(place(order, 1), place(order, 4));
  EXPECT_LT(place(order, 3), place(order, 5));
  EXPECT_LT(ordered(6, edges).neighbours.size(), order.neighbours.size() + 1) << "not for nothing";
}

TEST(MinimumDegree, knows_a_graph_of_late_nodes_alone) {
  EXPECT_EQ(ordered(3, chain(3), {0, 1, 2}).nodes.size(), 3U);
}

TEST(MinimumDegree, orders_a_graph_alike_whatever_it_ordered_before) {
  MinimumDegree graph;
  const Edges edges{{0, 5}, {5, 2}, {2, 7}, {7, 1}, {1, 0}, {3, 4}, {4, 6}};
  const EliminationOrder first = ordered(graph, 8, edges, {6});
  (void)ordered(graph, 100, chain(100), {50, 51});
  const EliminationOrder again = ordered(graph, 8, edges, {6});
  EXPECT_EQ(first.nodes, again.nodes);
  EXPECT_EQ(first.neighbours, again.neighbours);
  EXPECT_EQ(first.begin, again.begin);
}

}  // namespace
}  // namespace ricochet
