// SPDX-License-Identifier: Apache-2.0
// The C++ call that `hv.count` wraps, for bench/python_bench.py: counts on CSR arrays from files whenever a
// line comes in, and prints how many seconds that took and the sum of all counts.
// usage: count_call OFFSETS TARGETS PUBLIC HOPS   (files of 64-bit, 32-bit and 32-bit numbers)

#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <hopveil/build_graph.h>
#include <hopveil/count.h>
#include <hopveil/users.h>

namespace {

template <class T>
std::vector<T> numbers_of(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<T> numbers(static_cast<std::size_t>(file.tellg()) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(T)));
  return numbers;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto offsets = numbers_of<std::uint64_t>(argv[1]);
  const auto targets = numbers_of<hopveil::NodeId>(argv[2]);
  const auto public_users = numbers_of<hopveil::NodeId>(argv[3]);
  const auto hops = static_cast<unsigned>(std::stoul(argv[4]));
  const auto num_users = static_cast<hopveil::NodeId>(offsets.size() - 1);
  const hopveil::Graph graph =
      hopveil::graph_from_rows(offsets, targets, hopveil::numbered_users(num_users), nullptr);
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto begin = std::chrono::steady_clock::now();
    const hopveil::UserRoles roles(num_users, public_users);
    const hopveil::ExactCounts counts = hopveil::count_fingerprints(graph, roles, hops);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::uint64_t sum = 0;
    for (unsigned hop = 1; hop <= hops; ++hop)
      for (const std::uint32_t count : counts.hop(hop)) sum += count;
    std::cout << seconds.count() << ' ' << sum << std::endl;
  }
}
