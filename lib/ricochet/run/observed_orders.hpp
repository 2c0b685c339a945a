#pragma once

#include "ricochet/run/refinement.hpp"
#include "ricochet/state.hpp"
#include "ricochet/stepper.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace ricochet {

/// Orders of positions, from steps h, h/2, h/4 and h/8; NaN if a run failed, or where the
/// differences show no order.
struct ObservedOrders {
  double smooth = std::numeric_limits<double>::quiet_NaN();           ///< before the first contact
  double through_impacts = std::numeric_limits<double>::quiet_NaN();  ///< and after it
};

/// Makes the run of so many steps of size h, each cut into 2^level.
using Refine = std::function<Refined(long steps, int level)>;

/// The orders over the first part of a run: at most 100 of its `steps` steps of size h. Shorter
/// distances than 1e-11 of the length [m] of the system are round-off.
[[nodiscard]] ObservedOrders observe_orders(long steps, double length, const Refine& refine);

/// Mean of the two orders that the distances of four successive levels give over their first rows.
/// NaN for fewer than 6 rows, if the two disagree, if one is too small to be an order, or if the
/// smallest distance is not above `round_off` [m].
[[nodiscard]] double order_over(const std::vector<Refined>& levels, size_t rows, double round_off);

/// What a method claims for motion that starts like this: with sliding contacts, with equalities,
/// or with neither; 0: nothing.
[[nodiscard]] int claimed_order(const StepperInfo& info, const System& system, const State& start);

}  // namespace ricochet
