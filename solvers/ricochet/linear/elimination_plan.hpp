#pragma once

#include "ricochet/linear/minimum_degree.hpp"
#include "ricochet/linear/picked_row.hpp"

#include <span>
#include <vector>

namespace ricochet {

/// What an LU factorisation without pivot search does for rows of one pattern. Everything is known
/// before the numbers: the order of the pivots and where L and U have entries.
///
/// Place k belongs to the k-th pivot, in row `row[k]` and in its partner, column `column[k]`. Its
/// entries are places: those before it from begin[k] on (L, ascending but for rows that give their
/// partner alone), those behind it from upper[k] to begin[k + 1] (U, ascending).
struct EliminationPlan {
  std::vector<PickedRow> rows = {};       ///< it was made for these,
  std::vector<unsigned char> alone = {};  ///< of which these give their partner alone,
  std::size_t alone_places = 0;           ///< first of all
  std::vector<std::uint32_t> row = {}, column = {};
  std::vector<std::uint32_t> place = {};  ///< of each column
  std::vector<std::size_t> begin = {}, upper = {};
  std::vector<std::uint32_t> entries = {};
  std::vector<unsigned char> in_one_run = {};  ///< the entries of U behind place k leave no gap

  void reserve(std::size_t size);
};

/// Makes plans and keeps those of the last few patterns. Equal patterns have equal plans, whatever
/// was asked for before.
class EliminationPlanner {
 public:
  /// For systems up to this size nothing is allocated after construction.
  static constexpr Index reserved = 240;

  explicit EliminationPlanner(Index size);

  /// A late row whose numbers outside its partner are all zero gives its partner alone, and so does
  /// a row with one entry.
  [[nodiscard]] const EliminationPlan& plan_for(std::span<const PickedRow> rows);

 private:
  static constexpr std::size_t kept = 8;  // plans

  void find_rows_alone(std::span<const PickedRow> rows);
  void make(EliminationPlan& plan);
  void collect_graph(const EliminationPlan& plan);
  void place_pivots(EliminationPlan& plan);
  void place_entries(EliminationPlan& plan);
  void count_entries(EliminationPlan& plan);
  [[nodiscard]] std::span<std::uint32_t> neighbours(const EliminationPlan& plan, std::size_t k);
  template <class F>
  void each_alone(const EliminationPlan& plan, std::size_t k, F&& f) const;

  std::vector<EliminationPlan> plans_;  // the last one used is at recent_[0]
  std::vector<std::size_t> recent_;     // indices of plans
  std::vector<unsigned char> alone_;    // per row
  MinimumDegree graph_;                 // its nodes are the rows that are not alone
  EliminationOrder order_;
  std::vector<std::uint32_t> node_, row_of_, row_with_;  // per row, per node, per partner
  std::vector<std::size_t> fill_;                        // per place: where its next entry goes
};

}  // namespace ricochet
