# ricochet_join_sources(<folder>): sources of every target below the folder are compiled several at a
# time.
#
# A compiler spends most of its time on headers and templates, which sources have in common. Joined,
# they take about half the time to build from nothing. The price is that a change of one source
# compiles its group.
#
# Helpers of a source are in its unnamed namespace. Two sources of a group must not have the same name
# there, nor one that a header of the group declares. CMake chooses the groups accordingly whenever it
# configures; a new name that is taken in its group is an error of the compiler until then.

set(ricochet_group_size 8)  # sources at most

# The names that a text declares at the start of a line: functions, constants, types.
function(ricochet_declared_names text result)
  set(names "")
  string(REGEX MATCHALL "\n(\\[\\[[a-z]+\\]\\] )?[A-Za-z][^\n;{=([]*[^\n;{=([ ]" lines "\n${text}")
  foreach(line IN LISTS lines)
    if(line MATCHES "^\n(namespace|TEST|INSTANTIATE|GTEST|BENCHMARK)")
      continue()
    elseif(line MATCHES "^\nusing .*::[A-Za-z0-9_]+$")
      continue()  # the name of something else
    elseif(line MATCHES "(struct|class|enum class|enum) ([A-Za-z0-9_]+)")
      list(APPEND names ${CMAKE_MATCH_2})
    elseif(line MATCHES "[^:A-Za-z0-9_]([A-Za-z0-9_]+)$")  # not a member: Type::name
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
  # The second one and those behind it of "constexpr double a = 1, b = 2".
  string(REGEX MATCHALL "\n(constexpr|const) [^\n(;]*, [a-z_0-9]+ =" lines "\n${text}")
  foreach(line IN LISTS lines)
    string(REGEX MATCHALL "[a-z_0-9]+ =" values "${line}")
    string(REPLACE " =" "" values "${values}")
    list(APPEND names ${values})
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The names that a text takes from other namespaces.
function(ricochet_used_names text result)
  string(REGEX MATCHALL "\nusing [a-z_:]*::[A-Za-z0-9_]+" names "\n${text}")
  list(TRANSFORM names REPLACE ".*::" "")
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The names in the unnamed namespace of a source: its own ones, and those of other namespaces.
function(ricochet_own_names text result used)
  string(FIND "${text}" "\nnamespace {\n" begin)
  string(FIND "${text}" "\n}  // namespace\n" end REVERSE)
  set(names "")
  set(others "")
  if(begin GREATER_EQUAL 0 AND end GREATER begin)
    math(EXPR length "${end} - ${begin}")
    string(SUBSTRING "${text}" ${begin} ${length} text)
    ricochet_declared_names("${text}" names)
    ricochet_used_names("${text}" others)
  endif()
  set(${result} "${names}" PARENT_SCOPE)
  set(${used} "${others}" PARENT_SCOPE)
endfunction()

# The headers of this project that a text includes. Those of tests have a namespace of their own.
function(ricochet_headers_in text result)
  string(REGEX MATCHALL "\n#include [<\"][^>\"\n]+[.]hpp[>\"]" lines "\n${text}")
  set(headers "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^\n#include [<\"](.*)[>\"]$" "\\1" header "${line}")
    foreach(folder lib solvers problems benchmarks)
      if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/${header}")
        list(APPEND headers "${PROJECT_SOURCE_DIR}/${folder}/${header}")
        break()
      endif()
    endforeach()
  endforeach()
  set(${result} "${headers}" PARENT_SCOPE)
endfunction()

# The names that the headers in a text declare, and those that these include.
function(ricochet_seen_names text result)
  ricochet_headers_in("${text}" headers)
  set(seen "")
  foreach(header IN LISTS headers)
    get_property(known GLOBAL PROPERTY "ricochet_names_seen_from_${header}" SET)
    if(NOT known)
      file(READ "${header}" inner)
      ricochet_declared_names("${inner}" names)
      ricochet_seen_names("${inner}" below)
      list(APPEND names ${below})
      list(REMOVE_DUPLICATES names)
      set_property(GLOBAL PROPERTY "ricochet_names_seen_from_${header}" "${names}")
    endif()
    get_property(names GLOBAL PROPERTY "ricochet_names_seen_from_${header}")
    list(APPEND seen ${names})
  endforeach()
  list(REMOVE_DUPLICATES seen)
  set(${result} "${seen}" PARENT_SCOPE)
endfunction()

function(ricochet_have_common some others result)
  set(${result} FALSE PARENT_SCOPE)
  list(REMOVE_ITEM some "")
  foreach(name IN LISTS some)
    if(name IN_LIST others)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(ricochet_join_target target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(last 0)
  foreach(source IN LISTS sources)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
    if(NOT path MATCHES "[.]cpp$")
      continue()
    endif()
    file(STRINGS "${path}" takes_all_names REGEX "^using namespace ")
    if(takes_all_names)
      continue()  # compiled alone
    endif()
    file(READ "${path}" text)
    ricochet_own_names("${text}" names used)
    ricochet_seen_names("${text}" seen)
    ricochet_have_common("${names}" "${seen}" of_a_header)
    if(of_a_header)
      continue()  # compiled alone
    endif()

    # The first group with room where no name is taken.
    foreach(group RANGE ${last})
      ricochet_have_common("${names}" "${names_${group}};${used_${group}}" taken)
      ricochet_have_common("${used}" "${names_${group}}" hidden)
      ricochet_have_common("${names};${used}" "${seen_${group}}" of_a_header)
      ricochet_have_common("${names_${group}};${used_${group}}" "${seen}" of_its_headers)
      list(LENGTH members_${group} size)
      if(NOT taken AND NOT hidden AND NOT of_a_header AND NOT of_its_headers
         AND size LESS ricochet_group_size)
        set(chosen ${group})
        break()
      endif()
    endforeach()
    if(chosen EQUAL last)
      math(EXPR last "${last} + 1")
    endif()
    list(APPEND names_${chosen} ${names})
    list(APPEND used_${chosen} ${used})
    list(APPEND seen_${chosen} ${seen})
    list(REMOVE_DUPLICATES seen_${chosen})
    list(APPEND members_${chosen} "${path}")
    set_property(SOURCE "${path}" TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${chosen})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A local name may be that of a constant in another source. The other presets warn of shadows.
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()

function(ricochet_join_sources folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(STATIC_LIBRARY|SHARED_LIBRARY|EXECUTABLE)$")
      ricochet_join_target(${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    ricochet_join_sources("${inner}")
  endforeach()
endfunction()
