#include "ricochet/contact/laws/hit_contacts.hpp"
#include "ricochet/contact/laws/lossy_law.hpp"
#include "ricochet/contact/laws/makers.hpp"

#include <Eigen/QR>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of the velocities and impulses of one impact

/// Contact points stop, u+ = 0 in the normal and along the tangents, whatever the friction; those
/// that this would pull let go.
class PlasticLaw final : public LossyLaw {
 public:
  PlasticLaw(const System& s, double rest_energy) : LossyLaw(s, rest_energy), hit_(s) {}
  [[nodiscard]] bool pins() const override { return true; }
  ImpactOutcome apply(const ImpactState& at) override;
  [[nodiscard]] std::unique_ptr<ImpactLaw> clone() const override {
    return std::make_unique<PlasticLaw>(*this);
  }

 private:
  [[nodiscard]] Vector stopping_impulses(const Mask& sticking) const;
  [[nodiscard]] Index most_pulled(const Mask& sticking, const Vector& l) const;

  HitContacts hit_;
};

ImpactOutcome PlasticLaw::apply(const ImpactState& at) {
  ImpactOutcome outcome;
  hit_.take(at);
  Mask sticking = Mask::Ones(hit_.count());
  Vector l = stopping_impulses(sticking);
  for (Index i = most_pulled(sticking, l); i >= 0; i = most_pulled(sticking, l)) {
    sticking[i] = 0.0;
    l = stopping_impulses(sticking);
  }
  hit_.conclude(l, at, outcome);
  const Vector after = hit_.u() + hit_.W() * l;
  for (Index i = 0; i < hit_.count(); ++i) {
    if (after[i] >= -round_off * hit_.u().norm()) continue;
    outcome.report.status = StepStatus::no_admissible_impulse;
    outcome.report.message = "plastic contact '" + hit_.name(i) + "' neither stops nor leaves";
  }
  return outcome;
}

/// Impulses that stop some contacts, both ways; exactly 0 at the others. Rows of two corners of a
/// rigid body depend on each other: the impulses are those of least norm, the motion is unique all
/// the same.
Vector PlasticLaw::stopping_impulses(const Mask& sticking) const {
  std::vector<Index> rows;
  for (Index i = 0; i < hit_.count(); ++i)
    if (sticking[i] != 0.0) rows.push_back(i);
  for (Index i = 0; i < hit_.count(); ++i)
    for (auto [row, last] = hit_.tangents(i); row < last && sticking[i] != 0.0; ++row)
      rows.push_back(row);
  Vector l = Vector::Zero(hit_.rows());
  if (rows.empty()) return l;
  const Matrix W = hit_.W()(rows, rows);
  const Vector u = hit_.u()(rows);
  l(rows) = -W.completeOrthogonalDecomposition().solve(u);
  return l;
}

/// The sticking contact with the most negative normal impulse; -1: none is pulled.
Index PlasticLaw::most_pulled(const Mask& sticking, const Vector& l) const {
  Index most = -1;
  for (Index i = 0; i < hit_.count(); ++i)
    if (sticking[i] != 0.0 && l[i] < -round_off * l.norm() && (most < 0 || l[i] < l[most]))
      most = i;
  return most;
}

}  // namespace

std::unique_ptr<ImpactLaw> make_plastic_law(const System& s, const Backend& /*backend*/,
                                            double rest_energy) {
  return std::make_unique<PlasticLaw>(s, rest_energy);
}

}  // namespace ricochet
