#pragma once

/// Ensembles in one include: many runs on all cores, their progress, and Ctrl-C.
#include "ricochet/run/ensemble.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/run/progress.hpp"
