#include "ricochet/native/slots.hpp"

#include <numeric>
#include <utility>

namespace ricochet {
namespace {

constexpr int never = Instruction::never;

size_t at(int i) { return static_cast<size_t>(i); }

size_t numbers(const Instructions& all) { return at(all.slots) + all.moving.size(); }

/// What instructions read and write, one after the other.
template <class Visit>
void visit_operands(Instruction& i, const Visit& visit) {
  if (i.operands > 0) visit(i.a);
  if (i.operands > 1) visit(i.b);
}

/// Slots of a kind, taken and given back.
struct Pool {
  int take() {
    if (free.empty()) return count++;
    const int slot = free.back();
    free.pop_back();
    return slot;
  }
  void free_all() {
    free.resize(at(count));
    std::iota(free.begin(), free.end(), 0);
  }

  std::vector<int> free;
  int count = 0;
};

class Sharing {
 public:
  explicit Sharing(Instructions& all)
      : all_(all),
        last_(at(all.lasting), never),
        of_loop_(at(all.lasting), 0),
        slot_(at(all.lasting), 0) {}

  void share() {
    for_each([this](int k, const Loop* loop) { find_last_reader(k, loop); });
    for_each([this](int k, const Loop* loop) { take_slots(k, loop); });
    renumber();
  }

 private:
  template <class Visit>
  void for_each(const Visit& visit);
  void find_last_reader(int k, const Loop* loop);
  void take_slots(int k, const Loop* loop);
  void let_go(int value, int k, const Loop* loop);
  void renumber();
  [[nodiscard]] int renumbered(int number) const;
  [[nodiscard]] bool shares(int number) const { return number < all_.lasting; }
  [[nodiscard]] Pool& pool(int value) { return of_loop_[at(value)] ? loops_ : rest_; }

  Instructions& all_;
  std::vector<int> last_;      ///< per value: the place of its last reader, or never
  std::vector<char> of_loop_;  ///< per value: whether a loop makes it
  std::vector<int> slot_;
  Pool loops_, rest_;
  std::vector<int> ending_;  ///< values that are read for the last time by the loop at hand
};

/// Every place of the list, with the loop that it belongs to, if any.
template <class Visit>
void Sharing::for_each(const Visit& visit) {
  auto loop = all_.loops.cbegin();
  for (int k = 0; k < static_cast<int>(all_.list.size()); ++k) {
    while (loop != all_.loops.cend() && k >= loop->end) ++loop;
    visit(k, loop != all_.loops.cend() && k >= loop->first ? &*loop : nullptr);
  }
}

/// What a loop reads of others is read until its end.
void Sharing::find_last_reader(int k, const Loop* loop) {
  Instruction& i = all_.list[at(k)];
  visit_operands(i, [&](int value) {
    if (shares(value)) last_[at(value)] = loop && !of_loop_[at(value)] ? loop->end - 1 : k;
  });
  if (i.operation != casadi::OP_OUTPUT && shares(i.target))
    of_loop_[at(i.target)] = loop != nullptr;
}

void Sharing::let_go(int value, int k, const Loop* loop) {
  if (!shares(value)) return;
  const bool outlives_pass = loop && !of_loop_[at(value)];
  if (last_[at(value)] != (outlives_pass ? loop->end - 1 : k)) return;
  if (outlives_pass) {
    ending_.push_back(slot_[at(value)]);
  } else {
    pool(value).free.push_back(slot_[at(value)]);
  }
  last_[at(value)] = never;
}

void Sharing::take_slots(int k, const Loop* loop) {
  if (loop && k == loop->first) loops_.free_all();
  Instruction& i = all_.list[at(k)];
  visit_operands(i, [&](int value) { let_go(value, k, loop); });
  if (i.operation != casadi::OP_OUTPUT && shares(i.target))
    slot_[at(i.target)] = pool(i.target).take();
  if (!loop || k + 1 < loop->end) return;
  rest_.free.insert(rest_.free.end(), ending_.begin(), ending_.end());
  ending_.clear();
}

/// Of the work vector: what is shared, what loops share, what lasts. Moving slots follow.
int Sharing::renumbered(int number) const {
  if (!shares(number)) return number - all_.lasting + rest_.count + loops_.count;
  return slot_[at(number)] + (of_loop_[at(number)] ? rest_.count : 0);
}

void Sharing::renumber() {
  for (Instruction& i : all_.list) {
    if (i.operands > 0) i.a = renumbered(i.a);
    if (i.operands > 1) i.b = renumbered(i.b);
    if (i.operation != casadi::OP_OUTPUT) i.target = renumbered(i.target);
  }
  for (MovingSlot& slot : all_.moving) slot.first = renumbered(slot.first);
  const int shared = rest_.count + loops_.count;
  all_.slots += shared - std::exchange(all_.lasting, shared);
}

}  // namespace

/// Walks back from the end, with the next reader of what each slot holds.
void find_next_readers(Instructions& all) {
  std::vector<int> next(numbers(all), never), known(numbers(all), never);
  auto loop = all.loops.rbegin();
  for (auto k = static_cast<int>(all.list.size()) - 1; k >= 0; --k) {
    while (loop != all.loops.rend() && k < loop->first) ++loop;
    const bool inside = loop != all.loops.rend() && k < loop->end;
    const auto of = [&](int slot) -> int& {
      // Readers behind a loop mean nothing to its passes.
      if (inside && std::exchange(known[at(slot)], loop->first) != loop->first)
        next[at(slot)] = never;
      return next[at(slot)];
    };
    Instruction& i = all.list[at(k)];
    if (i.operation != casadi::OP_OUTPUT) i.next_target = std::exchange(of(i.target), never);
    if (i.operands > 0) i.next_a = of(i.a);
    if (i.operands > 1) i.next_b = of(i.b);
    visit_operands(i, [&](int slot) { of(slot) = k; });
  }
}

void share_slots(Instructions& all) { Sharing(all).share(); }

}  // namespace ricochet
