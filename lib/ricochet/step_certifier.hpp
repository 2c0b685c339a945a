#pragma once

#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// Judges a whole step from the data of the step alone: its start, h, and every state, impulse,
/// flight and impact in it.
///
/// A backend certifies the equations that a method posed. Whether these are the equations of the
/// motion, with the right contacts acting at the right places, is another question. A
/// StepCertifier answers it with kernels of its own, made from the system and the rule of the
/// method; it shares no code with the method that made the step.
class StepCertifier {
 public:
  virtual ~StepCertifier() = default;
  StepCertifier& operator=(const StepCertifier&) = delete;

  /// Takes the parameter values of the system.
  virtual void set_parameters(const System& s) = 0;
  /// The errors of the step, one length per kind. Allocates nothing once warm.
  [[nodiscard]] virtual Certificate certify(const Step& from, double h, const Step& to) = 0;
  /// The cause of the deciding error, after a certificate that is not ok: "contact 'floor' carries
  /// an impulse where it is open by 4.9 m".
  [[nodiscard]] virtual std::string culprit() const = 0;
  [[nodiscard]] virtual std::unique_ptr<StepCertifier> clone() const = 0;

 protected:
  StepCertifier() = default;
  StepCertifier(const StepCertifier&) = default;
};

}  // namespace ricochet
