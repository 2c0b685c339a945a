# The installed package: find_package(ricochet CONFIG REQUIRED) gives ricochet::ricochet.

include(CMakePackageConfigHelpers)
set(ricochet_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

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
