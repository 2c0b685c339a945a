#include "ricochet/contact/laws/makers.hpp"

namespace ricochet {
namespace {

/// The law of the variational principle: the impulse is d times what keeps the discrete energy of
/// the flight that follows. [FMOW03] (75c)
class ElasticLaw final : public ImpactLaw {
 public:
  void set_parameters(const System& /*s*/) override {}
  ImpactOutcome apply(const ImpactState& /*at*/) override { return {.elastic = true}; }
  [[nodiscard]] bool rests(const ImpactState& /*at*/, const Vector& /*p_plus*/) const override {
    return false;
  }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<ElasticLaw>(*this);
  }
};

}  // namespace

std::unique_ptr<ImpactLaw> make_elastic_law(const System& /*s*/, const Backend& /*backend*/,
                                            double /*rest_energy*/) {
  return std::make_unique<ElasticLaw>();
}

}  // namespace ricochet
