#include "ricochet/run/pool.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ricochet {
namespace {

/// What the threads of a pool share.
class Belt {
 public:
  explicit Belt(const Pool& pool)
      : pool_(pool), serving_(pool.jobs), done_(pool.ahead), errors_(pool.ahead) {}

  /// Does items until there are none left or it is told to stop.
  void serve(size_t worker) {
    for (size_t item = 0; next(item);) {
      std::exception_ptr error;
      try {
        pool_.work(worker, item);
      } catch (...) {
        error = std::current_exception();
      }
      hand_over(item, error);
    }
    const std::lock_guard guard(mutex_);
    --serving_;
    changed_.notify_all();
  }

  void take_all() {
    for (size_t item = 0; wait_for(item); ++item) {
      if (errors_[item % pool_.ahead]) {
        stop();
        std::rethrow_exception(errors_[item % pool_.ahead]);
      }
      pool_.take(item);
      const std::lock_guard guard(mutex_);
      done_[item % pool_.ahead] = 0;
      taken_ = item + 1;
      changed_.notify_all();
    }
    const std::lock_guard guard(mutex_);
    if (not_asked_) std::rethrow_exception(not_asked_);
  }

  void stop() {
    const std::lock_guard guard(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  /// A request that throws stops, too.
  bool stopped() {
    if (stopped_ || !pool_.stop_requested) return stopped_;
    try {
      stopped_ = pool_.stop_requested();
    } catch (...) {
      not_asked_ = std::current_exception();
      stopped_ = true;
    }
    return stopped_;
  }

  /// The next item to begin, once there is a free slot for it.
  bool next(size_t& item) {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] { return stopped_ || begun_ < taken_ + pool_.ahead; });
    if (stopped() || begun_ >= pool_.count) return false;
    item = begun_++;
    return true;
  }

  void hand_over(size_t item, const std::exception_ptr& error) {
    const std::lock_guard guard(mutex_);
    errors_[item % pool_.ahead] = error;
    done_[item % pool_.ahead] = 1;
    changed_.notify_all();
  }

  /// Waits until an item is done; false if it will not be begun.
  bool wait_for(size_t item) {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] {
      return (item < begun_ && done_[item % pool_.ahead] != 0) || (item >= begun_ && serving_ == 0);
    });
    return item < begun_;
  }

  const Pool& pool_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t begun_ = 0, taken_ = 0;
  size_t serving_;  // threads that may still begin an item
  bool stopped_ = false;
  std::vector<char> done_;
  std::vector<std::exception_ptr> errors_;
  std::exception_ptr not_asked_;  // what stop_requested has thrown
};

void run_alone(const Pool& pool) {
  for (size_t item = 0; item < pool.count; ++item) {
    if (pool.stop_requested && pool.stop_requested()) return;
    pool.work(0, item);
    pool.take(item);
  }
}

}  // namespace

void run_in_order(const Pool& pool) {
  if (pool.jobs <= 1) return run_alone(pool);
  Belt belt(pool);
  std::vector<std::jthread> threads;
  try {
    for (size_t worker = 0; worker < pool.jobs; ++worker)
      threads.emplace_back([&belt, worker] { belt.serve(worker); });
    belt.take_all();
  } catch (...) {
    belt.stop();  // the threads are joined before what they share goes
    threads.clear();
    throw;
  }
}

}  // namespace ricochet
