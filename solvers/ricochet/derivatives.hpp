#pragma once

/// Derivatives in one include: steps and flights as functions of CasADi, and sweeps over stored
/// runs.
#include "ricochet/derivatives/differentiable_step.hpp"
#include "ricochet/derivatives/flight_function.hpp"
#include "ricochet/derivatives/phases.hpp"
#include "ricochet/derivatives/run_sensitivity.hpp"
#include "ricochet/derivatives/sequence_label.hpp"
