#pragma once

#include "ricochet/backends/algorithm_parts.hpp"
#include "ricochet/backends/ipopt_program.hpp"

#include <IpIpoptApplication.hpp>

namespace ricochet {

/// An application with the options that all programs share: none from files, no output but at
/// print_level, everything read once. Throws std::invalid_argument for an unknown linear solver.
[[nodiscard]] Ipopt::SmartPtr<Ipopt::IpoptApplication> make_application(
    const IpoptOptions& options);

/// The parts for a program with this number of unknowns and constraints.
[[nodiscard]] AlgorithmParts parts_for(Index size, const IpoptOptions& options);

/// A number of the thread that calls, from 1: IPOPT counts its objects thread by thread. The system
/// gives the id of a thread that ended to a new one.
[[nodiscard]] long thread_number();

constexpr long solves_per_application = 100000;  // IPOPT's 32-bit object tags wrap far above

}  // namespace ricochet
