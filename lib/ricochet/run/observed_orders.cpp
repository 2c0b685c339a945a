#include "ricochet/run/observed_orders.hpp"

#include "ricochet/problem/facts.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr long most_steps = 100;            // of size h
constexpr int order_levels = 4;             // h, h/2, h/4, h/8
constexpr size_t fewest_rows = 6;           // of size h: fewer show no order
constexpr double most_disagreement = 0.25;  // between the orders of two refinements
constexpr double least_order = 0.5;         // of each of them: below, nothing converges
constexpr double least_difference = 1e-11;  // of the system's length: smaller ones are round-off

}  // namespace

double order_over(const std::vector<Refined>& levels, size_t rows, double round_off) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (rows < fewest_rows) return nan;
  const double coarse = distance(levels[0], levels[1], rows);
  const double fine = distance(levels[1], levels[2], rows);
  const double finest = distance(levels[2], levels[3], rows);
  const double first = std::log2(coarse / fine), second = std::log2(fine / finest);
  const bool agree =
      std::abs(first - second) < most_disagreement && std::min(first, second) > least_order;
  return finest > round_off && agree ? 0.5 * (first + second) : nan;
}

ObservedOrders observe_orders(long steps, double length, const Refine& refine) {
  steps = std::min(most_steps, steps);
  std::vector<Refined> levels;
  size_t smooth = static_cast<size_t>(steps) + 1;
  for (int level = 0; level < order_levels; ++level) {
    levels.push_back(refine(steps, level));
    if (levels.back().positions.empty()) return {};
    smooth = std::min(smooth, levels.back().smooth);
  }
  const size_t all = levels.front().positions.size();
  const double round_off = least_difference * length;
  ObservedOrders orders{.smooth = order_over(levels, smooth, round_off)};
  if (smooth < all) orders.through_impacts = order_over(levels, all, round_off);
  return orders;
}

int claimed_order(const StepperInfo& info, const System& system, const State& start) {
  const Facts facts = facts_of(system, start);
  if (facts.sliding > 0) return info.contact_order;
  return facts.equalities > 0 ? info.bilateral_order : info.order;
}

}  // namespace ricochet
