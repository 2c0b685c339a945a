#pragma once

/// The core in one include: symbols, systems, steps, simulation, diagnostics. Files (io/io.hpp),
/// steppers, backends, problems and the registry have headers of their own.
#include "ricochet/diagnostics.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/project.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/symbols/legendre.hpp"
#include "ricochet/symbols/symbolics.hpp"
#include "ricochet/system.hpp"
#include "ricochet/trajectory.hpp"
