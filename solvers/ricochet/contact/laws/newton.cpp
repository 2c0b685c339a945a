#include "ricochet/contact/laws/makers.hpp"
#include "ricochet/contact/laws/restitution_law.hpp"

namespace ricochet {
namespace {

/// n.v+ = -e n.v-, without friction.
class NewtonLaw final : public RestitutionLaw {
 public:
  using RestitutionLaw::RestitutionLaw;

  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<NewtonLaw>(*this);
  }

 private:
  [[nodiscard]] double of_slip(double /*e*/) const override { return 0.0; }
};

}  // namespace

std::unique_ptr<ImpactLaw> make_newton_law(const System& s, const Backend& backend,
                                           double rest_energy) {
  return std::make_unique<NewtonLaw>(s, backend, rest_energy);
}

}  // namespace ricochet
