#pragma once

#include "ricochet/backends/active_set.hpp"
#include "ricochet/certificate.hpp"

#include <vector>

namespace ricochet {

/// Leads from a first active set to a certified answer: Newton's method for the set, sign check,
/// revision of the set, certificate, branch test. Every backend ends with it; most steps of
/// `newton` need nothing else. Copies share what is compiled.
class Crossover {
 public:
  explicit Crossover(const StepProblem& problem);

  [[nodiscard]] ActiveSet& rows() { return rows_; }
  void set_parameters(const Vector& parameters);

  /// The set that the guess suggests: the pairs in force whose gap is closed or violated there.
  /// not_finite if the guess cannot be evaluated.
  StepStatus first_set(const Vector& guess, ActiveFlags& active);
  /// The set that an approximate answer z suggests: W_ii a_i > b_i; ambiguous pairs are active.
  void set_from(const Vector& z, ActiveFlags& active);

  /// Revises `active` from `start` until the signs are right. All wrong pairs flip at once until a
  /// set repeats; then one at a time, the first (finite for P-matrices, as in Murty's method).
  /// Pairs with a = b = 0 end up active where the signs allow it, whichever way the set was found.
  StepStatus search(const Vector& start, ActiveFlags& active, SolverStatistics& statistics);

  /// Tries all choices of the pairs that z leaves ambiguous, at most 10 of them.
  StepStatus enumerate(const Vector& start, const Vector& z, ActiveFlags& active,
                       SolverStatistics& statistics);

  /// Certificate and branch test of the settled answer, into report and solution.
  void finish(const Vector& guess, const ActiveFlags& active, StepReport& report,
              Solution& solution);

 private:
  Crossover(const StepProblem& conditions, double length);
  bool seen_before(const ActiveFlags& active);
  [[nodiscard]] bool weak(Index i) const;
  double settle_from_guess(const Vector& guess, const ActiveFlags& active,
                           SolverStatistics& statistics);
  void activate_weak_pairs(const Vector& start, ActiveFlags& active, SolverStatistics& statistics);

  ActiveSet rows_;
  Certifier certifier_;
  /// Hashes of the sets tried. A copy is empty and has the same capacity.
  struct Tried {
    Tried() = default;
    Tried(const Tried& o) { hashes.reserve(o.hashes.capacity()); }
    Tried(Tried&&) noexcept = default;
    Tried& operator=(const Tried&) = delete;
    Tried& operator=(Tried&&) noexcept = default;
    ~Tried() = default;

    std::vector<size_t> hashes = {};
  };
  Tried visited_;
  ActiveFlags wider_, revised_;
  Vector reached_;
  double length_;
};

}  // namespace ricochet
