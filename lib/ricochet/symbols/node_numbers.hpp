#pragma once

#include <casadi/core/sx_elem.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <vector>

namespace ricochet {

/// Numbers the nodes of expressions, each after its parts. A node keeps the number itself, where
/// CasADi has room for one. So nobody else may visit nodes while there is an object of this class:
/// it needs the lock of symbolics, as all that makes expressions.
class NodeNumbers {
 public:
  using Element = casadi::SXElem;
  static constexpr int none = -1;

  NodeNumbers() = default;
  NodeNumbers(const NodeNumbers&) = delete;
  NodeNumbers& operator=(const NodeNumbers&) = delete;
  ~NodeNumbers() {
    while (!known_.empty()) forget(std::min<size_t>(known_.size(), 64));
  }

  [[nodiscard]] static int of(const Element& e) {
    const int kept = e.get_temp();
    return kept > 0 ? kept - 1 : none;
  }
  /// What was noted of a node that has no number yet.
  [[nodiscard]] static int note(const Element& e) {
    const int kept = e.get_temp();
    return kept < 0 ? -1 - kept : none;
  }
  void give_number(const Element& e, int number) { put(e, number + 1); }
  void give_note(const Element& e, int note) { put(e, -1 - note); }

  /// Numbers those nodes of an expression that have no number. number_of(e, operation, parts) says
  /// which one a node gets; it is given the numbers of its parts, or none for calls of functions.
  /// False if that is `none`. The expression that it is given lives as long as this object.
  template <class F>
  [[nodiscard]] bool visit(const Element& root, const F& number_of);

 private:
  /// An owner of a node. Nodes count their owners by atomic operations, which take most of a visit:
  /// a part of an expression is made where it stays, and not copied.
  struct Owner {
    explicit Owner(const Element& e) : expression(e) {}
    Owner(const Element& whole, size_t part)
        : expression(whole.dep(static_cast<casadi_int>(part))) {}
    Element expression;
  };
  struct Open {
    const Element* expression = nullptr;
    casadi_int operation = 0, parts = 0;
    size_t numbered = 0;  // parts
    std::array<int, 2> numbers = {};
  };
  /// The last one of those known.
  void open_last() {
    const Element& e = known_.back().expression;
    const casadi_int operation = e.op();
    const bool call = operation < 0 || operation == casadi::OP_CALL;
    open_.push_back({.expression = &e, .operation = operation, .parts = call ? 0 : e.n_dep()});
  }
  /// The last few nodes. Numbers first, so that the processor fetches all of them at once; counting
  /// owners waits for each.
  void forget(size_t few) {
    for (size_t k = 1; k <= few; ++k) known_[known_.size() - k].expression.set_temp(0);
    while (few-- > 0) known_.pop_back();
  }
  void put(const Element& e, int number) {
    known_.emplace_back(e);
    e.set_temp(number);
  }

  std::deque<Owner> known_;  // no owner is ever moved
  std::vector<Open> open_;
};

/// In depth.
template <class F>
bool NodeNumbers::visit(const Element& root, const F& number_of) {
  if (of(root) != none) return true;
  known_.emplace_back(root);
  open_last();
  while (!open_.empty()) {
    Open& top = open_.back();
    if (top.numbered < static_cast<size_t>(top.parts)) {
      known_.emplace_back(*top.expression, top.numbered);
      if (const int number = of(known_.back().expression); number != none) {
        top.numbers[top.numbered++] = number;
        known_.pop_back();
      } else {
        open_last();
      }
      continue;
    }
    const int number =
        number_of(*top.expression, top.operation, std::span(top.numbers.data(), top.numbered));
    if (number == none) return false;
    top.expression->set_temp(number + 1);
    open_.pop_back();
    if (!open_.empty()) open_.back().numbers[open_.back().numbered++] = number;
  }
  return true;
}

}  // namespace ricochet
