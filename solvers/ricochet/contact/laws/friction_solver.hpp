#pragma once

#include "ricochet/contact/laws/hit_contacts.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// What the contacts of an impact bring along, one number per contact that is hit.
struct ImpactNumbers {
  Vector e;    ///< restitution of the normal speed
  Vector e_t;  ///< of the slip
  Vector mu;   ///< friction
};

/// Solves the friction_problem of the contacts that are hit. There are two sizes of it, for a few
/// contacts and for many.
class FrictionSolver {
 public:
  FrictionSolver(const System& s, const Backend& backend);
  FrictionSolver(const FrictionSolver& other);
  FrictionSolver& operator=(const FrictionSolver&) = delete;
  ~FrictionSolver() = default;

  /// l, the impulses of all rows. The report names contacts and numbers where there are none.
  StepReport solve(const HitContacts& hit, const ImpactNumbers& numbers, Vector& l);

 private:
  struct Program {
    Index slots = 0;
    std::unique_ptr<StepSolver> solver = {};
  };
  bool drop_unpressed(const ImpactNumbers& numbers);
  void write(const HitContacts& hit, const ImpactNumbers& numbers, Index slots);
  void guess(const HitContacts& hit, const ImpactNumbers& numbers, Index slots);
  void slide(const HitContacts& hit, const ImpactNumbers& numbers, Index slots, Index i,
             const Vector& stick);
  /// Where a row stands among those of a problem for so many contacts.
  [[nodiscard]] Index place(const HitContacts& hit, Index slots, Index i, Index row) const;

  Index width_;  // tangents per contact
  Program few_, many_;
  Mask acting_;  // of the contacts hit, those that push
  Vector parameters_, guess_, no_hint_;
  Solution solution_;
};

}  // namespace ricochet
