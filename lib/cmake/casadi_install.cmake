# Installs what ricochet needs of the CasADi wheel: CasADi, IPOPT with MUMPS and METIS, the LAPACK, the
# runtime of Fortran, their headers and licences. The plug-ins of CasADi stay behind.

set(wheel "${ricochet_casadi_wheel}/casadi")

file(GLOB fortran "${wheel}/libgfortran-*.so.*" "${wheel}/libquadmath-*.so.*")
install(FILES ${fortran} DESTINATION "${ricochet_casadi_folder}")
foreach(library casadi.so.3.7 casadi-tp-openblas.so.0 coinmetis.so.2 coinmumps.so.3 ipopt.so.3)
  install(FILES "${wheel}/lib${library}" DESTINATION "${ricochet_casadi_folder}")

  # CMake looks for names without version. The wheel has no links, but copies.
  string(REGEX REPLACE "[.]so[.].*" ".so" unversioned ${library})
  set(link "${PROJECT_BINARY_DIR}/casadi-links/lib${unversioned}")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/casadi-links")
  file(CREATE_LINK lib${library} "${link}" SYMBOLIC)
  install(FILES "${link}" DESTINATION "${ricochet_casadi_folder}")
endforeach()

foreach(file config config-version targets targets-release)
  install(FILES "${wheel}/cmake/casadi-${file}.cmake" DESTINATION "${ricochet_casadi_folder}/cmake")
endforeach()
install(DIRECTORY "${wheel}/include/casadi" "${wheel}/include/coin-or"
        DESTINATION "${ricochet_casadi_folder}/include")
foreach(name casadi ipopt-external metis-external mumps-external openblas-external)
  install(DIRECTORY "${wheel}/include/licenses/${name}"
          DESTINATION "${ricochet_casadi_folder}/licenses")
endforeach()
