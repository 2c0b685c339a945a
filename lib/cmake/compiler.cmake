# What holds for every target of this project: language, warnings, numerics.
#
#   ricochet_compile_options(<target>)
#   ricochet_precompile_headers(<target> <header>...)
#   ricochet_reuse_headers(<target> <other>)

# Certificates test for NaN and results are reproducible bit by bit: neither survives these flags.
string(TOUPPER "${CMAKE_BUILD_TYPE}" ricochet_build_type)
if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${ricochet_build_type}} $ENV{CXXFLAGS}"
   MATCHES "-ffast-math|-Ofast|-ffinite-math-only|-funsafe-math-optimizations")
  message(FATAL_ERROR
    "ricochet cannot be built with ${CMAKE_MATCH_0}: it breaks the treatment of NaN and the "
    "reproducibility of results. Remove the flag from CMAKE_CXX_FLAGS or CXXFLAGS.")
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(RICOCHET_CCACHE ccache DOC "Compiler cache, used when present")
  if(RICOCHET_CCACHE)
    # Another checkout of the same sources finds what this one has compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros "${RICOCHET_CCACHE}")
  endif()
endif()

function(ricochet_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  # Headers of CasADi, IPOPT and Eigen come from imported targets, hence as system headers without
  # warnings. The presets turn warnings into errors (CMAKE_COMPILE_WARNING_AS_ERROR).
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic
    -Wcast-align -Wconversion -Wdouble-promotion -Wextra-semi -Wfloat-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wshadow -Wundef -Wunused
    # Nobody replaces single functions of a library when a program is loaded: its sources may call and
    # inline each other's functions directly.
    -fno-semantic-interposition
    # Executables are compiled as libraries are, so that both read the same precompiled headers.
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-fPIC>)
endfunction()

# Headers of others that many sources of a target include, parsed once: they are half of the time of a
# compilation. Every source still includes what it uses, which the preset dev verifies.
function(ricochet_precompile_headers target)
  target_precompile_headers(${target} PRIVATE
    <Eigen/Cholesky>
    <Eigen/Core>
    <Eigen/LU>
    <Eigen/QR>
    <Eigen/SparseCore>
    <casadi/core/function.hpp>
    <casadi/core/sx.hpp>
    <algorithm>
    <filesystem>
    <functional>
    <map>
    <memory>
    <optional>
    <set>
    <span>
    <sstream>
    <string>
    <variant>
    <vector>
    ${ARGN})
  ricochet_read_precompiled(${target})
endfunction()

# The headers that another target of the same flags has parsed: parsing them takes as long as several
# sources.
function(ricochet_reuse_headers target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  ricochet_read_precompiled(${target})
endfunction()

function(ricochet_read_precompiled target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # As ccache asks for. Precompiled headers fill the heap beyond the size from which gcc looks for
    # garbage: without this size [kB] it searches them again and again, a tenth of its time.
    target_compile_options(${target} PRIVATE
      -fpch-preprocess "SHELL:--param ggc-min-heapsize=524288")
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()
