#pragma once

#include <cstddef>
#include <functional>

namespace ricochet {

/// Work on items 0 .. count - 1 in several threads, taken up in order and handed over in order.
struct Pool {
  size_t jobs = 1;  ///< threads; 1: the calling one
  size_t count = 0;
  size_t ahead = 64;  ///< items that may be worked on, or wait to be taken, at a time: the slots
  /// Does an item, worker < jobs; the result goes to a place of its own, slot = item % ahead.
  std::function<void(size_t worker, size_t item)> work = {};
  /// Takes the item that is done, in the calling thread and in order of items.
  std::function<void(size_t item)> take = {};
  std::function<bool()> stop_requested = {};  ///< then no further item is begun
};

/// Every item begun is done and taken, so that a stop leaves the first items, none missing. The
/// exception of the first item that throws is thrown here, after the items before it were taken; so
/// is that of a stop request.
void run_in_order(const Pool& pool);

}  // namespace ricochet
