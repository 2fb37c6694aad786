# SPDX-License-Identifier: Apache-2.0
# One static library per folder of src/, linked as src/modules.map says.
#
# hopveil_module(<folder> [EXCLUDE <files>...] [LIBS <external targets>...])
#   Builds every .cc of the folder into hopveil_<folder>, and every *_test.cc beside them into <folder>_test. The objects are
#   position-independent and hide what is not HOPVEIL_API: libhopveil.so and libhopveil.a are made from the same ones.

set(HOPVEIL_MODULE_MAP "${PROJECT_SOURCE_DIR}/src/modules.map")
set(HOPVEIL_GENERATED "${PROJECT_BINARY_DIR}/generated")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${HOPVEIL_MODULE_MAP}")
file(STRINGS "${HOPVEIL_MODULE_MAP}" HOPVEIL_MODULE_LINES REGEX "^[a-z]+:")

function(hopveil_module_dependencies folder out)
  foreach(line IN LISTS HOPVEIL_MODULE_LINES)
    if(line MATCHES "^${folder}:([^|]*)")
      string(STRIP "${CMAKE_MATCH_1}" names)
      string(REPLACE " " ";" names "${names}")
      set(${out} "${names}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "src/modules.map has no line for src/${folder}")
endfunction()

function(hopveil_module folder)
  cmake_parse_arguments(ARG "" "" "EXCLUDE;LIBS" ${ARGN})
  set(directory "${PROJECT_SOURCE_DIR}/src/${folder}")
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${directory}/*_test.cc")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${directory}/*.cc")
  list(REMOVE_ITEM sources ${tests})
  foreach(file IN LISTS ARG_EXCLUDE)
    list(REMOVE_ITEM sources "${directory}/${file}")
  endforeach()
  if(NOT sources)
    return()  # planned in the map, not built yet
  endif()

  add_library(hopveil_${folder} STATIC ${sources})
  set_target_properties(hopveil_${folder} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(hopveil_${folder} PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(hopveil_${folder} PUBLIC ${ARG_LIBS} PRIVATE hopveil_warnings hopveil_hardening)
  hopveil_module_dependencies(${folder} dependencies)
  foreach(dependency IN LISTS dependencies)
    if(TARGET hopveil_${dependency})
      target_link_libraries(hopveil_${folder} PUBLIC hopveil_${dependency})
    endif()
  endforeach()

  if(HOPVEIL_BUILD_TESTS AND tests)
    add_executable(${folder}_test ${tests})
    target_link_libraries(${folder}_test PRIVATE
      hopveil_${folder} hopveil_test_support hopveil_warnings GTest::gmock GTest::gtest_main rapidcheck)
    hopveil_discover_tests(${folder}_test ${folder})
  endif()
endfunction()
