#pragma once

namespace ricochet {

/// Which constraint gradients act, and where they are taken; a stepper takes two of these.
enum class Gradients {
  start,      ///< gvi: the reflection uses gradients at the start of the step
  predictor,  ///< gvi: at the predicted position ("linearized", [KP12] fig 8.2d)
  active,     ///< discrete-smooth: constraints closed at the start push during the step
  all,        ///< discrete-smooth: every constraint pushes; a projection, not symplectic
};

}  // namespace ricochet
