#pragma once

/// Everything that a program needs in one include: the core (ricochet/ricochet.hpp), every stepper
/// and backend, the registry that makes both from their names, advice on methods, and shooting.
/// Problems of the literature (ricochet/problems.hpp) and files (ricochet/io/io.hpp) are libraries
/// of their own.
#include "ricochet/advice.hpp"
#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/measured_errors.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/ricochet.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/direct.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "ricochet/steppers/newmark.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "ricochet/steppers/rattle.hpp"
#include "ricochet/steppers/shadow.hpp"
