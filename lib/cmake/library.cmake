# ricochet_library(<name>): the library ricochet_<name>, known to users as ricochet::<name>.
#
# The folder that calls it is the include root; sources and headers are added by target_sources in
# the folders where they lie.

include(GNUInstallDirs)

function(ricochet_library name)
  set(target ricochet_${name})
  add_library(${target})
  add_library(ricochet::${name} ALIAS ${target})
  ricochet_compile_options(${target})
  ricochet_precompile_headers(${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}")

  # An installed library finds its neighbours beside itself, CasADi and IPOPT where they are now.
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH "$ORIGIN;${ricochet_foreign_folders}")
  install(TARGETS ${target} EXPORT ricochet-targets FILE_SET HEADERS)
endfunction()
