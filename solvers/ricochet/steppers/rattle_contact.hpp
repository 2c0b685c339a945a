#pragma once

#include "ricochet/contact/island_law.hpp"
#include "ricochet/contact/mass_factor.hpp"
#include "ricochet/contact/slide_directions.hpp"
#include "ricochet/step.hpp"

namespace ricochet {

/// The impulses of rough contacts in the two stages of a step of RATTLE, see Rattle: one Coulomb
/// problem per stage and island.
///
/// The first stage is solved by Newton's method: with u(r) the rates g(q1)/h and mean slips of the
/// motion under impulses r, the next impulses solve Coulomb's law for u + W (r' - r). W = du/dr =
/// H1^T M^-1 H0, constraints eliminated, has rows H1 of the end and of the way, while impulses act
/// along H0 at the start: it is symmetric up to O(h) only. Forces count as constant in it.
class RattleContact {
 public:
  RattleContact(const System& s, const Backend& backend);

  void set_parameters(const System& s);

  /// Begins a step with the contacts of the first stage, to.contacts.predicted, which carry
  /// nothing yet.
  void begin(const Step& from, const Step& to);
  /// The next R1 and rho1 of `to`, whose q1 belongs to those that it has. Contacts that q1
  /// penetrates join.
  StepReport improve(const Step& from, double h, Step& to);
  /// True if improve() found nothing to improve.
  [[nodiscard]] bool settled() const { return settled_; }
  /// Reads the way to a q1 that was found without improve().
  void read_way(const Vector& q0, const Vector& q1, double h);
  /// G(q0) R1 + T(q0) rho1.
  [[nodiscard]] const Vector& push(const Multipliers& force);

  /// The second stage: R2, rho2, xi and p1 from p, the momentum at q1 without its impulses, for the
  /// contacts to.contacts.held.
  StepReport finish(const Vector& p, Step& to);
  /// The same by the law without friction, 0 <= P _|_ G(q1)^T v1 + e G(q0)^T v0 >= 0 with the
  /// restitution of each contact, whatever begin() was told.
  StepReport finish_smooth(const Step& from, const Vector& p, Step& to);
  /// G(q1) R2 + T(q1) rho2.
  [[nodiscard]] const Vector& end_push(const Multipliers& force);

 private:
  /// What contacts do at the start of the step and on its way.
  struct Readings {
    Vector gap0, normal0, slip0;  // g, G^T v0 and T^T v0 at q0
    Vector gap, rate, slip;       // g(q1), g(q1)/h and the mean slip
  };
  bool admit_penetrated(std::vector<Index>& contacts);
  StepReport improve(const Island& island, double h, Multipliers& force);
  StepReport strike(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi,
                    Multipliers& force);
  void add_rebound(const Island& island, Eigen::Ref<Vector> b);
  StepReport solve_along_slides(const Island& island, const CoulombProblem& problem,
                                Eigen::Ref<Vector> P);
  void add_smooth_rebound(const Island& island, Eigen::Ref<Vector> b) const;
  [[nodiscard]] bool lasts(const Island& island) const;

  Tolerances tolerances_;
  double length_, speed_;  // speed: length / time
  Kernel start_kernel_, way_kernel_;
  MassFactor masses_;
  ContactGradients start_, way_, end_;
  ContactIslands islands_;
  IslandResponse response_;
  IslandLaw law_;
  SlideDirections directions_;
  Readings readings_;
  double missed_ = 0.0, missed_before_ = 0.0;  // of the law of the first stage [m]
  bool settled_ = false;
  bool smooth_ = false;    // the law without friction
  Vector first_friction_;  // of the first stage, per entry of g
  Vector theta_, v0_, v_, push_;
  Buffer v0_part_, xi0_part_, u_part_;  // before an impact
  Buffer v_part_, xi_part_, b_part_, r_part_, P_part_, slip_part_, part_b_, part_P_;
};

}  // namespace ricochet
