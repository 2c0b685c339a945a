#include "ricochet/symbols/casadi_eigen.hpp"

#include <casadi/core/calculus.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using Element = casadi::SXElem;
constexpr casadi_int few = 64;  // rows

/// Numbers of nodes, by open addressing: expressions have millions of them.
class NodeNumbers {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t find(const casadi::SXNode* node) const {
    return slots_[place(node)].number;
  }
  void add(const casadi::SXNode* node, std::uint32_t number) {
    if (2 * ++used_ > slots_.size()) grow();
    slots_[place(node)] = {node, number};
  }

 private:
  struct Slot {
    const casadi::SXNode* node = nullptr;
    std::uint32_t number = none;
  };
  /// Where a node is, or else where it would be.
  [[nodiscard]] size_t place(const casadi::SXNode* node) const {
    size_t at = (reinterpret_cast<std::uintptr_t>(node) >> 4) * 0x9e3779b97f4a7c15 >> 20;
    for (at &= slots_.size() - 1; slots_[at].node && slots_[at].node != node;)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.node) slots_[place(slot.node)] = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  size_t used_ = 0;
};

/// Differentiates expressions backwards, one after the other. Nodes are numbered: those that a node
/// is made of, its parts, before it, and the symbols of x first.
class RowGradients {
 public:
  RowGradients(const Expr& rows, const Expr& x);

  /// False if a node is a call of a function, whose derivative is not known here.
  [[nodiscard]] bool known() const { return known_; }
  /// Calls f(column, derivative) for the symbols of x that a row depends on, columns ascending.
  template <class F>
  void each(const Element& row, F&& f);

 private:
  using Number = std::uint32_t;
  struct Node {
    Element value = {};
    std::array<Number, 2> parts = {};
    int count = 0;  // parts
    bool varies = false;
    Number slopes = NodeNumbers::none;  // where the derivatives by its parts are
    Number row = 0;                     // the last one that it was met in
  };
  void walk(const Element& root);
  bool open_part();
  Number place(Node&& node);
  void collect(Number root);
  const std::array<Element, 2>& slopes(Node& node);

  std::vector<Node> nodes_;
  NodeNumbers numbers_;
  std::vector<Node> open_;  // nodes whose parts are being placed: `count` of them are
  std::vector<std::array<Element, 2>> slopes_;
  std::vector<Element> seeds_;  // per node met: derivative of the row by it
  std::vector<Number> met_, seed_of_;
  Number columns_, row_ = 0;
  bool known_ = true;
};

RowGradients::RowGradients(const Expr& rows, const Expr& x)
    : columns_(static_cast<Number>(x.nnz())) {
  for (const Element& symbol : x.nonzeros()) place({.value = symbol, .varies = true});
  for (const Element& row : rows.nonzeros()) walk(row);
  seed_of_.resize(nodes_.size());
}

RowGradients::Number RowGradients::place(Node&& node) {
  const auto number = static_cast<Number>(nodes_.size());
  numbers_.add(node.value.get(), number);
  for (int i = 0; i < node.count; ++i)
    node.varies = node.varies || nodes_[node.parts[static_cast<size_t>(i)]].varies;
  nodes_.push_back(std::move(node));
  return number;
}

/// In depth.
void RowGradients::walk(const Element& root) {
  if (numbers_.find(root.get()) != NodeNumbers::none) return;
  open_.push_back({.value = root});
  while (!open_.empty())
    if (!open_part()) {
      place(std::move(open_.back()));
      open_.pop_back();
    }
}

/// Opens the next part of the last open node that has no number. False if there is none.
bool RowGradients::open_part() {
  Node& node = open_.back();
  const Element& e = node.value;
  known_ = known_ && !e.is_call() && !e.has_output() && !e.is_output();
  const auto parts = static_cast<int>(known_ && !e.is_leaf() ? e.n_dep() : 0);
  while (node.count < parts) {
    const Element part = e.dep(node.count);
    const Number number = numbers_.find(part.get());
    if (number == NodeNumbers::none) {
      open_.push_back({.value = part});
      return true;
    }
    node.parts[static_cast<size_t>(node.count++)] = number;
  }
  return false;
}

const std::array<Element, 2>& RowGradients::slopes(Node& node) {
  if (node.slopes == NodeNumbers::none) {
    node.slopes = static_cast<Number>(slopes_.size());
    slopes_.emplace_back();
    const Element &first = nodes_[node.parts.front()].value,
                  &last = nodes_[node.parts[node.count > 1 ? 1 : 0]].value;
    casadi::casadi_math<Element>::der(static_cast<unsigned char>(node.value.op()), first, last,
                                      node.value, slopes_.back().data());
  }
  return slopes_[node.slopes];
}

/// met_: the nodes that vary below a row, descending, so that a node comes before its parts.
void RowGradients::collect(Number root) {
  met_.clear();
  ++row_;
  const auto meet = [this](Number i) {
    if (!nodes_[i].varies || nodes_[i].row == row_) return;
    nodes_[i].row = row_;
    met_.push_back(i);
  };
  meet(root);
  for (size_t next = 0; next < met_.size();) {  // met_ grows
    const Node& node = nodes_[met_[next++]];
    for (int k = 0; k < node.count; ++k) meet(node.parts[static_cast<size_t>(k)]);
  }
  std::sort(met_.rbegin(), met_.rend());
}

template <class F>
void RowGradients::each(const Element& row, F&& f) {
  collect(numbers_.find(row.get()));
  if (met_.empty()) return;
  seeds_.assign(met_.size(), Element(0.0));
  seeds_.front() = Element(1.0);
  for (size_t k = 0; k < met_.size(); ++k) seed_of_[met_[k]] = static_cast<Number>(k);
  for (size_t k = 0; k < met_.size(); ++k) {
    Node& node = nodes_[met_[k]];
    for (int i = 0; i < node.count; ++i) {
      const Number part = node.parts[static_cast<size_t>(i)];
      if (!nodes_[part].varies) continue;
      Element& below = seeds_[seed_of_[part]];
      below = below + slopes(node)[static_cast<size_t>(i)] * seeds_[k];
    }
  }
  for (size_t k = met_.size(); k-- > 0 && met_[k] < columns_;)
    if (!seeds_[k].is_zero()) f(static_cast<casadi_int>(met_[k]), seeds_[k]);
}

}  // namespace

Expr sparse_jacobian(const Expr& rows, const Expr& x) {
  if (rows.size1() <= few || !x.is_dense()) return jacobian(rows, x);
  RowGradients gradients(rows, x);
  if (!gradients.known()) return jacobian(rows, x);
  std::vector<casadi_int> row, column;
  std::vector<Element> values;
  for (casadi_int k = 0; k < rows.nnz(); ++k)
    gradients.each(rows.nonzeros()[static_cast<size_t>(k)],
                   [&](casadi_int j, const Element& value) {
                     row.push_back(rows.sparsity().row(k));
                     column.push_back(j);
                     values.push_back(value);
                   });
  return Expr::triplet(row, column, Expr(values), rows.size1(), x.size1());
}

}  // namespace ricochet
