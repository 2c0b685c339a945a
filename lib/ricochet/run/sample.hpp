#pragma once

#include "ricochet/measures.hpp"
#include "ricochet/step.hpp"

#include <vector>

namespace ricochet {

/// A recorded state with what was measured there.
struct Sample {
  State state = {};
  double energy = 0.0;                           ///< [J]; NaN: not known
  double energy_least = 0.0, energy_most = 0.0;  ///< over the steps since the sample before [J]
  Vector momenta = {};                           ///< momentum maps
  Vector gaps = {};                              ///< g(q) [m]
};

/// A step as a sample of its own.
[[nodiscard]] Sample sample_of(const Step& step, Measures& measures);

/// A step in which impacts were located.
struct ImpactStep {
  double energy_before = 0.0, energy_after = 0.0;  ///< of the system at the ends of the step [J]
  std::vector<Impact> impacts = {};
};

/// What was kept of a run in memory.
struct RunSamples {
  std::vector<Sample> samples = {};           ///< the start, every K-th step, and the last one
  long samples_every = 1;                     ///< that K; 0: the start and the last step only
  std::vector<ImpactStep> impact_steps = {};  ///< if asked for
  Vector gaps_least = {}, gaps_most = {};     ///< of every entry of g over every step [m]
};

/// What is kept of a run in memory.
struct SampleOptions {
  long every = 1;        ///< a sample at every K-th step; 0: the start and the last step only
  long most = 20000;     ///< most samples: a longer run uses a multiple of K
  bool impacts = false;  ///< keep every impact
};

}  // namespace ricochet
