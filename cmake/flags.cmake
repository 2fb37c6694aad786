# SPDX-License-Identifier: Apache-2.0
# How our own code is compiled: what warns, what hardens, what sanitizes.

add_library(hopveil_warnings INTERFACE)
target_compile_options(hopveil_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(HOPVEIL_WERROR)
  target_compile_options(hopveil_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(hopveil_warnings INTERFACE -Wno-restrict)  # false alarms on std::string, GCC bug 105651
endif()

# For what users run: the program and the libraries. Tests and benchmarks of ours are not hardened themselves.
add_library(hopveil_hardening INTERFACE)
if(HOPVEIL_HARDEN)
  include(CheckCXXCompilerFlag)
  target_compile_options(hopveil_hardening INTERFACE
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection)
  check_cxx_compiler_flag(-fcf-protection HOPVEIL_HAS_CET)
  if(HOPVEIL_HAS_CET)
    target_compile_options(hopveil_hardening INTERFACE -fcf-protection)
  endif()
  target_link_options(hopveil_hardening INTERFACE LINKER:-z,relro LINKER:-z,now)
endif()

if(HOPVEIL_SANITIZE)
  add_compile_options(-fsanitize=${HOPVEIL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HOPVEIL_SANITIZE})
endif()
