# Reading graphs beside igraph's reader (GPL: benchmarks only, never part of the product). By pkg-config: the
# CMake files of Debian's igraph ask for libraries that its package does not bring.
pkg_check_modules(IGRAPH REQUIRED IMPORTED_TARGET igraph)
add_executable(read_bench "${CMAKE_CURRENT_LIST_DIR}/read_bench.cc")
target_link_libraries(read_bench PRIVATE hopveil_io hopveil_warnings PkgConfig::IGRAPH)
