#pragma once

namespace ricochet::support {

// Where things are on this machine, known to one source only: a path in the flags of every test
// would keep a compiler cache from serving another checkout.

extern const char* const tests_folder;     ///< the sources of the tests
extern const char* const program;          ///< the program `ricochet`; empty: it is not built
extern const char* const kernel_bits;      ///< the program of properties/kernel_bits.cpp
extern const char* const manual_programs;  ///< the folder of the programs of the manual
extern const char* const casadi_folder;    ///< libcasadi and its plug-ins

}  // namespace ricochet::support
