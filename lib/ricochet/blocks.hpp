#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace ricochet {

/// What a block of unknowns or of rows stands for. The certificate judges a row by its meaning.
enum class Meaning {
  plain,     ///< parameters and impulses; a plain row counts as an equality
  position,  ///< unknowns: the branch test compares them with the guess
  dynamics,  ///< rows: the discrete equations of motion, h M^-1 (momentum) [length]
  equality,  ///< rows: f = 0 [length]
  gap,       ///< rows: g of contacts, paired with impulses or kept closed [length]
  hidden,    ///< rows: velocities of equalities and nonholonomic rows, times .time [length]
  tangency,  ///< rows: normal and tangential speeds of contacts, times .time [length]
  energy,    ///< rows: a relative mismatch of energies, times .length [length]
};

/// Where a block stands in its column.
struct Slot {
  Index offset = 0, size = 0;
};

/// Part of a column of symbols or of rows.
struct Block {
  std::string name = {};
  Expr value = {};
  Meaning meaning = Meaning::plain;
  std::vector<std::string> entries = {};  ///< names of its entries; empty: they have none
};

/// How a column is divided into named blocks: names and places, no symbols.
class Layout {
 public:
  struct Part {
    std::string name = {};
    Slot slot = {};
    Meaning meaning = Meaning::plain;
    std::vector<std::string> entries = {};
  };

  void add(Part part);  ///< behind the others; its offset is set here

  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// The block of that name; throws std::invalid_argument with the names there are.
  [[nodiscard]] Slot slot(const std::string& name) const;
  /// The first block that is not empty and has that meaning; of size 0 if there is none.
  [[nodiscard]] Slot first(Meaning meaning) const;
  /// An entry as a message names it: "'floor' of 'gaps'", "row 2 of 'dynamics'", "'energy'".
  [[nodiscard]] std::string label(Index entry) const;

 private:
  std::vector<Part> parts_;
  Index size_ = 0;
};

/// A column of symbols or rows in named blocks. A column made of one expression is one block
/// without a name.
class Column {
 public:
  Column() = default;
  Column(const Expr& column);                   // NOLINT(*-explicit-*): one block
  Column(std::initializer_list<Block> blocks);  ///< names must differ

  [[nodiscard]] const Expr& all() const { return all_; }
  operator const Expr&() const { return all_; }  // NOLINT(*-explicit-*)
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Index size() const { return all_.size1(); }
  [[nodiscard]] Expr part(Slot slot) const;
  [[nodiscard]] Expr part(const std::string& name) const { return part(layout_.slot(name)); }

  /// Appends a block.
  void add(const Block& block);
  /// The column with other values in the named blocks, which keep their sizes.
  [[nodiscard]] Expr with(const std::vector<Block>& values) const;

 private:
  Layout layout_;
  Expr all_ = Expr(0, 1);
};

}  // namespace ricochet
