#include "ricochet/contact/laws/lossy_law.hpp"

#include <algorithm>

namespace ricochet {

LossyLaw::LossyLaw(const System& s, double rest_energy)
    : rest_energy_(rest_energy), speed_tolerance_(s.tolerances().speed) {
  LossyLaw::set_parameters(s);
}

void LossyLaw::set_parameters(const System& s) {
  const bool known = e_.size() == s.m() && theta_.size() == s.parameter_values().size();
  if (known && theta_ == s.parameter_values()) return;
  theta_ = s.parameter_values();
  const Matrix values = s.contact_values();
  e_.resize(s.m());
  mu_.resize(s.m());
  for (Index i = 0; i < s.m(); ++i) {
    e_[i] = values(0, s.contacts().row(i));
    mu_[i] = values(1, s.contacts().row(i));
  }
}

bool LossyLaw::rests(const ImpactState& at, const Vector& p_plus) const {
  if (!(e_.cwiseProduct(at.hit).maxCoeff() < 1.0)) return false;
  const Vector& speeds = at.cone.speeds_after(p_plus - at.p_minus);
  for (Index i = 0; i < e_.size(); ++i) {
    if (at.hit[i] == 0.0 || at.cone.normal_speeds()[i] > speed_tolerance_) continue;  // it left
    const double leaves = std::max(speeds[i], 0.0);
    if (0.5 * leaves * leaves > rest_energy_) return false;
  }
  return true;
}

}  // namespace ricochet
