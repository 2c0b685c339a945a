# Executables of tests, whose tests ctest knows one by one and together.
#
#   ricochet_tests(<folder> <processes> <source>...)     the executable test_<folder>
#
# ctest starts a process for each test: -R selects a test by its name. Tests with "Slow" in their full
# name carry the label slow, all others fast. They are listed when ctest runs, not when the executable
# is linked, so that a build never runs what it built.
#
# Starting a process takes longer than most tests do. In the configuration Together, which is
# asked for by `ctest -C Together -L together`, each executable runs its fast tests in a few processes.

include(GoogleTest)

# Everything that ctest starts.
add_custom_target(ricochet_tests)

# Tests that need a process of their own: they measure its memory.
set(ricochet_lonely_tests "LongRunControl.*")

# What is tested is optimised, the tests themselves need not be: they compile in half the time.
# At this level gcc takes members that are initialised for ones that may not be.
function(ricochet_optimise_little target)
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:-O1>
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)
endfunction()

function(ricochet_tests folder processes)
  set(target test_${folder})
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE sources)
  add_executable(${target} ${sources})
  ricochet_compile_options(${target})
  ricochet_optimise_little(${target})
  ricochet_reuse_headers(${target} test_support)
  target_link_libraries(${target}
    PRIVATE test_support ricochet::ricochet GTest::gmock GTest::gtest_main)
  add_dependencies(ricochet_tests ${target})

  gtest_discover_tests(${target}
    TEST_FILTER "-*Slow*" NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS fast)
  gtest_discover_tests(${target}
    TEST_FILTER "*Slow*" NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS slow)

  foreach(process RANGE 1 ${processes})
    math(EXPR shard "${process} - 1")
    ricochet_test_process(${target} ${folder}.${process} "-*Slow*:${ricochet_lonely_tests}"
      GTEST_TOTAL_SHARDS=${processes} GTEST_SHARD_INDEX=${shard})
  endforeach()
endfunction()

# Every n-th test that the filter passes, in one process, with n and the first one in the environment.
function(ricochet_test_process target name filter)
  add_test(NAME together.${name} CONFIGURATIONS Together COMMAND ${target})
  set_tests_properties(together.${name} PROPERTIES
    LABELS together ENVIRONMENT "GTEST_FILTER=${filter};${ARGN}")
endfunction()

# The tests of the Python package, a process. The script builds the package first.
# The slow ones are the same with those on a cluster, of pictures and of notebooks.
function(ricochet_python_test script)
  foreach(name python together.python python.Slow)
    set(when)
    set(label fast)
    set(more)
    if(name MATCHES "^together")
      set(when CONFIGURATIONS Together)
      set(label together)
    elseif(name MATCHES "Slow")
      set(label slow)
      set(more ";RICOCHET_DASK=1")
    endif()
    add_test(NAME ${name} ${when} COMMAND "${script}")
    set_tests_properties(${name} PROPERTIES
      LABELS ${label}
      RUN_SERIAL ON SKIP_RETURN_CODE 77 TIMEOUT 1800
      ENVIRONMENT "RICOCHET_PROGRAM=$<TARGET_FILE:ricochet_program>;\
RICOCHET_CASADI=$<TARGET_FILE_DIR:casadi::casadi>${more}")
  endforeach()
endfunction()
