#pragma once

#include <array>
#include <vector>

namespace ricochet {

/// Which registers of floating-point numbers hold which slots of a work vector. A value is
/// `unsaved` while it stands in its register only.
class Registers {
 public:
  static constexpr int count = 16, none = -1;

  struct Register {
    int slot = none;      ///< none: free or lent
    int next_use = none;  ///< the place of the instruction that reads the value next
    bool unsaved = false;
    bool lent = false;
  };

  explicit Registers(int slots) : holder_(static_cast<std::size_t>(slots), none) {}

  /// The register of a slot, or none.
  [[nodiscard]] int holder(int slot) const { return holder_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] Register& operator[](int r) { return all_[static_cast<std::size_t>(r)]; }

  /// A free register, or else the one whose value is read last of all; its value has to be saved.
  [[nodiscard]] int candidate() const;
  /// Takes what a register holds out of it, for a value that has no slot yet.
  void lend(int r);
  /// Gives a value its slot.
  void bind(int r, int slot, int next_use, bool unsaved);
  void free(int r);
  void free_all();

 private:
  std::array<Register, count> all_;
  std::vector<int> holder_;
};

}  // namespace ricochet
