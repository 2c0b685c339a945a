#include "support/places.hpp"

namespace ricochet::support {

const char* const tests_folder = RICOCHET_TESTS;
const char* const program = RICOCHET_PROGRAM;
const char* const kernel_bits = RICOCHET_KERNEL_BITS;
const char* const manual_programs = RICOCHET_MANUAL_PROGRAMS;
const char* const casadi_folder = RICOCHET_CASADI;

}  // namespace ricochet::support
