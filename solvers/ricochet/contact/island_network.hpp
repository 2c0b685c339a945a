#pragma once

#include "ricochet/contact/contact_islands.hpp"
#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// The constraints and contacts of an island as one network: which impulse moves which row, without
/// eliminating constraints,
///
///   w = A y + c,   A = B^T K^-1 B,   c = B^T v + rebound,   B = (C, H) in units of its mobilities
///
/// H as in IslandResponse. A row acts on rows at the same bodies only: sorted by their bodies, A is
/// a narrow band in a chain or a stack, however long it is. The rows are "ties", w = 0, and those
/// of contacts. Impulses are y / root.
///
/// It views its arguments until the next call. Storage never shrinks.
class IslandNetwork {
 public:
  explicit IslandNetwork(const System& s);

  /// Takes an island, with its contacts or without. Only then is the band known.
  void take(const Island& island, const BlockCholesky& inertia, const ContactGradients& gradients,
            const Vector& friction, bool contacts);
  /// True if solving in the band is cheaper than eliminating constraints.
  [[nodiscard]] bool narrow() const { return 6 * band_ <= rows(); }
  /// A; only where it is narrow.
  void form();
  /// c of a velocity of the system, with a rebound per contact and per tangent.
  void free(const Vector& v, const Vector& rebound, const Vector& slip_rebound);

  [[nodiscard]] Index rows() const { return static_cast<Index>(rows_.size()); }
  [[nodiscard]] Index band() const { return band_; }
  [[nodiscard]] double A(Index i, Index j) const { return A_[place(i, j)]; }
  [[nodiscard]] const std::vector<double>& c() const { return c_; }
  [[nodiscard]] const std::vector<CoulombContact>& contacts() const { return contacts_; }
  [[nodiscard]] const std::vector<Index>& ties() const { return ties_; }
  [[nodiscard]] double root(Index row) const { return rows_[at(row)].root; }

  /// The ties of a column with all constraints, in their units: y = x / root.
  void read(const Vector& reactions, ColumnRef y) const;
  /// The other way, for impulses: reactions += y / root.
  void add_reactions(ConstColumnRef y, Vector& reactions) const;
  /// v += K^-1 B y.
  void push(ConstColumnRef y, Vector& v);
  /// Writes the impulses of all rows, into columns of the system.
  void scatter(ConstColumnRef y, Vector& normal, Vector& tangential, Vector& reactions) const;

 private:
  using Gradients = KernelMatrix const& (ContactGradients::*)() const;
  /// A column of G, T or C.
  struct Row {
    Gradients of = nullptr;
    Index number = 0;
    double root = 1.0;
  };
  /// What stays together: a tie, or a contact with its tangents.
  struct Unit {
    Index body = 0, contact = -1, tie = -1;
  };
  static size_t at(Index i) { return static_cast<size_t>(i); }
  [[nodiscard]] size_t place(Index i, Index j) const {
    return at(i * (2 * band_ + 1) + band_ + j - i);
  }
  void list_units(const Island& island, bool contacts);
  void list_rows(const Vector& friction);
  void find_band(const Island& island);
  void respond(Index row);
  void scale();
  [[nodiscard]] Index body_of(Gradients of, Index number) const;
  [[nodiscard]] double product(const Row& row, const Vector& v) const;

  ContactTable table_;
  const Island* island_ = nullptr;
  const BlockCholesky* inertia_ = nullptr;
  const ContactGradients* gradients_ = nullptr;
  std::vector<Unit> units_;
  std::vector<Row> rows_;
  std::vector<CoulombContact> contacts_;
  std::vector<Index> ties_, touched_;        // rows; blocks of a row
  std::vector<std::vector<Index>> rows_of_;  // per block
  Index band_ = 0;
  std::vector<double> A_, c_;
  Vector all_;  // a column of the whole system; zero between calls
};

}  // namespace ricochet
