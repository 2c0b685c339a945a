#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step_certifier.hpp"

#include <memory>
#include <optional>

namespace ricochet {

/// What a variational method with one position update per step claims.
struct VariationalClaims {
  /// Where a contact has to be closed to carry lambda.
  enum class Act {
    start,  ///< at q0, and tangential there: [KP12] (7.1), (7.3)
    end,    ///< at q1
  };
  /// What the impulses mu at the end of the step are.
  enum class End {
    projection,   ///< they make closed contacts tangential, [KP12] (7.5)-(7.6)
    restitution,  ///< lambda + mu is an impact with Newton's law, [BCEL24]
    none,         ///< p1 = D2 L_d
  };
  struct Reflections {
    Energy energy = Energy::continuous;
    bool resting = false;       ///< [KP12] Algorithm 3
    bool at_predictor = false;  ///< with gradients at q^p
    bool strict = false;        ///< predicted means g(q^p) < 0
  };
  Act act = Act::start;
  End end = End::projection;
  bool predicts = true;                         ///< Step::predicted is the free position
  bool bilateral_predictor = false;             ///< that with f(q^p) = 0
  std::optional<Reflections> reflections = {};  ///< of a method with impacts at the start
};

/// Judges steps of the form
///
///   p+ + D1 L_d(q0, q1, h) + G(q0) lambda + F(q0) nu = 0,   f(q1) = 0      [KP12] (7.3), (7.8)
///   p1 = D2 L_d(q0, q1, h) + G(q1) mu + F(q1) xi,   F(q1)^T M^-1 p1 = 0          (7.5), (7.9)
///
/// those of gvi, discrete-smooth and rattle, with p+ = p0 or behind a reflection. Forces add their
/// impulses F- to D1 L_d and F+ to D2 L_d.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_variational(const System& s,
                                                                 const Discretization& d,
                                                                 const VariationalClaims& claims);

}  // namespace ricochet
