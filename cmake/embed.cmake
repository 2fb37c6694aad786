# SPDX-License-Identifier: Apache-2.0
# Writes text files into a C++ source, as string_view constants of the header's namespace: nothing is looked up when the program
# runs.
#
# cmake -D OUTPUT=assets.cc -D HEADER=report/assets.h -D "FILES=kName=path|kOther=path" -P embed.cmake

string(REPLACE "|" ";" files "${FILES}")
set(source "// Made by cmake/embed.cmake.\n\n#include \"${HEADER}\"\n\n")
# clang counts the letters of a literal against the number that every compiler must accept; ours accept more.
string(APPEND source "#ifdef __clang__\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n\n")
get_filename_component(folder "${HEADER}" DIRECTORY)
set(namespace "hopveil::${folder}")
string(APPEND source "namespace ${namespace} {\n\n")
foreach(entry IN LISTS files)
  string(REGEX MATCH "^([A-Za-z]+)=(.*)$" matched "${entry}")
  set(name "${CMAKE_MATCH_1}")
  file(READ "${CMAKE_MATCH_2}" text)
  string(FIND "${text}" ")hopveil\"" delimiter_at)
  if(NOT delimiter_at EQUAL -1)
    message(FATAL_ERROR "${CMAKE_MATCH_2} holds the delimiter that its C++ literal ends with")
  endif()
  string(APPEND source "const std::string_view ${name} = R\"hopveil(${text})hopveil\";\n\n")
endforeach()
string(APPEND source "}  // namespace ${namespace}\n")
file(WRITE "${OUTPUT}" "${source}")
