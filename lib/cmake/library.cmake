# ricochet_library(<name>): the library ricochet_<name>, known to users as ricochet::<name>.
#
# The folder that calls it is the include root; sources and headers are added by target_sources in
# the folders where they lie.

include(GNUInstallDirs)

# Below the prefix: where the package puts the CasADi and the IPOPT of the build tree.
set(ricochet_casadi_folder "${CMAKE_INSTALL_LIBDIR}/ricochet/casadi")

# ricochet_install_rpath(<target> <folder>): where an installed file finds the libraries. The folder
# leads from the file to the libraries of ricochet. CasADi and IPOPT are below it if they came with
# the build tree, else they are where they were found.
function(ricochet_install_rpath target folder)
  if(ricochet_casadi_is_wheel)
    set(foreign "${folder}/ricochet/casadi")
  else()
    set(foreign $<TARGET_FILE_DIR:casadi::casadi> $<TARGET_FILE_DIR:ipopt::ipopt>)
  endif()
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${folder};${foreign}")
endfunction()

function(ricochet_library name)
  set(target ricochet_${name})
  add_library(${target})
  add_library(ricochet::${name} ALIAS ${target})
  ricochet_compile_options(${target})
  if(name STREQUAL "core")
    ricochet_precompile_headers(${target})
  else()
    ricochet_reuse_headers(${target} ricochet_core)
  endif()
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}")

  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    DEFINE_SYMBOL ""  # no source asks which library it is in
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  ricochet_install_rpath(${target} "$ORIGIN")
  install(TARGETS ${target} EXPORT ricochet-targets FILE_SET HEADERS)
endfunction()
