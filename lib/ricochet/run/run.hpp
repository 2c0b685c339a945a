#pragma once

/// Recorded runs: tables, checkpoints, progress and resumption of a run in one include.
#include "ricochet/run/interruption.hpp"
#include "ricochet/run/progress.hpp"
#include "ricochet/run/recorded_run.hpp"
#include "ricochet/run/recorder.hpp"
#include "ricochet/run/run_measures.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "ricochet/run/run_tables.hpp"
