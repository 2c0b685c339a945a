#include "ricochet/linear/elimination_plan.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

}  // namespace

void EliminationPlan::reserve(std::size_t size) {
  rows.reserve(size);
  for (auto* list : {&row, &column, &place}) list->reserve(size);
  for (auto* flags : {&alone, &in_one_run}) flags->reserve(size);
  for (auto* starts : {&begin, &upper}) starts->reserve(size + 1);
  entries.reserve(size * size);
}

EliminationPlanner::EliminationPlanner(Index size) : plans_(kept) {
  const auto n = static_cast<std::size_t>(size);
  recent_.reserve(kept);
  if (size > reserved) return;
  for (EliminationPlan& plan : plans_) plan.reserve(n);
  graph_.reserve(n);
  for (auto* list : {&node_, &row_of_, &row_with_}) list->reserve(n);
  alone_.reserve(n);
  fill_.reserve(n);
  order_.nodes.reserve(n);
  order_.begin.reserve(n + 1);
  order_.neighbours.reserve(n * n);
}

const EliminationPlan& EliminationPlanner::plan_for(std::span<const PickedRow> rows) {
  find_rows_alone(rows);
  const auto found = std::find_if(recent_.begin(), recent_.end(), [&](std::size_t i) {
    return plans_[i].alone == alone_ &&
           std::equal(rows.begin(), rows.end(), plans_[i].rows.begin(), plans_[i].rows.end());
  });
  if (found != recent_.end()) {
    std::rotate(recent_.begin(), found, found + 1);
    return plans_[recent_.front()];
  }
  if (recent_.size() < kept) recent_.push_back(recent_.size());
  std::rotate(recent_.begin(), recent_.end() - 1, recent_.end());
  EliminationPlan& plan = plans_[recent_.front()];
  plan.rows.assign(rows.begin(), rows.end());
  plan.alone = alone_;
  make(plan);
  return plan;
}

void EliminationPlanner::find_rows_alone(std::span<const PickedRow> rows) {
  alone_.clear();
  for (const PickedRow& row : rows) {
    const bool may_be = row.late || row.from->entries(row.row) == 1;
    alone_.push_back(may_be && row.from->is_alone(row.row, row.partner) ? 1 : 0);
  }
}

void EliminationPlanner::make(EliminationPlan& plan) {
  collect_graph(plan);
  graph_.order(order_);
  place_pivots(plan);
  place_entries(plan);
}

/// Rows are joined where one has an entry in the partner of the other. A row without an entry in
/// its own partner is late.
void EliminationPlanner::collect_graph(const EliminationPlan& plan) {
  const std::size_t size = plan.rows.size();
  row_with_.resize(size);
  node_.assign(size, none);
  row_of_.clear();
  for (std::size_t i = 0; i < size; ++i) {
    row_with_[static_cast<std::size_t>(plan.rows[i].partner)] = static_cast<std::uint32_t>(i);
    if (plan.alone[i] != 0) continue;
    node_[i] = static_cast<std::uint32_t>(row_of_.size());
    row_of_.push_back(static_cast<std::uint32_t>(i));
  }
  graph_.begin(row_of_.size());
  for (std::uint32_t node = 0; node < row_of_.size(); ++node) {
    const PickedRow& row = plan.rows[row_of_[node]];
    bool has_partner = false;
    row.from->each(row.row, [&](Index column, double) {
      const std::uint32_t other = node_[row_with_[static_cast<std::size_t>(column)]];
      has_partner = has_partner || other == node;
      if (other != none) graph_.join(node, other);
    });
    if (row.late || !has_partner) graph_.make_late(node);
  }
}

/// First the rows that give their partner alone.
void EliminationPlanner::place_pivots(EliminationPlan& plan) {
  const std::size_t size = plan.rows.size();
  plan.row.clear();
  for (std::uint32_t i = 0; i < size; ++i)
    if (plan.alone[i] != 0) plan.row.push_back(i);
  plan.alone_places = plan.row.size();
  for (const std::uint32_t node : order_.nodes) plan.row.push_back(row_of_[node]);
  plan.column.resize(size);
  plan.place.resize(size);
  for (std::uint32_t k = 0; k < size; ++k) {
    plan.column[k] = static_cast<std::uint32_t>(plan.rows[plan.row[k]].partner);
    plan.place[plan.column[k]] = k;
  }
  for (std::uint32_t& node : order_.neighbours)  // from now on a place
    node = plan.place[static_cast<std::size_t>(plan.rows[row_of_[node]].partner)];
}

/// Calls f(place) for the entries of a row in columns that rows give alone.
template <class F>
void EliminationPlanner::each_alone(const EliminationPlan& plan, std::size_t k, F&& f) const {
  const PickedRow& row = plan.rows[plan.row[k]];
  row.from->each(row.row, [&](Index column, double) {
    const std::uint32_t at = plan.place[static_cast<std::size_t>(column)];
    if (at < plan.alone_places) f(at);
  });
}

/// U has entries where a pivot has neighbours, L where U has in the transpose and in the columns of
/// rows that are alone.
void EliminationPlanner::place_entries(EliminationPlan& plan) {
  count_entries(plan);
  plan.entries.resize(plan.begin.back());
  plan.in_one_run.assign(plan.row.size(), 1);
  for (std::size_t k = plan.alone_places; k < plan.row.size(); ++k)
    each_alone(plan, k, [&](std::uint32_t at) { plan.entries[fill_[k]++] = at; });
  for (std::size_t k = plan.alone_places; k < plan.row.size(); ++k) {
    const std::span<std::uint32_t> later = neighbours(plan, k);
    std::sort(later.begin(), later.end());
    std::copy(later.begin(), later.end(),
              plan.entries.begin() + static_cast<std::ptrdiff_t>(plan.upper[k]));
    for (const std::uint32_t at : later) plan.entries[fill_[at]++] = static_cast<std::uint32_t>(k);
    plan.in_one_run[k] = later.empty() || later.back() - later.front() + 1 == later.size() ? 1 : 0;
  }
}

void EliminationPlanner::count_entries(EliminationPlan& plan) {
  fill_.assign(plan.row.size(), 0);
  for (const std::uint32_t at : order_.neighbours) ++fill_[at];
  plan.begin.assign(1, 0);
  plan.upper.clear();
  for (std::size_t k = 0; k < plan.row.size(); ++k) {
    const bool alone = k < plan.alone_places;
    if (!alone) each_alone(plan, k, [&](std::uint32_t) { ++fill_[k]; });
    plan.upper.push_back(plan.begin[k] + fill_[k]);
    plan.begin.push_back(plan.upper[k] + (alone ? 0 : neighbours(plan, k).size()));
    fill_[k] = plan.begin[k];
  }
}

/// Places behind k where its row of U has entries.
std::span<std::uint32_t> EliminationPlanner::neighbours(const EliminationPlan& plan,
                                                        std::size_t k) {
  const std::size_t i = k - plan.alone_places;
  return std::span(order_.neighbours)
      .subspan(order_.begin[i], order_.begin[i + 1] - order_.begin[i]);
}

}  // namespace ricochet
