#pragma once

/// Everything that is read from and written to files.
#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/io/read_events.hpp"
#include "ricochet/io/read_states.hpp"
#include "ricochet/io/report.hpp"
