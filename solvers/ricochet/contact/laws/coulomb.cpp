#include "ricochet/contact/laws/makers.hpp"
#include "ricochet/contact/laws/restitution_law.hpp"

namespace ricochet {
namespace {

/// Newton's law in the normal; along the tangents Coulomb friction against the slip after the
/// impact.
class CoulombLaw final : public RestitutionLaw {
 public:
  using RestitutionLaw::RestitutionLaw;
  [[nodiscard]] bool rubs() const override { return true; }
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<CoulombLaw>(*this);
  }

 private:
  [[nodiscard]] double of_slip(double /*e*/) const override { return 0.0; }
};

}  // namespace

std::unique_ptr<ImpactLaw> make_coulomb_law(const System& s, const Backend& backend,
                                            double rest_energy) {
  return std::make_unique<CoulombLaw>(s, backend, rest_energy);
}

}  // namespace ricochet
