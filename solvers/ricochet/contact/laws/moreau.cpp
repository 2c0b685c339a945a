#include "ricochet/contact/laws/makers.hpp"
#include "ricochet/contact/laws/restitution_law.hpp"

namespace ricochet {
namespace {

/// Coulomb friction and restitution of the averaged velocity (v+ + e v-)/(1 + e) in the normal and
/// along the tangents. The energy cannot grow.
class MoreauLaw : public RestitutionLaw {
 public:
  using RestitutionLaw::RestitutionLaw;
  [[nodiscard]] bool rubs() const override { return true; }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<MoreauLaw>(*this);
  }

 private:
  [[nodiscard]] double of_slip(double e) const override { return e; }
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
