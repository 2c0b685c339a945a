#pragma once

#include "ricochet/contact/island_law.hpp"
#include "ricochet/contact/mass_factor.hpp"
#include "ricochet/contact/slide_directions.hpp"
#include "ricochet/rattle/impulse_work.hpp"
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
  /// limit: of the restitution, see Rattle.
  RattleContact(const System& s, const Backend& backend, bool limit);

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

  /// How q1 was reached.
  struct Way {
    const Step& from;
    double h = 0.0;
    bool nearest = false;  ///< R1 and nu act along the gradients at q1
  };
  /// The second stage: R2, rho2, xi and p1 from p, the momentum at q1 without its impulses, for the
  /// contacts to.contacts.held. Islands that are struck have no more of their restitution than
  /// takes energy; the others are named in to.limited.
  StepReport finish(const Way& way, const Vector& p, Step& to);
  /// The same by the law without friction, 0 <= P _|_ G(q1)^T v1 + e G(q0)^T v0 >= 0 with the
  /// restitution of each contact, whatever begin() was told.
  StepReport finish_smooth(const Way& way, const Vector& p, Step& to);
  /// Replaces the second stage of the islands to which that law gives energy, if it was solved at
  /// their whole restitution.
  StepReport limit_smooth(const Way& way, const Vector& p, Step& to);
  /// G(q1) R2 + T(q1) rho2.
  [[nodiscard]] const Vector& end_push(const Multipliers& force);

 private:
  /// What contacts do at the start of the step and on its way.
  struct Readings {
    Vector gap0, normal0, slip0;  // g, G^T v0 and T^T v0 at q0
    Vector gap, rate, slip;       // g(q1), g(q1)/h and the mean slip
  };
  void read_start(const Step& from);
  bool admit_penetrated(std::vector<Index>& contacts);
  StepReport improve(const Island& island, double h, Multipliers& force);
  void begin_end(const Way& way, const Vector& p, const Step& to);
  void move_freely(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi);
  StepReport strike(const Island& island, Eigen::Ref<Vector> v, Eigen::Ref<Vector> xi, Step& to);
  StepReport rebound(const Island& island, double share, const Eigen::Ref<const Vector>& v,
                     const Multipliers& force);
  StepReport limit(const Island& island, const Eigen::Ref<const Vector>& v,
                   const Eigen::Ref<const Vector>& xi, Step& to);
  StepReport limit_smooth(const Island& island, const Vector& p, Step& to);
  [[nodiscard]] double work(const Island& island, const Eigen::Ref<const Vector>& v,
                            const Eigen::Ref<const Vector>& xi, const Multipliers& force);
  [[nodiscard]] bool rebounds(const std::vector<Index>& contacts) const;
  void add_rebound(const Island& island, double share, Eigen::Ref<Vector> b);
  StepReport solve_along_slides(const Island& island, const CoulombProblem& problem,
                                Eigen::Ref<Vector> P);
  void add_smooth_rebound(const Island& island, double share, Eigen::Ref<Vector> b) const;
  [[nodiscard]] bool lasts(const Island& island) const;

  bool limits_;
  Tolerances tolerances_;
  double length_, speed_;  // speed: length / time
  Kernel start_kernel_, way_kernel_;
  MassFactor masses_;
  ContactGradients start_, way_, end_;
  ContactIslands islands_;
  IslandResponse response_;
  IslandLaw law_;
  SlideDirections directions_;
  ImpulseWork work_;
  Readings readings_;
  double missed_ = 0.0, missed_before_ = 0.0;  // of the law of the first stage [m]
  bool settled_ = false;
  bool smooth_ = false;    // the law without friction
  Vector first_friction_;  // of the first stage, per entry of g
  Vector theta_, v0_, v_, push_;
  Buffer v0_part_, xi0_part_, u_part_;  // before an impact
  struct Trial {
    Buffer r, v, xi, f;
  };
  Trial trial_;  // of a share of the restitution
  Buffer v_part_, xi_part_, b_part_, r_part_, P_part_, slip_part_, part_b_, part_P_;
};

}  // namespace ricochet
