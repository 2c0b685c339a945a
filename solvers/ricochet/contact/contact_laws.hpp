#pragma once

#include "ricochet/contact/impact_law.hpp"
#include "ricochet/step_solver.hpp"

#include <optional>

namespace ricochet {

/// What an impact does; e is the restitution and mu the friction of the contact.
enum class Law {
  elastic,  ///< keeps the discrete energy, no tangential impulse
  beta,     ///< the normal impulse of elastic times (1 + e)/2
  newton,   ///< n.v+ = -e n.v-, frictionless
  coulomb,  ///< Newton's law in the normal, Coulomb friction against the slip after the impact
  moreau,   ///< e on both components of the averaged velocity: the energy never grows
  plastic,  ///< the contact point stops, and stays pinned while the contact force pushes
};

/// The laws on one or several contacts, see friction_problem.
class ContactLaw final : public ImpactLaw {
 public:
  /// No law: elastic where e = 1 and mu = 0 for all contacts that take part, else moreau. Impacts
  /// that leave with less normal energy than `rest_energy` [J/kg] come to rest.
  ContactLaw(const System& s, const Backend& backend, std::optional<Law> law, double rest_energy);

  void set_parameters(const System& s) override;
  [[nodiscard]] bool pins() const override { return law_ == Law::plastic; }
  [[nodiscard]] bool rubs() const override {
    return !law_ || law_ == Law::coulomb || law_ == Law::moreau;
  }
  ImpactOutcome apply(const ImpactState& at) override;
  [[nodiscard]] bool rests(const ImpactState& at, const Vector& p_plus) const override;
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override;

 private:
  ContactLaw(const ContactLaw& other);
  [[nodiscard]] Law law_for(const Mask& hit) const;
  void solve(const ImpactState& at, Law law, bool rest, ImpactOutcome& outcome);
  void answer(const ImpactState& at, Law law, ImpactOutcome& outcome);
  void balance(const ImpactState& at, Law law, ImpactOutcome& outcome);
  [[nodiscard]] bool gains(const ImpactState& at, const ImpactOutcome& outcome) const;
  void stick(const ImpactState& at, ImpactOutcome& outcome);
  bool drop_unpressed();
  void conclude(const ImpactState& at, const Mask& acting, const Vector& l,
                ImpactOutcome& outcome) const;
  [[nodiscard]] Vector stopping_impulses(const Mask& sticking) const;
  [[nodiscard]] Index most_pulled(const Mask& sticking, const Vector& l) const;
  void guess_impulses(const ImpactState& at);
  void slide(Index i, const Vector& stick);
  [[nodiscard]] std::string hit_contacts(const ImpactState& at) const;
  [[nodiscard]] std::string painleve(const ImpactState& at) const;

  /// The contact that a tangent belongs to.
  [[nodiscard]] Index owner(Index tangent) const {
    return contacts_.tangent_entries()[static_cast<size_t>(tangent)];
  }

  Index n_, m_;
  ContactTable contacts_;
  Index tangents_;
  std::optional<Law> law_;
  double rest_energy_;
  std::vector<Index> all_;  // contacts
  std::unique_ptr<StepSolver> friction_;
  Vector theta_, e_, mu_, u_, parameters_, guess_, no_hint_, e_now_, e_t_, mu_now_;
  Mask acting_;  // of the contacts hit, those that push
  Matrix W_;
  Solution solution_;
};

}  // namespace ricochet
