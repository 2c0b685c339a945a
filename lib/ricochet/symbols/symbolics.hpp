#pragma once

#include <mutex>

namespace ricochet {

/// The lock of everything symbolic, for programs that build systems in several threads.
///
/// CasADi shares the nodes of constants (0, 1, ...) among all expressions and counts their owners
/// without protection. So two threads must not make, copy or destroy expressions at the same time,
/// whatever these belong to. A thread holds this lock while it
///
///   - writes expressions, a SystemSpecification, a Problem,
///   - constructs or destroys a System, a Stepper, a Monitor, Measures or a Kernel, or assigns
///     a System over the last copy of another one.
///
/// It needs no lock for numbers: advance, simulate, clone, System::with and numeric calls such as
/// System::g(Vector). Functions that look numeric but differentiate inside (energy, gaps and the
/// other diagnostics, momenta_of, project) take the lock themselves.
///
/// Constructors do not take it: the expressions that they are given belong to the user, and a
/// program that locks the constructors alone still crashes, one time in many.
///
///   std::optional<System> ball;
///   {
///     const SymbolicsLock lock = lock_symbolics();
///     const Expr q = Expr::sym("q", 2);
///     ball.emplace(SystemSpecification{.name = "ball", .q = q, ...});
///   }                                     // the expressions go before the lock is given up
///
/// A thread may take the lock again while it holds it.
using SymbolicsLock = std::unique_lock<std::recursive_mutex>;

[[nodiscard]] SymbolicsLock lock_symbolics();

/// Releases a lock and takes it back at the end of the scope, also after an exception. The lock is
/// not released while the thread holds it a second time.
class Unlocked {
 public:
  explicit Unlocked(SymbolicsLock& lock) : lock_(lock) { lock_.unlock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { lock_.lock(); }

 private:
  SymbolicsLock& lock_;
};

}  // namespace ricochet
