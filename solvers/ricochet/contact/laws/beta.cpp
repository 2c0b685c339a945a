#include "ricochet/contact/laws/lossy_law.hpp"
#include "ricochet/contact/laws/makers.hpp"

namespace ricochet {
namespace {

/// The share (1 + e)/2 of the elastic impulse; of several contacts the largest e decides.
class BetaLaw final : public LossyLaw {
 public:
  using LossyLaw::LossyLaw;
  ImpactOutcome apply(const ImpactState& at) override {
    return {.elastic = true, .share = 0.5 * (1.0 + restitution().cwiseProduct(at.hit).maxCoeff())};
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
