#pragma once

#include "ricochet/constraints.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// Names and places of the contacts of a system.
///
/// A row of g is one named inequality. It has one entry in the column g(q), or one per piece if it
/// is a union. A contact is an entry; masks, impulses and logs are indexed by its number. The
/// tangents of all rows are the columns of T, row after row. A union's tangents belong to its first
/// piece.
///
/// The table is derived once, by System. Copies share it.
class ContactTable {
 public:
  using Extent = std::pair<Index, Index>;  ///< [first, last)

  ContactTable() : ContactTable(Constraints{}) {}
  explicit ContactTable(const Constraints& g);

  [[nodiscard]] Index rows() const { return static_cast<Index>(data_->row_entries.size()); }
  [[nodiscard]] Index entries() const { return static_cast<Index>(data_->names.size()); }
  [[nodiscard]] Index tangents() const { return static_cast<Index>(data_->tangent_rows.size()); }

  // Of an entry.
  /// Its row's name; pieces of a union are "name[0]", "name[1]", ...
  [[nodiscard]] const std::string& name(Index entry) const { return data_->names.at(at(entry)); }
  [[nodiscard]] Index row(Index entry) const { return data_->entry_rows[at(entry)]; }
  [[nodiscard]] bool is_piece(Index entry) const { return data_->pieces[at(entry)] != 0; }
  /// Its columns of T; none for the later pieces of a union.
  [[nodiscard]] Extent tangents_of(Index entry) const { return data_->entry_tangents[at(entry)]; }

  /// Entries of each row: one, or the pieces of a union.
  [[nodiscard]] const std::vector<Extent>& row_entries() const { return data_->row_entries; }
  /// The row, and the first entry of the row, that each column of T belongs to.
  [[nodiscard]] const std::vector<Index>& tangent_rows() const { return data_->tangent_rows; }
  [[nodiscard]] const std::vector<Index>& tangent_entries() const { return data_->tangent_entries; }

  /// The entry of a row that decides whether the row is violated: the largest of the gaps g(q), or
  /// one that is NaN.
  [[nodiscard]] Index leading(Index row, const Vector& gaps) const;
  /// The least leading gap and its entry; infinity without rows, NaN if a gap is NaN.
  [[nodiscard]] double smallest(const Vector& gaps, Index* which = nullptr) const;

  /// Contacts as messages name them: "'floor', 'wall'".
  [[nodiscard]] std::string names(const std::vector<Index>& contacts) const;
  /// The same for the contacts whose entry of a mask is not 0.
  [[nodiscard]] std::string names_where(const Vector& mask) const;

 private:
  struct Data {
    std::vector<std::string> names;
    std::vector<Index> entry_rows;
    std::vector<unsigned char> pieces;
    std::vector<Extent> entry_tangents, row_entries;
    std::vector<Index> tangent_rows, tangent_entries;
  };
  static size_t at(Index i) { return static_cast<size_t>(i); }
  static void add(const Constraint& row, Data& data);

  std::shared_ptr<const Data> data_;
};

}  // namespace ricochet
