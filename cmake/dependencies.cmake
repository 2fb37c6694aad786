# SPDX-License-Identifier: Apache-2.0
# What is linked. The library needs the first group; cmake/hopveil-config.cmake.in and hopveil.pc.in name it again for
# those who link libhopveil.a.
find_package(EXPAT REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
find_package(nlohmann_json REQUIRED)  # headers only
find_package(Boost REQUIRED)          # headers only: distributions and long numbers

if(HOPVEIL_BUILD_PROGRAM)
  find_package(CLI11 REQUIRED)
  if(HOPVEIL_FETCH)
    find_package(CURL REQUIRED)
    pkg_check_modules(ZIP REQUIRED IMPORTED_TARGET libzip)
  endif()
endif()
if(HOPVEIL_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
