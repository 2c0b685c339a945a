#pragma once

#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// Whole steps of `shadow` between its events: those of gvi, which keep the equalities and the
/// contacts S that rest where they begin, and let go of what would pull.
class ShadowMotion {
 public:
  ShadowMotion(const System& s, const Discretization& d, const Backend& backend);

  void set_parameters(const System& s) { contact_.set_parameters(s); }

  /// S: sets 1 for contacts that are closed at q and have no normal speed, else 0; false if there
  /// is none.
  bool rest(const Vector& q, const Vector& p, Mask& S);
  /// Of S those that have none with another momentum either.
  void keep_resting(const Vector& q, const Vector& p, Mask& S);

  /// The position that no contact changes; it has the equalities.
  StepReport predict(const State& from, double h, Vector& x);
  /// The position behind a momentum p, with the contacts of S; hint: of their impulses.
  StepReport position(const Vector& q, const Vector& p, double h, const Mask& S, const Vector& hint,
                      Vector& x, Multipliers& force);
  /// That with 0 <= lambda _|_ g(x) >= 0 over all contacts.
  StepReport landing(const Vector& q, const Vector& p, double h, const Vector& hint, Vector& x,
                     Multipliers& force);
  /// The momentum where such a step ends; of S the contacts that are still closed there are held.
  StepReport momentum(const Vector& q0, const Vector& q1, double h, const Mask& S, Vector& p1,
                      Multipliers& force);

  /// Contacts that a position penetrates, but for round-off of those in S; true if there is one.
  bool violated(const Vector& x, const Mask& S, Mask& V);

 private:
  [[nodiscard]] bool plain(const Mask& S) const { return !equalities_ && !S.any(); }

  bool equalities_;
  double gap_tolerance_, speed_tolerance_;
  SmoothContact contact_;
  Mask none_, all_, held_;
  Vector free_;
  Multipliers unused_;
};

}  // namespace ricochet
