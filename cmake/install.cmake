# SPDX-License-Identifier: Apache-2.0
# cmake --install: program, headers of include/hopveil, both libraries, and what find_package and pkg-config read.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/hopveil")

set_target_properties(hopveil_static PROPERTIES EXCLUDE_FROM_ALL OFF)
install(TARGETS hopveil_shared EXPORT hopveil-shared
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS hopveil_static EXPORT hopveil-static
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
foreach(kind shared static)
  install(EXPORT hopveil-${kind} NAMESPACE hopveil:: FILE hopveil-${kind}.cmake DESTINATION "${package_folder}")
endforeach()
if(HOPVEIL_BUILD_PROGRAM)
  install(TARGETS hopveil RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/hopveil" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

configure_package_config_file(cmake/hopveil-config.cmake.in hopveil-config.cmake INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file(hopveil-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/hopveil-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/hopveil-config-version.cmake"
  DESTINATION "${package_folder}")

# Relative to the file itself, so that an installed tree may be moved.
file(RELATIVE_PATH HOPVEIL_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/hopveil.pc.in hopveil.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/hopveil.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
