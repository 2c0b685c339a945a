#include "ricochet/symbols/casadi_eigen.hpp"
#include "ricochet/symbols/node_numbers.hpp"

#include <casadi/core/calculus.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using Element = casadi::SXElem;
constexpr casadi_int few = 64;  // rows

/// Differentiates expressions backwards, one after the other. Nodes are numbered, the symbols of x
/// first. Rows and x outlive it.
class RowGradients {
 public:
  RowGradients(const Expr& rows, const Expr& x);

  /// False if a node is a call of a function, whose derivative is not known here.
  [[nodiscard]] bool known() const { return known_; }
  /// Calls f(column, derivative) for the symbols of x that the k-th row depends on, columns
  /// ascending.
  template <class F>
  void each(size_t k, F&& f);

 private:
  static constexpr int none = NodeNumbers::none;
  struct Node {
    casadi_int operation = 0;
    std::array<int, 2> parts = {};
    int count = 0;  // parts
    bool varies = false;
    int slopes = none;  // where the derivatives by its parts are
    int row = 0;        // the last one that it was met in
  };
  int place(const Element& e, casadi_int operation, std::span<const int> parts);
  void collect(int root);
  const std::array<Element, 2>& slopes(int number);
  void pass_on(size_t i);
  void give(int part, const Element& share);
  Node& node(int number) { return nodes_[static_cast<size_t>(number)]; }
  [[nodiscard]] const Element& value(int number) const {
    return *values_[static_cast<size_t>(number)];
  }
  int& seed_of(int number) { return seed_of_[static_cast<size_t>(number)]; }

  NodeNumbers numbers_;
  std::vector<Node> nodes_;
  std::vector<const Element*> values_;  // of the nodes
  std::vector<int> rows_;
  std::deque<std::array<Element, 2>> slopes_;
  std::vector<Element> seeds_;  // per node met: derivative of the row by it
  std::vector<int> met_, seed_of_;
  int columns_, row_ = 0;
  bool known_ = true;
};

RowGradients::RowGradients(const Expr& rows, const Expr& x) : columns_(static_cast<int>(x.nnz())) {
  for (const Element& symbol : x.nonzeros()) {
    numbers_.give_number(symbol, static_cast<int>(nodes_.size()));
    nodes_.push_back({.varies = true});
    values_.push_back(&symbol);
  }
  const auto number_of = [this](const Element& e, casadi_int operation,
                                std::span<const int> parts) { return place(e, operation, parts); };
  for (const Element& row : rows.nonzeros()) {
    known_ = known_ && numbers_.visit(row, number_of);
    rows_.push_back(NodeNumbers::of(row));
  }
  seed_of_.resize(nodes_.size());
}

/// The number of a node; none of calls, whose derivatives are not known here.
int RowGradients::place(const Element& e, casadi_int operation, std::span<const int> parts) {
  const bool leaf = operation == casadi::OP_PARAMETER || operation == casadi::OP_CONST;
  if (parts.empty() && !leaf) return none;
  Node placed{.operation = operation, .count = static_cast<int>(parts.size())};
  std::copy(parts.begin(), parts.end(), placed.parts.begin());
  for (const int part : parts) placed.varies = placed.varies || node(part).varies;
  nodes_.push_back(placed);
  values_.push_back(&e);
  return static_cast<int>(nodes_.size()) - 1;
}

const std::array<Element, 2>& RowGradients::slopes(int number) {
  Node& of = node(number);
  if (of.slopes == none) {
    of.slopes = static_cast<int>(slopes_.size());
    slopes_.emplace_back();
    casadi::casadi_math<Element>::der(
        static_cast<unsigned char>(of.operation), value(of.parts.front()),
        value(of.parts[of.count > 1 ? 1 : 0]), value(number), slopes_.back().data());
  }
  return slopes_[static_cast<size_t>(of.slopes)];
}

/// met_: the nodes that vary below a row, descending, so that a node comes before its parts.
void RowGradients::collect(int root) {
  met_.clear();
  ++row_;
  const auto meet = [this](int i) {
    if (!node(i).varies || node(i).row == row_) return;
    node(i).row = row_;
    met_.push_back(i);
  };
  meet(root);
  for (size_t next = 0; next < met_.size();) {  // met_ grows
    const Node& above = node(met_[next++]);
    for (int k = 0; k < above.count; ++k) meet(above.parts[static_cast<size_t>(k)]);
  }
  std::sort(met_.rbegin(), met_.rend());
}

/// Adds to the derivative of the row by a part.
void RowGradients::give(int part, const Element& share) {
  if (!node(part).varies) return;
  Element& below = seeds_[static_cast<size_t>(seed_of(part))];
  below = below.is_zero() ? share : below + share;
}

/// The i-th node met gives its parts their shares. Sums have slopes that are nothing but 1.
void RowGradients::pass_on(size_t i) {
  const Node above = node(met_[i]);
  if (above.operation == casadi::OP_ADD) {
    for (const int part : above.parts) give(part, seeds_[i]);
    return;
  }
  for (size_t j = 0; j < static_cast<size_t>(above.count); ++j) {
    if (!node(above.parts[j]).varies) continue;
    const Element& slope = slopes(met_[i])[j];
    give(above.parts[j], i == 0 ? slope : slope * seeds_[i]);  // the row itself has the seed 1
  }
}

template <class F>
void RowGradients::each(size_t k, F&& f) {
  collect(rows_[k]);
  if (met_.empty()) return;
  seeds_.assign(met_.size(), Element(0.0));
  seeds_.front() = Element(1.0);
  for (size_t i = 0; i < met_.size(); ++i) seed_of(met_[i]) = static_cast<int>(i);
  for (size_t i = 0; i < met_.size(); ++i) pass_on(i);
  for (size_t i = met_.size(); i-- > 0 && met_[i] < columns_;)
    if (!seeds_[i].is_zero()) f(static_cast<casadi_int>(met_[i]), seeds_[i]);
}

}  // namespace

Expr sparse_jacobian(const Expr& rows, const Expr& x) {
  if (rows.size1() <= few || !x.is_dense()) return jacobian(rows, x);
  std::optional<RowGradients> gradients(std::in_place, rows, x);
  if (!gradients->known()) {
    gradients.reset();  // jacobian() numbers the nodes in its own way
    return jacobian(rows, x);
  }
  std::vector<casadi_int> row, column;
  std::vector<Element> values;
  for (casadi_int k = 0; k < rows.nnz(); ++k)
    gradients->each(static_cast<size_t>(k), [&](casadi_int j, const Element& value) {
      row.push_back(rows.sparsity().row(k));
      column.push_back(j);
      values.push_back(value);
    });
  return Expr::triplet(row, column, Expr(values), rows.size1(), x.size1());
}

}  // namespace ricochet
