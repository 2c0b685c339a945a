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
    return e.get_temp() > 0 ? e.get_temp() - 1 : none;
  }
  /// What was noted of a node that has no number yet.
  [[nodiscard]] static int note(const Element& e) {
    return e.get_temp() < 0 ? -1 - e.get_temp() : none;
  }
  void give_number(const Element& e, int number) { put(e, number + 1); }
  void give_note(const Element& e, int note) { put(e, -1 - note); }

  /// Numbers those nodes of an expression that have no number. number_of(e, operation, parts) says
  /// which one a node gets; it is given the numbers of its parts, or none for calls of functions.
  /// False if that is `none`.
  template <class F>
  [[nodiscard]] bool visit(const Element& root, const F& number_of);

 private:
  struct Open {
    const Element* expression = nullptr;
    casadi_int operation = 0, parts = 0;
    size_t numbered = 0;  // parts
    std::array<int, 2> numbers = {};
  };
  void open(const Element& e) {
    const casadi_int operation = e.op();
    const bool call = operation < 0 || operation == casadi::OP_CALL;
    known_.push_back(e);
    open_.push_back(
        {.expression = &known_.back(), .operation = operation, .parts = call ? 0 : e.n_dep()});
  }
  /// The last few nodes. Numbers first, so that the processor fetches all of them at once; counting
  /// owners waits for each.
  void forget(size_t few) {
    for (size_t k = 1; k <= few; ++k) known_[known_.size() - k].set_temp(0);
    known_.resize(known_.size() - few);
  }
  void put(const Element& e, int number) {
    known_.push_back(e);
    e.set_temp(number);
  }

  std::deque<Element> known_;  // counting owners takes most of a visit: no element is ever moved
  std::vector<Open> open_;
};

/// In depth.
template <class F>
bool NodeNumbers::visit(const Element& root, const F& number_of) {
  if (of(root) != none) return true;
  open(root);
  while (!open_.empty()) {
    Open& top = open_.back();
    if (top.numbered < static_cast<size_t>(top.parts)) {
      const Element part = top.expression->dep(static_cast<casadi_int>(top.numbered));
      if (const int number = of(part); number != none)
        top.numbers[top.numbered++] = number;
      else
        open(part);
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
