#include "ricochet/native/registers.hpp"

namespace ricochet {

int Registers::candidate() const {
  int last = none;
  for (int r = 0; r < count; ++r) {
    const Register& x = all_[static_cast<std::size_t>(r)];
    if (x.lent) continue;
    if (x.slot == none) return r;
    if (last == none || x.next_use > all_[static_cast<std::size_t>(last)].next_use) last = r;
  }
  return last;
}

void Registers::lend(int r) {
  free(r);
  (*this)[r].lent = true;
}

void Registers::bind(int r, int slot, int next_use, bool unsaved) {
  free(r);
  if (const int before = holder(slot); before != none) free(before);
  (*this)[r] = {.slot = slot, .next_use = next_use, .unsaved = unsaved};
  holder_[static_cast<std::size_t>(slot)] = r;
}

void Registers::free(int r) {
  const int slot = (*this)[r].slot;
  if (slot != none) holder_[static_cast<std::size_t>(slot)] = none;
  (*this)[r] = {};
}

void Registers::free_all() {
  for (int r = 0; r < count; ++r) free(r);
}

}  // namespace ricochet
