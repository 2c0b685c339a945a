# The installed package: find_package(ricochet CONFIG REQUIRED) gives ricochet::ricochet.
#
# It can be moved, and needs nothing of the build tree: a CasADi that came with the tree is installed
# beside it.

include(CMakePackageConfigHelpers)
set(ricochet_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

if(ricochet_casadi_is_wheel)
  # PACKAGE_PREFIX_DIR is the prefix, wherever it has moved.
  set(ricochet_recorded_casadi "\${PACKAGE_PREFIX_DIR}/${ricochet_casadi_folder}/cmake")
  include(casadi_install)
else()
  set(ricochet_recorded_casadi "${casadi_DIR}")
endif()

configure_package_config_file(
  lib/cmake/ricochet-config.cmake.in "${PROJECT_BINARY_DIR}/ricochet-config.cmake"
  INSTALL_DESTINATION "${ricochet_package_folder}"
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/ricochet-config-version.cmake" COMPATIBILITY SameMinorVersion)

install(TARGETS ricochet EXPORT ricochet-targets)
install(EXPORT ricochet-targets NAMESPACE ricochet:: DESTINATION "${ricochet_package_folder}")
install(FILES
  "${PROJECT_BINARY_DIR}/ricochet-config.cmake"
  "${PROJECT_BINARY_DIR}/ricochet-config-version.cmake"
  lib/cmake/FindIpopt.cmake
  DESTINATION "${ricochet_package_folder}")
