# Finds the IPOPT that CasADi uses, because two IPOPTs must never meet in one process.
#
# Call find_package(casadi) first. The IPOPT in the folder of libcasadi goes before any other, and so
# does the LAPACK there. Nothing is cached: another CasADi brings another IPOPT.
#
#   ipopt::ipopt    headers (<IpTNLP.hpp>) and library
#   ipopt::lapack   the LAPACK beside it; defines RICOCHET_OPENBLAS if that is an OpenBLAS
#   Ipopt_VERSION, Ipopt_LIBRARY, Ipopt_INCLUDE_DIR, Ipopt_LAPACK_LIBRARY

set(Ipopt_LIBRARY "")
set(Ipopt_INCLUDE_DIR "")
set(Ipopt_LAPACK_LIBRARY "")

set(_ipopt_folder "")
if(TARGET casadi::casadi)
  get_target_property(_ipopt_configurations casadi::casadi IMPORTED_CONFIGURATIONS)
  foreach(_ipopt_configuration IN LISTS _ipopt_configurations)
    get_target_property(_ipopt_casadi casadi::casadi IMPORTED_LOCATION_${_ipopt_configuration})
    if(_ipopt_casadi)
      cmake_path(GET _ipopt_casadi PARENT_PATH _ipopt_folder)
    endif()
  endforeach()
endif()

unset(Ipopt_LIBRARY)
unset(Ipopt_INCLUDE_DIR)
unset(Ipopt_LAPACK_LIBRARY)
if(_ipopt_folder)
  find_library(Ipopt_LIBRARY ipopt PATHS "${_ipopt_folder}" NO_CACHE NO_DEFAULT_PATH)
  find_library(Ipopt_LAPACK_LIBRARY NAMES casadi-tp-openblas openblas
               PATHS "${_ipopt_folder}" NO_CACHE NO_DEFAULT_PATH)
endif()
find_library(Ipopt_LIBRARY ipopt NO_CACHE)
if(Ipopt_LIBRARY)
  cmake_path(GET Ipopt_LIBRARY PARENT_PATH _ipopt_folder)
  find_path(Ipopt_INCLUDE_DIR IpTNLP.hpp
            PATHS "${_ipopt_folder}/include" "${_ipopt_folder}/../include"
            PATH_SUFFIXES coin-or coin
            NO_CACHE NO_DEFAULT_PATH)
  find_path(Ipopt_INCLUDE_DIR IpTNLP.hpp PATH_SUFFIXES coin-or coin NO_CACHE)
endif()

if(EXISTS "${Ipopt_INCLUDE_DIR}/IpoptConfig.h")
  file(STRINGS "${Ipopt_INCLUDE_DIR}/IpoptConfig.h" _ipopt_version
       REGEX "#define IPOPT_VERSION +\"[^\"]+\"")
  string(REGEX REPLACE ".*\"([^\"]+)\".*" "\\1" Ipopt_VERSION "${_ipopt_version}")
endif()

if(Ipopt_LIBRARY AND NOT Ipopt_LAPACK_LIBRARY)
  find_package(LAPACK QUIET)
  if(LAPACK_FOUND)
    set(Ipopt_LAPACK_LIBRARY "${LAPACK_LIBRARIES}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ipopt
  REQUIRED_VARS Ipopt_LIBRARY Ipopt_INCLUDE_DIR Ipopt_LAPACK_LIBRARY
  VERSION_VAR Ipopt_VERSION
  REASON_FAILURE_MESSAGE "found library '${Ipopt_LIBRARY}', headers '${Ipopt_INCLUDE_DIR}', version \
'${Ipopt_VERSION}', LAPACK '${Ipopt_LAPACK_LIBRARY}'")

if(Ipopt_FOUND AND NOT TARGET ipopt::ipopt)
  add_library(ipopt::ipopt UNKNOWN IMPORTED)
  set_target_properties(ipopt::ipopt PROPERTIES
    IMPORTED_LOCATION "${Ipopt_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Ipopt_INCLUDE_DIR}")

  add_library(ipopt::lapack INTERFACE IMPORTED)
  target_link_libraries(ipopt::lapack INTERFACE ${Ipopt_LAPACK_LIBRARY})
  if(Ipopt_LAPACK_LIBRARY MATCHES "openblas")
    target_compile_definitions(ipopt::lapack INTERFACE RICOCHET_OPENBLAS)
  endif()
endif()
