#pragma once

/// The core in one include: symbols, systems, steps, simulation, diagnostics. Files (io/io.hpp),
/// steppers, backends, problems and the registry have headers of their own.
#include "ricochet/diagnostics.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/legendre.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/problem.hpp"
#include "ricochet/project.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/symbolics.hpp"
#include "ricochet/system.hpp"
#include "ricochet/trajectory.hpp"
