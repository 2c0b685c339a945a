#include "ricochet/certify/rattle_certifier.hpp"

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/rattle_terms.hpp"
#include "ricochet/certify/shared_restitution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ricochet {
namespace {

constexpr double slides = 1e-7;  // mean slip from which on a contact slides, of length / time

class RattleCertifier final : public StepCertifier {
 public:
  RattleCertifier(const System& s, bool limits);

  void set_parameters(const System& s) override;
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<RattleCertifier>(*this);
  }

 private:
  void check_motion(const Step& from, double h, const Step& to);
  [[nodiscard]] bool may_touch(const Step& to) const;
  void check_first_stage();
  void check_held(const std::vector<Index>& held);
  void read_shares(const Step& to);
  void add_restitution(const Step& from, const Step& to);
  void check_shares(const Step& from, const Step& to);
  void check_share(Index contact);
  [[nodiscard]] bool rebounds(Index contact) const;
  void direct_slides(const std::vector<Index>& held);

  bool limits_;
  Tolerances tolerances_;
  double length_, speed_;  // speed: length / time
  bool rubs_ = false;
  RattleTerms terms_;
  SharedRestitution restitution_;
  CoulombCheck law_;
  Findings found_;
  ContactTable table_;
  Vector way_friction_, shares_;       // per contact
  std::vector<Index> every_, struck_;  // contacts; groups with an impact
};

RattleCertifier::RattleCertifier(const System& s, bool limits)
    : limits_(limits),
      tolerances_(s.tolerances()),
      length_(s.length()),
      speed_(s.length() / s.specification().time),
      terms_(s),
      restitution_(s, false),
      law_(s),
      found_(s),
      table_(s.contacts()),
      shares_(s.m()),
      every_(static_cast<size_t>(s.m())) {
  std::iota(every_.begin(), every_.end(), Index{0});
  set_parameters(s);
}

void RattleCertifier::set_parameters(const System& s) {
  terms_.set_parameters(s);
  restitution_.set_parameters(s);
  law_.set_parameters(s);
  rubs_ = s.m() > 0 && s.contact_values().row(1).maxCoeff() > 0.0;
}

Certificate RattleCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  terms_.evaluate_motion(from, h, to);
  check_motion(from, h, to);
  if (!may_touch(to)) return found_.certificate();
  terms_.evaluate_contacts(from, h, to);
  check_first_stage();
  check_held(to.contacts.held);
  read_shares(to);
  add_restitution(from, to);
  if (limits_) check_shares(from, to);
  law_.check(terms_.second(), to.contacts.held, law_.friction(), found_);
  return found_.certificate();
}

void RattleCertifier::check_motion(const Step& from, double h, const Step& to) {
  found_.take_largest(Findings::dynamics, terms_.dynamics(),
                      "the equations of motion are not satisfied");
  found_.take_largest(Findings::equality, terms_.equality(), "an equality is not satisfied");
  found_.take_largest(Findings::tangency, terms_.hidden(), "the velocity leaves an equality");
  const double ends = from.state.t + h;
  found_.take(Findings::dynamics,
              std::abs(to.state.t - ends) <= 1e-12 * (std::abs(ends) + h) ? 0.0 : h,
              "the step does not end h later");
  for (const Index i : every_)
    found_.take(Findings::gap, std::max(0.0, -terms_.gap1(i)), "is penetrated", i);
}

/// Only contacts that were closed rub on the way, and none on that to the nearest position.
void RattleCertifier::check_first_stage() {
  way_friction_ = law_.friction();
  for (const Index i : every_)
    if (terms_.nearest() || terms_.gap0(i) > tolerances_.gap) way_friction_[i] = 0.0;
  law_.check(terms_.first(), every_, way_friction_, found_);
}

/// False if nothing acts and no contact is held or limited.
bool RattleCertifier::may_touch(const Step& to) const {
  const Multipliers& force = to.force;
  return !to.contacts.held.empty() || !to.limited.empty() || force.lambda.any() || force.mu.any() ||
         force.rho.any() || force.pi.any();
}

/// Contacts of the second stage are closed at the end. One that a free step happens to reach within
/// the tolerance may wait for the next step.
void RattleCertifier::check_held(const std::vector<Index>& held) {
  for (const Index i : held)
    found_.take(Findings::complementarity,
                std::max(0.0, std::abs(terms_.gap1(i)) - 2.0 * tolerances_.gap),
                "strikes, but is open", i);
}

void RattleCertifier::read_shares(const Step& to) {
  shares_.setOnes();
  for (const auto& [contact, share] : to.limited) {
    shares_[contact] = share;
    const bool right = limits_ && share >= 0.0 && share <= 1.0;
    found_.take(Findings::jump, right ? 0.0 : length_, "has no share of its restitution", contact);
  }
}

/// Without friction each contact has a restitution of its own, as in the paper.
void RattleCertifier::add_restitution(const Step& from, const Step& to) {
  const std::vector<Index>& held = to.contacts.held;
  restitution_.form(held, terms_.before());
  if (!rubs_) {
    for (const Index i : held) terms_.add_rebound(i, shares_[i] * law_.restitution(i));
    return;
  }
  if (restitution_.any(held)) terms_.place_rebound(from, to);
  for (const Index i : held)
    if (restitution_.strikes(i) && restitution_.of(i) > 0.0)
      terms_.add_placed_rebound(i, shares_[i] * restitution_.of(i));
  direct_slides(held);
}

/// True if a contact is struck and has a restitution.
bool RattleCertifier::rebounds(Index i) const {
  if (rubs_) return restitution_.strikes(i) && restitution_.of(i) > 0.0;
  const bool struck = terms_.before()[i] < -tolerances_.speed || terms_.gap0(i) > tolerances_.gap;
  return struck && law_.restitution(i) > 0.0;
}

/// Contacts of a group with an impact have one share, all others have their whole restitution.
void RattleCertifier::check_shares(const Step& from, const Step& to) {
  const std::vector<Index>& held = to.contacts.held;
  struck_.clear();
  for (const Index i : held)
    if (rebounds(i)) struck_.push_back(restitution_.group_of(i));
  const auto struck = [&](Index i) {
    return std::find(struck_.begin(), struck_.end(), restitution_.group_of(i)) != struck_.end();
  };
  for (const auto& [contact, share] : to.limited)
    if (!std::binary_search(held.begin(), held.end(), contact) || !struck(contact))
      found_.take(Findings::jump, length_ * (1.0 - share), "returns less, but is not struck",
                  contact);
  if (struck_.empty()) return;
  terms_.evaluate_work(from, to);
  for (const Index i : held) {
    if (!struck(i)) continue;
    const Index first = *std::find_if(held.begin(), held.end(), [&](Index other) {
      return restitution_.group_of(other) == restitution_.group_of(i);
    });
    if (first == i) check_share(i);
    found_.take(Findings::jump, length_ * std::abs(shares_[i] - shares_[first]),
                "has another share of its restitution than its neighbours", i);
  }
}

/// Of all impulses that act on the contact's group: a share above 0 gives no energy, one below 1
/// takes none. With friction Coulomb's law may have several solutions: the work jumps where one of
/// them ends, and below the jump the largest share may take some.
void RattleCertifier::check_share(Index contact) {
  const Index group = restitution_.group_of(contact);
  double work = 0.0, moved = 0.0;
  for (Index i = 0; i < terms_.work().size(); ++i)
    if (restitution_.groups().of_coordinate(i) == group) {
      work += terms_.work()[i];
      moved += terms_.moved()[i];
    }
  const double error = length_ * work / std::max(moved, std::numeric_limits<double>::min());
  if (shares_[contact] > 0.0)
    found_.take(Findings::energy, std::max(0.0, error), "returns so much that it gives energy",
                contact);
  if (shares_[contact] < 1.0 && !rubs_)
    found_.take(Findings::energy, std::max(0.0, -error), "returns less than it may", contact);
}

/// Where nothing is approached and nothing lands, contacts with two tangents rub along their mean
/// slip.
void RattleCertifier::direct_slides(const std::vector<Index>& held) {
  struck_.clear();
  for (const Index i : held)
    if (terms_.gap0(i) > tolerances_.gap || terms_.before()[i] < -tolerances_.speed)
      struck_.push_back(restitution_.group_of(i));
  for (const Index i : held) {
    const auto [first, last] = table_.tangents_of(i);
    const Index group = restitution_.group_of(i);
    const bool struck = std::find(struck_.begin(), struck_.end(), group) != struck_.end();
    if (struck || last - first != 2 || law_.friction()[i] <= 0.0) continue;
    if (!(terms_.mean_slip(i) > slides * speed_)) continue;
    found_.take(Findings::friction, terms_.second().tangent_reach[first] * terms_.direct(i),
                "rubs across its slide", i);
  }
}

}  // namespace

std::unique_ptr<StepCertifier> certify_rattle(const System& s, bool limits) {
  return std::make_unique<RattleCertifier>(s, limits);
}

}  // namespace ricochet
