#pragma once

#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What is judged of a step with one position update. Rows of motion are h M^-1 (momentum), rows of
/// velocities are times .time, impulses are the lengths by which they move their contact: all of
/// these are lengths. Every part is evaluated by a call of its own, so that a step without contact
/// pays for its motion only.
class VariationalTerms {
 public:
  VariationalTerms(const System& s, const Discretization& d, const VariationalClaims& claims);

  void set_parameters(const System& s);

  /// The part of the contacts, with p+ behind the reflections; p1 is that of the step, or one
  /// before impacts where it ends.
  void evaluate_contacts(const Step& from, double h, const Step& to, const Vector& p_plus,
                         const Vector& p1);
  void evaluate_contacts(const Step& from, double h, const Step& to, const Vector& p_plus) {
    evaluate_contacts(from, h, to, p_plus, to.state.p);
  }
  /// No contact acts, and none is closed at the start.
  void skip_contacts();
  /// Motion and gaps, between the momenta that the impulses of contacts leave at both ends:
  /// p+ + G(q0) lambda and p1 - G(q1) mu.
  void evaluate_motion(const Step& from, double h, const Step& to, const Vector& p_start,
                       const Vector& p_end);
  /// The equations of Step::predicted, and the gaps there.
  void evaluate_prediction(const Step& from, double h, const Step& to);
  /// Takes the predicted position for q1, whose gaps are known.
  void predict_end() { ahead_ = gaps1_; }

  // Residuals of the equations of motion at both ends; f(q1); F(q1)^T v1 where it is claimed to be
  // 0.
  [[nodiscard]] auto dynamics() const { return rows_.head(2 * n_); }
  [[nodiscard]] auto equality() const { return rows_.segment(2 * n_, k_); }
  [[nodiscard]] auto hidden() const { return rows_.segment(2 * n_ + k_, hidden_); }
  /// Residual of the predicted position, without what reactions may give a bilateral one.
  [[nodiscard]] const Vector& predicted_off() const { return predicted_off_; }
  [[nodiscard]] const Vector& predicted_equality() const { return predicted_f_; }

  // Of the parts above, per entry of g.
  [[nodiscard]] Index m() const { return m_; }
  [[nodiscard]] double gap0(Index i) const { return gaps0_[i]; }
  [[nodiscard]] double gap1(Index i) const { return gaps1_[i]; }
  [[nodiscard]] double ahead(Index i) const { return ahead_[i]; }  ///< gap where it is predicted
  [[nodiscard]] double speed_plus(Index i) const { return start_.speed[i]; }  ///< with p+ [m/s]
  [[nodiscard]] double speed1(Index i) const { return end_.speed[i]; }        ///< with p1 [m/s]
  [[nodiscard]] double push(Index i) const { return start_.push[i]; }
  [[nodiscard]] double end_push(Index i) const { return end_.push[i]; }
  /// n.v1 + e n.v0, where the claim is one of restitution [m/s].
  [[nodiscard]] double rebound(Index i) const { return rebound_[i]; }
  [[nodiscard]] const Vector& p_start() const { return start_.p; }
  [[nodiscard]] const Vector& p_end() const { return end_.p; }

 private:
  /// What contacts do at one end of the step.
  struct End {
    Vector speed, push;  // per entry of g
    Vector p;            // the momentum without their impulses
  };
  void set_contacts(const System& s);
  void set_prediction(const System& s, const Discretization& d, bool bilateral);
  void remove_reactions(double h);

  Index n_, m_, k_, hidden_;  // sizes of q, g, f and of hidden()
  double time_;
  Kernel motion_, contacts_, struck_, prediction_;
  Vector theta_, rows_, gaps0_, gaps1_, predicted_off_, predicted_f_, ahead_;
  End start_, end_;
  Vector rebound_;           // of size 0 if nothing claims it
  ReactionSpace reactions_;  // of a bilateral predictor
};

}  // namespace ricochet
