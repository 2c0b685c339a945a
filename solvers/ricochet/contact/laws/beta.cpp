#include "ricochet/contact/laws/lossy_law.hpp"
#include "ricochet/contact/laws/makers.hpp"

namespace ricochet {
namespace {

/// The share (1 + e)/2 of the elastic impulse, beta = (1 - e)/2 of it is lost [VCI-S]. Of several
/// contacts that are pushed the least e decides, flagged if they differ.
class BetaLaw final : public LossyLaw {
 public:
  using LossyLaw::LossyLaw;
  ImpactOutcome apply(const ImpactState& at) override {
    LeastRestitution e;
    for (Index i = 0; i < at.hit.size(); ++i)
      if (at.hit[i] != 0.0 && at.y[i] > 0.0) e.take(restitution()[i]);
    return {.elastic = true, .share = 0.5 * (1.0 + e.least), .flagged = e.differs()};
  }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<BetaLaw>(*this);
  }
};

}  // namespace

std::unique_ptr<ImpactLaw> make_beta_law(const System& s, const Backend& /*backend*/,
                                         double rest_energy) {
  return std::make_unique<BetaLaw>(s, rest_energy);
}

}  // namespace ricochet
