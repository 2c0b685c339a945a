#include "ricochet/certify/moreau_jean_certifier.hpp"

#include "ricochet/certify/coulomb_check.hpp"
#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/moreau_jean_terms.hpp"
#include "ricochet/certify/shared_restitution.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

class MoreauJeanCertifier final : public StepCertifier {
 public:
  MoreauJeanCertifier(const System& s, bool projected)
      : gap_tolerance_(s.tolerances().gap),
        terms_(s, projected),
        restitution_(s, true),
        law_(s),
        found_(s) {}

  void set_parameters(const System& s) override {
    terms_.set_parameters(s);
    restitution_.set_parameters(s);
    law_.set_parameters(s);
  }
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<MoreauJeanCertifier>(*this);
  }

 private:
  void check_motion(const Step& from, double h, const Step& to);
  void check_prediction(const std::vector<Index>& contacts);
  void check_contacts(const Step& to);

  double gap_tolerance_;
  MoreauJeanTerms terms_;
  SharedRestitution restitution_;
  CoulombCheck law_;
  Findings found_;
};

Certificate MoreauJeanCertifier::certify(const Step& from, double h, const Step& to) {
  found_.clear();
  terms_.evaluate_motion(from, h, to);
  check_motion(from, h, to);
  check_prediction(to.contacts.predicted);
  const bool acts = to.force.lambda.any() || to.force.rho.any();
  if (acts || !to.contacts.predicted.empty()) check_contacts(to);
  return found_.certificate();
}

void MoreauJeanCertifier::check_motion(const Step& from, double h, const Step& to) {
  found_.take_largest(Findings::dynamics, terms_.dynamics(),
                      "the equations of motion are not satisfied");
  found_.take_largest(Findings::equality, terms_.equality(), "an equality is not satisfied");
  found_.take_largest(Findings::tangency, terms_.hidden(),
                      "the velocity leaves an equality or a nonholonomic row");
  const double ends = from.state.t + h;
  found_.take(Findings::dynamics,
              std::abs(to.state.t - ends) <= 1e-12 * (std::abs(ends) + h) ? 0.0 : h,
              "the step does not end h later");
}

/// Contacts take part where they are closed in the middle of the step, and nowhere else.
void MoreauJeanCertifier::check_prediction(const std::vector<Index>& contacts) {
  const Vector& gaps = terms_.gaps();
  for (Index i = 0; i < gaps.size(); ++i) {
    const bool taken = std::binary_search(contacts.begin(), contacts.end(), i);
    if (taken && gaps[i] > gap_tolerance_)
      found_.take(Findings::complementarity, gaps[i], "takes part, but is open", i);
    if (!taken && !(gaps[i] >= -gap_tolerance_))
      found_.take(Findings::jump, -gaps[i], "is closed, but takes no part", i);
  }
}

void MoreauJeanCertifier::check_contacts(const Step& to) {
  const std::vector<Index>& contacts = to.contacts.predicted;
  const bool bounces = restitution_.any(contacts);
  terms_.evaluate_contacts(to, bounces);
  if (bounces) {
    restitution_.form(contacts, terms_.before());
    for (const Index i : contacts) terms_.add_rebound(i, restitution_.of(i));
  }
  law_.check(terms_.contacts(), contacts, law_.friction(), found_);
}

}  // namespace

std::unique_ptr<StepCertifier> certify_moreau_jean(const System& s, bool projected) {
  return std::make_unique<MoreauJeanCertifier>(s, projected);
}

}  // namespace ricochet
