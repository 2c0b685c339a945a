#include "ricochet/contact/laws/makers.hpp"
#include "ricochet/contact/laws/restitution_law.hpp"

namespace ricochet {
namespace {

/// Coulomb friction and restitution of the averaged velocity (v+ + e v-)/(1 + e) in the normal and
/// along the tangents. The energy cannot grow if all contacts have one restitution. Several that
/// are hit at once with restitutions of their own may gain some: they then take the least of them,
/// flagged.
class MoreauLaw : public RestitutionLaw {
 public:
  using RestitutionLaw::RestitutionLaw;
  [[nodiscard]] bool rubs() const override { return true; }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<MoreauLaw>(*this);
  }

 private:
  [[nodiscard]] ImpactNumbers numbers(const Vector& e, const Vector& mu) const override {
    return {.e = e, .e_t = e, .mu = mu};
  }
  void solve(const ImpactState& at, const Vector& e, ImpactOutcome& outcome) override {
    RestitutionLaw::solve(at, e, outcome);
    if (!outcome.report.ok() || !hit().gain(impulses(), at)) return;
    RestitutionLaw::solve(at, Vector::Constant(e.size(), e.minCoeff()), outcome);
    outcome.flagged = true;
  }
};

/// Elastic where all contacts that are hit lose nothing.
class LawByContact final : public MoreauLaw {
 public:
  using MoreauLaw::MoreauLaw;
  ImpactOutcome apply(const ImpactState& at) override {
    for (Index i = 0; i < at.hit.size(); ++i)
      if (at.hit[i] != 0.0 && (restitution()[i] != 1.0 || friction()[i] != 0.0))
        return MoreauLaw::apply(at);
    return {.elastic = true};
  }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<LawByContact>(*this);
  }
};

}  // namespace

std::unique_ptr<ImpactLaw> make_moreau_law(const System& s, const Backend& backend,
                                           double rest_energy) {
  return std::make_unique<MoreauLaw>(s, backend, rest_energy);
}

std::unique_ptr<ImpactLaw> make_law_by_contact(const System& s, const Backend& backend,
                                               double rest_energy) {
  return std::make_unique<LawByContact>(s, backend, rest_energy);
}

}  // namespace ricochet
