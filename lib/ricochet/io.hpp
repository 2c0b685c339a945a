#pragma once

/// Everything that is read from and written to files.
#include "ricochet/checkpoint.hpp"
#include "ricochet/csv.hpp"
#include "ricochet/files.hpp"
#include "ricochet/read_events.hpp"
#include "ricochet/read_states.hpp"
#include "ricochet/report.hpp"
