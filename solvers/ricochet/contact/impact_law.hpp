#pragma once

#include "ricochet/contact/impact_cone.hpp"

#include <memory>

namespace ricochet {

/// An impact as a law sees it.
struct ImpactState {
  const Vector& q;        ///< where
  const Vector& p_minus;  ///< momentum before
  const Mask& hit;        ///< contacts that take part, per entry of g
  const Vector& d;        ///< the impulse that stops their approach
  const Vector& y;        ///< d = G y
  ImpactCone& cone;       ///< placed at (q, p_minus)
  bool capped = false;    ///< the step has had its share of impacts: come to rest
};

/// What a law answers.
struct ImpactOutcome {
  StepReport report = {.status = StepStatus::converged};
  bool elastic = false;  ///< keep the discrete energy: p_plus is left to the next flight
  double share = 1.0;    ///< of the elastic impulse
  // Unless elastic: p_plus = p_minus + G normal + T tangential.
  Vector p_plus = {};
  Vector normal = {};      ///< impulses, one per entry of g [N s]
  Vector tangential = {};  ///< one per tangent
  bool flagged = false;    ///< by another law than the one asked for
};

/// A contact law other than the elastic one of the variational principle.
class ImpactLaw {
 public:
  ImpactLaw() = default;
  ImpactLaw(const ImpactLaw&) = default;
  ImpactLaw& operator=(const ImpactLaw&) = delete;
  virtual ~ImpactLaw() = default;
  virtual void set_parameters(const System& s) = 0;
  /// True if contact points at rest do not slip while they are held.
  [[nodiscard]] virtual bool pins() const { return false; }
  /// True if contacts that rest rub with their friction, see RestingContacts.
  [[nodiscard]] virtual bool rubs() const { return false; }
  virtual ImpactOutcome apply(const ImpactState& at) = 0;
  /// True if an impact that ends with p_plus is so slow that the contacts come to rest instead.
  [[nodiscard]] virtual bool rests(const ImpactState& at, const Vector& p_plus) const = 0;
  [[nodiscard]] virtual std::unique_ptr<ImpactLaw> clone() const = 0;
};

}  // namespace ricochet
