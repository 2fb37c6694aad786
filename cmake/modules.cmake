# One static library per folder of src/, linked as src/modules.map says.
#
# hopveil_module(<folder> [LIBS <external targets>...])
#   Builds every .cc of the folder into hopveil_<folder>, and every *_test.cc beside them into <folder>_test.

set(HOPVEIL_MODULE_MAP "${CMAKE_SOURCE_DIR}/src/modules.map")
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
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  set(directory "${CMAKE_SOURCE_DIR}/src/${folder}")
  file(GLOB tests CONFIGURE_DEPENDS "${directory}/*_test.cc")
  file(GLOB sources CONFIGURE_DEPENDS "${directory}/*.cc")
  list(REMOVE_ITEM sources ${tests})
  if(NOT sources)
    return()  # planned in the map, not built yet
  endif()

  add_library(hopveil_${folder} STATIC ${sources})
  target_include_directories(hopveil_${folder} PUBLIC "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(hopveil_${folder} PUBLIC ${ARG_LIBS} PRIVATE hopveil_warnings)
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
    gtest_discover_tests(${folder}_test TEST_PREFIX "${folder}." DISCOVERY_MODE PRE_TEST
      PROPERTIES TIMEOUT 600 LABELS "${folder}")
  endif()
endfunction()
