# SPDX-License-Identifier: Apache-2.0
# libhopveil, shared (hopveil::hopveil) and static (hopveil::static), from the objects of the modules.
set(HOPVEIL_LIBRARY_MODULES base graph io count dp query source infer mechanism ledger sign release verify evaluate plan audit api)
set(objects)
foreach(module IN LISTS HOPVEIL_LIBRARY_MODULES)
  list(APPEND objects "$<TARGET_OBJECTS:hopveil_${module}>")
endforeach()

function(hopveil_library target export_name)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME hopveil EXPORT_NAME ${export_name} LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}" ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_include_directories(${target} INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_link_libraries(${target} PRIVATE
    EXPAT::EXPAT fmt::fmt OpenSSL::Crypto PkgConfig::HWY PkgConfig::ZSTD SQLite::SQLite3 Threads::Threads ZLIB::ZLIB)
  add_library(hopveil::${export_name} ALIAS ${target})
endfunction()

add_library(hopveil_shared SHARED ${objects})
hopveil_library(hopveil_shared hopveil)
set_target_properties(hopveil_shared PROPERTIES VERSION "${PROJECT_VERSION}" SOVERSION 0)
target_link_libraries(hopveil_shared PRIVATE "$<BUILD_INTERFACE:hopveil_hardening>")
# Its threads sleep until the process ends: their code must stay.
target_link_options(hopveil_shared PRIVATE LINKER:-z,nodelete LINKER:--no-undefined)

add_library(hopveil_static STATIC EXCLUDE_FROM_ALL ${objects})
hopveil_library(hopveil_static static)
