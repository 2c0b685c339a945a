# Finds what ricochet is built on and says what to do if something is missing.

function(ricochet_missing what)
  message(FATAL_ERROR
    "ricochet needs ${what}\n"
    "On Debian, 'tests/run' in ${PROJECT_SOURCE_DIR} installs and builds everything.")
endfunction()

# CasADi: casadi_DIR, then CMAKE_PREFIX_PATH and the system, then the wheel which .ci/setup unpacks.
# The wheel must not stick in the cache: a CasADi that becomes visible later goes before it.
set(ricochet_casadi_wheel "${PROJECT_SOURCE_DIR}/build/casadi-3.8.2")
string(FIND "${casadi_DIR}" "${ricochet_casadi_wheel}/" ricochet_wheel_cached)
if(ricochet_wheel_cached EQUAL 0)
  unset(casadi_DIR CACHE)
endif()
find_package(casadi 3.8 CONFIG QUIET GLOBAL PATHS "${ricochet_casadi_wheel}")
if(NOT casadi_FOUND)
  ricochet_missing("CasADi >= 3.8. Set casadi_DIR or CMAKE_PREFIX_PATH to one that is installed, \
or run .ci/setup, which unpacks the binary package into ${ricochet_casadi_wheel}.")
endif()
message(STATUS "CasADi ${casadi_VERSION}: ${casadi_DIR}")

find_package(Ipopt 3.14 MODULE QUIET GLOBAL)
if(NOT Ipopt_FOUND)
  ricochet_missing("IPOPT >= 3.14 with its headers beside the CasADi in ${casadi_DIR} \
(${Ipopt_NOT_FOUND_MESSAGE}). Choose another CasADi with casadi_DIR.")
endif()
message(STATUS "IPOPT ${Ipopt_VERSION}: ${Ipopt_LIBRARY}, LAPACK: ${Ipopt_LAPACK_LIBRARY}")

string(FIND "${casadi_DIR}" "${ricochet_casadi_wheel}/" ricochet_wheel_found)
if(ricochet_wheel_found EQUAL 0)
  set(ricochet_casadi_is_wheel ON)
else()
  set(ricochet_casadi_is_wheel OFF)
endif()

find_package(Threads REQUIRED)

find_package(Eigen3 3.4 CONFIG QUIET GLOBAL)
if(NOT Eigen3_FOUND)
  ricochet_missing("Eigen >= 3.4 (Debian package libeigen3-dev).")
endif()

# The assembler, where there is one for the processor. Elsewhere kernels are interpreted.
if(UNIX AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$")
  find_package(xbyak CONFIG QUIET GLOBAL)
  if(NOT xbyak_FOUND)
    ricochet_missing("Xbyak (Debian package libxbyak-dev).")
  endif()
endif()

find_package(nlohmann_json 3.9 CONFIG QUIET)
if(NOT nlohmann_json_FOUND)
  ricochet_missing("nlohmann-json >= 3.9 (Debian package nlohmann-json3-dev).")
endif()

if(RICOCHET_BUILD_TESTS)
  find_package(GTest 1.11 CONFIG QUIET)
  if(NOT GTest_FOUND)
    ricochet_missing("GoogleTest for its tests (Debian packages libgtest-dev libgmock-dev), or \
-DRICOCHET_BUILD_TESTS=OFF.")
  endif()
endif()

if(RICOCHET_BUILD_BENCHMARKS)
  find_package(CLI11 2.1 CONFIG QUIET)
  find_package(fmt 9 CONFIG QUIET)
  find_package(benchmark CONFIG QUIET)
  if(NOT (CLI11_FOUND AND fmt_FOUND AND benchmark_FOUND))
    ricochet_missing("CLI11, fmt and Google Benchmark for the program 'ricochet' (Debian packages \
libcli11-dev libfmt-dev libbenchmark-dev), or -DRICOCHET_BUILD_BENCHMARKS=OFF.")
  endif()
endif()

if(SKBUILD OR RICOCHET_PYTHON)
  find_package(fmt 9 CONFIG QUIET)
  if(NOT fmt_FOUND)
    ricochet_missing("fmt >= 9 for its Python package (Debian package libfmt-dev).")
  endif()
endif()
