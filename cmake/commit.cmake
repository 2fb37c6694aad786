# SPDX-License-Identifier: Apache-2.0
# Writes a header with the commit that is checked out, and touches it only when that has changed. COMMIT is the commit of sources
# that come without their repository (a source package), and otherwise empty.
#
# cmake -D SOURCE=repository -D OUTPUT=commit.h [-D COMMIT=..] -P commit.cmake

set(commit "unknown")
find_program(GIT git)
if(COMMIT)
  set(commit "${COMMIT}")
elseif(GIT AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse HEAD
    RESULT_VARIABLE failed OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit "${head}")
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
    if(changed)
      string(APPEND commit "-changed")
    endif()
  endif()
endif()
set(header "#pragma once\n\n// Made by cmake/commit.cmake.\n\nnamespace hopveil {\n\ninline constexpr const char* kCommit = \"${commit}\";\n\n}  // namespace hopveil\n")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT "${header}" STREQUAL "${old}")
  file(WRITE "${OUTPUT}" "${header}")
endif()
