#pragma once

#include "ricochet/contact/impact_law.hpp"

#include <algorithm>

namespace ricochet {

/// The restitution that contacts which are hit at once share: the least one.
struct LeastRestitution {
  double least = 1.0, most = 0.0;

  void take(double e) {
    least = std::min(least, e);
    most = std::max(most, e);
  }
  [[nodiscard]] bool differs() const { return most > least; }
};

/// A law with numbers: restitution and friction of every entry of g, and the normal energy per mass
/// [J/kg] below which contacts come to rest.
class LossyLaw : public ImpactLaw {
 public:
  LossyLaw(const System& s, double rest_energy);

  void set_parameters(const System& s) override;
  /// True if every contact that is hit leaves with less normal energy, per mass
  /// 1 / mobility, than the threshold.
  [[nodiscard]] bool rests(const ImpactState& at, const Vector& p_plus) const override;

 protected:
  [[nodiscard]] const Vector& restitution() const { return e_; }
  [[nodiscard]] const Vector& friction() const { return mu_; }

 private:
  double rest_energy_, speed_tolerance_;
  Vector theta_, e_, mu_;
};

}  // namespace ricochet
