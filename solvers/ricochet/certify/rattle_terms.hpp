#pragma once

#include "ricochet/certify/coulomb_check.hpp"
#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What is judged of a step of RATTLE. Rows of motion are h M^-1 (momentum), those of velocities
/// are times .time: all are lengths. Contacts are evaluated by a call of their own, so that a step
/// without them pays for its motion only.
class RattleTerms {
 public:
  explicit RattleTerms(const System& s);

  void set_parameters(const System& s);
  void evaluate_motion(const Step& from, double h, const Step& to);
  void evaluate_contacts(const Step& from, double h, const Step& to);
  /// Adds e G(q0)^T v0 of a contact to its velocity in the second stage.
  void add_rebound(Index contact, double e) { second_.normal[contact] += e * before_[contact]; }
  /// The same with e (G, T)(q1)^T P v0: what F(q1) leaves of v0. For a step with an impact.
  void place_rebound(const Step& from, const Step& to);
  void add_placed_rebound(Index contact, double e);
  /// The work of the impulses of both stages and of the reactions.
  void evaluate_work(const Step& from, const Step& to);
  /// Leaves of its slip in the second stage what lies along its mean slip; returns the part of its
  /// friction across that [N s].
  double direct(Index contact);

  /// R1 and nu act along the gradients at q1, see NearestAdmissible.
  [[nodiscard]] bool nearest() const { return nearest_; }
  [[nodiscard]] auto dynamics() const { return rows_.head(2 * n_); }
  [[nodiscard]] auto equality() const { return rows_.segment(2 * n_, k_); }
  [[nodiscard]] auto hidden() const { return rows_.segment(2 * n_ + k_, k_); }
  [[nodiscard]] double gap0(Index i) const { return rows_[2 * n_ + 2 * k_ + i]; }
  [[nodiscard]] double gap1(Index i) const { return rows_[rows_.size() - m_ + i]; }
  [[nodiscard]] const Vector& before() const { return before_; }  ///< G(q0)^T v0 [m/s]
  [[nodiscard]] double mean_slip(Index contact) const;            ///< its size [m/s]
  [[nodiscard]] const Vector& work() const { return work_; }      ///< per coordinate [J]
  /// Energy of the end and of what impulses move, per coordinate [J]: what round-off scales with.
  [[nodiscard]] const Vector& moved() const { return moved_; }
  [[nodiscard]] const CoulombTerms& first() const { return first_; }
  [[nodiscard]] const CoulombTerms& second() const { return second_; }

 private:
  void make_motion(const System& s);
  void make_contacts(const System& s);
  void make_work(const System& s);
  void try_nearest(const Step& from, double h, const Step& to);

  Index n_, m_, k_;
  double noticeable_;  // [m]
  bool nearest_ = false;
  ContactTable table_;
  Kernel motion_, impulses_, impulses_at_end_, touch_, rebound_, constraints_, works_;
  Vector theta_, rows_, other_rows_, no_nu_;
  Vector p_start_, p_end_;                   // momenta that contacts leave at both ends
  Vector before_, normal_back_, slip_back_;  // G(q0)^T v0; (G, T)(q1)^T P v0
  Vector work_, moved_;
  ReactionSpace reactions_;
  CoulombTerms first_, second_;
};

}  // namespace ricochet
