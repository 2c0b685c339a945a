#pragma once

namespace ricochet {

/// Variants of where, or whose, constraint gradients act; a stepper takes two of them.
enum class Gradients {
  start,      ///< gvi: the reflection uses gradients at the start of the step
  predictor,  ///< gvi: at the predicted position ("linearized", [KP12] fig 8.2d)
  active,     ///< discrete-smooth: constraints closed at the start push during the step
  all,        ///< discrete-smooth: every constraint pushes; a projection, not symplectic
};

}  // namespace ricochet
