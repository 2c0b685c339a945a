#include "ricochet/native/loops.hpp"

#include "ricochet/native/repetitions.hpp"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr int none = -1;
constexpr int wide = 64;    // instructions of a pass that are enough
constexpr int passes = 64;  // of a loop that stay in any case

size_t at(int i) { return static_cast<size_t>(i); }

int floor_ratio(int a, int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// A repetition, the values that it makes and the passes which become a loop.
struct Region {
  Repetition found;
  int first_value = 0, values = 0;  ///< the first one of all, and how many a pass makes
  int begin = 0, end = 0;           ///< passes of the loop
  bool loop = false;
  std::vector<int> row{};  ///< per value of a pass: where its lasting slots begin, or none

  [[nodiscard]] int pass(int value) const { return (value - first_value) / values; }
  [[nodiscard]] int which(int value) const { return (value - first_value) % values; }
  [[nodiscard]] int end_value() const { return first_value + values * found.passes; }
};

/// The same with several passes as one: short passes would begin more often than they do work.
Repetition widened(Repetition r) {
  while (r.period < wide && r.passes > passes) {
    r.period *= 2;
    r.passes /= 2;
  }
  return r;
}

class Roller {
 public:
  Roller(Instructions& all, int least) : all_(all), least_(least), region_(at(all.slots), none) {}

  void roll() {
    find_regions();
    for (Region& r : regions_) choose_passes(r);
    if (std::none_of(regions_.begin(), regions_.end(), [](const Region& r) { return r.loop; }))
      return;
    mark_moving();
    mark_leaving();
    give_rows();
    write();
  }

 private:
  void find_regions();
  void choose_passes(Region& r);
  [[nodiscard]] bool fits(Region& r, int value, int step) const;
  void mark_moving();
  void mark_leaving();
  void mark(int value);
  void give_rows();
  void write();
  void write_straight(int from, int to);
  void write_loop(const Region& r);
  [[nodiscard]] int lasting(int value) const;
  [[nodiscard]] int moving(int value, int step);
  [[nodiscard]] const Region* region_of(int value) const {
    const int r = region_[at(value)];
    return r == none ? nullptr : &regions_[at(r)];
  }

  Instructions& all_;
  int least_;
  std::vector<int> region_;  ///< per value: in which region it is made, or none
  std::vector<Region> regions_;
  Instructions rolled_;
  size_t first_moving_ = 0;  ///< of the loop that is being written
};

void Roller::find_regions() {
  for (const Repetition& repetition : repetitions_of(all_.list, least_)) {
    const Repetition found = widened(repetition);
    Region r{.found = found, .end = found.passes};
    for (int i = found.first; i < found.end(); ++i) {
      const Instruction& made = all_.list[at(i)];
      if (made.operation == casadi::OP_OUTPUT) continue;
      if (r.values++ == 0) r.first_value = made.target;
      region_[at(made.target)] = static_cast<int>(regions_.size());
    }
    r.values /= found.passes;
    r.row.assign(at(r.values), none);
    regions_.push_back(std::move(r));
  }
}

/// Leaves out the first and last passes that read what no moving slot can mean.
void Roller::choose_passes(Region& r) {
  r.loop = true;
  for (int j = 0; r.loop && j < r.found.period; ++j) {
    const Instruction& i = all_.list[at(r.found.first + j)];
    const Instruction& next = all_.list[at(r.found.first + r.found.period + j)];
    if (i.operands > 0) r.loop = fits(r, i.a, next.a - i.a);
    if (i.operands > 1) r.loop = r.loop && fits(r, i.b, next.b - i.b);
  }
  r.loop = r.loop && r.end - r.begin >= least_;
}

/// Whether a value of the first pass, and those which stand for it later, can be one moving slot.
bool Roller::fits(Region& r, int value, int step) const {
  if (step == 0) {
    if (region_of(value) == &r) r.begin = std::max(r.begin, r.pass(value) + 1);
    return true;
  }
  const Region* const made = region_of(value + step * (r.found.passes / 2));
  if (!made || step < 0 || step % made->values != 0) return false;
  if (made == &r && step != r.values) return false;
  r.begin = std::max(r.begin, -floor_ratio(value - made->first_value, step));
  r.end = std::min(r.end, floor_ratio(made->end_value() - 1 - value, step) + 1);
  return true;
}

void Roller::mark(int value) {
  Region& made = regions_[at(region_[at(value)])];
  made.row[at(made.which(value))] = 0;
}

/// What a loop reads of other passes and regions, by moving slots.
void Roller::mark_moving() {
  for (const Region& r : regions_) {
    if (!r.loop) continue;
    const int first = r.found.first + r.begin * r.found.period;
    for (int i = first; i < first + r.found.period; ++i) {
      const Instruction &here = all_.list[at(i)], &next = all_.list[at(i + r.found.period)];
      const auto look = [&](int value, int later) {
        if (value != later && (region_of(value) != &r || r.pass(value) != r.begin)) mark(value);
      };
      if (here.operands > 0) look(here.a, next.a);
      if (here.operands > 1) look(here.b, next.b);
    }
  }
}

/// What others read that a loop makes.
void Roller::mark_leaving() {
  size_t k = 0;
  for (int i = 0; i < static_cast<int>(all_.list.size()); ++i) {
    while (k < regions_.size() && i >= regions_[k].found.end()) ++k;
    const Region* const here =
        k < regions_.size() && i >= regions_[k].found.first ? &regions_[k] : nullptr;
    const auto look = [&](int value) {
      const Region* const made = region_of(value);
      if (!made || !made->loop) return;
      const bool same_pass =
          made == here && made->pass(value) == (i - made->found.first) / made->found.period;
      if (!same_pass) mark(value);
    };
    if (all_.list[at(i)].operands > 0) look(all_.list[at(i)].a);
    if (all_.list[at(i)].operands > 1) look(all_.list[at(i)].b);
  }
}

void Roller::give_rows() {
  rolled_.lasting = rolled_.slots = all_.slots;
  for (Region& r : regions_)
    for (int& row : r.row)
      if (row != none) row = std::exchange(rolled_.slots, rolled_.slots + r.found.passes);
}

/// The lasting slot of a value, or that which it has.
int Roller::lasting(int value) const {
  const Region* const made = region_of(value);
  const int row = made ? made->row[at(made->which(value))] : none;
  return row == none ? value : row + made->pass(value);
}

void Roller::write() {
  rolled_.list.reserve(all_.list.size());
  int written = 0;
  for (const Region& r : regions_) {
    if (!r.loop) continue;
    write_straight(written, r.found.first + r.begin * r.found.period);
    write_loop(r);
    written = r.found.first + r.end * r.found.period;
  }
  write_straight(written, static_cast<int>(all_.list.size()));
  all_ = std::move(rolled_);
}

void Roller::write_straight(int from, int to) {
  for (int k = from; k < to; ++k) {
    Instruction i = all_.list[at(k)];
    if (i.operands > 0) i.a = lasting(i.a);
    if (i.operands > 1) i.b = lasting(i.b);
    if (i.operation != casadi::OP_OUTPUT) i.target = lasting(i.target);
    rolled_.list.push_back(i);
  }
}

/// A slot for a value of the first pass of a loop that moves on with the passes.
int Roller::moving(int value, int step) {
  const Region& made = *region_of(value);
  const int slot = lasting(value);
  if (slot == value) return value;  // nothing but this pass knows it
  const MovingSlot wanted{.first = slot, .step = step / made.values};
  const auto begin = rolled_.moving.begin() + static_cast<std::ptrdiff_t>(first_moving_);
  const auto found = std::find(begin, rolled_.moving.end(), wanted);
  const auto index = static_cast<int>(found - rolled_.moving.begin());
  if (found == rolled_.moving.end()) rolled_.moving.push_back(wanted);
  return rolled_.slots + index;
}

void Roller::write_loop(const Region& r) {
  Loop loop{.first = static_cast<int>(rolled_.list.size()), .passes = r.end - r.begin};
  first_moving_ = rolled_.moving.size();
  const int first = r.found.first + r.begin * r.found.period;
  for (int k = first; k < first + r.found.period; ++k) {
    Instruction i = all_.list[at(k)];
    const Instruction& next = all_.list[at(k + r.found.period)];
    const auto slot = [&](int value, int later) {
      return value == later ? lasting(value) : moving(value, later - value);
    };
    if (i.operands > 0) i.a = slot(i.a, next.a);
    if (i.operands > 1) i.b = slot(i.b, next.b);
    if (i.operands < 2) i.step = next.b - all_.list[at(k)].b;
    if (i.operation == casadi::OP_CONST)
      for (int pass = 0; pass < loop.passes; ++pass)
        loop.constants.push_back(all_.list[at(k + pass * r.found.period)].value);
    if (i.operation != casadi::OP_OUTPUT) i.target = slot(i.target, next.target);
    rolled_.list.push_back(i);
  }
  loop.end = static_cast<int>(rolled_.list.size());
  rolled_.loops.push_back(std::move(loop));
}

}  // namespace

void roll(Instructions& all, int least) { Roller(all, least).roll(); }

}  // namespace ricochet
