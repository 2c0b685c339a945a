# Writes the commit that is built into a header; the file changes only when the commit does.
#   cmake -D SOURCE=<source tree> -D HEADER=<file> -P commit.cmake
execute_process(
  COMMAND git -C "${SOURCE}" describe --always --dirty=-modified --abbrev=10 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT commit)
  set(commit unknown)
endif()
set(text "#pragma once\n\nnamespace ricochet::cli {\ninline constexpr const char* commit = \"${commit}\";\n}\n")
set(before "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${HEADER}" "${text}")
endif()
