// SPDX-License-Identifier: Apache-2.0
// Reading an edge list: MB/s and peak memory of hopveil's reader with 1 and 2 threads, of its binary format,
// and of igraph's igraph_read_graph_edgelist, on the same generated file.
//
//   read_bench [EDGES]      prints the table (10 million edges unless told)
//
// Each reader runs in a process of its own, so that VmHWM is its peak alone. Both readers end with a graph
// that can be asked for neighbours. The best of three runs counts.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <igraph.h>
#include <unistd.h>

#include <hopveil/read_graph.h>

#include "base/seeded_rng.h"
#include "io/hvg_format.h"

namespace hopveil {
namespace {

struct Measurement {
  double seconds = 0;
  double peak_bytes = 0;   // on top of what the process had before reading
  double graph_bytes = 0;  // the finished graph; 0: not known
  double edges = 0;        // of the graph as it was read
};

double status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":")) return 1024.0 * std::strtod(line.c_str() + key.size() + 1, nullptr);
  return 0;
}

/// Random pairs: no order that would help a cache.
void generate(const std::string& path, std::uint64_t edges) {
  SeededRng random(20);
  const std::uint64_t nodes = edges / 10 + 2;
  std::string text;
  std::ofstream file(path);
  for (std::uint64_t i = 0; i < edges; ++i) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\n", random.next_u64() % nodes,
                   random.next_u64() % nodes);
    if (text.size() > (1U << 20)) {
      file << text;
      text.clear();
    }
  }
  file << text;
}

template <class Read>
Measurement measure(Read&& read) {
  const double before = status_bytes("VmRSS");
  const auto begin = std::chrono::steady_clock::now();
  Measurement result = read();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.peak_bytes = status_bytes("VmHWM") - before;
  return result;
}

Measurement read_ours(const std::string& path, unsigned threads) {
  return measure([&] {
    static Graph graph;
    graph = read_graph(path, {.format = "", .threads = threads}).graph;
    Measurement result;
    result.graph_bytes = static_cast<double>(graph.offsets().size_bytes() + graph.targets().size_bytes() +
                                             graph.ids().numbers().size_bytes());
    result.edges = static_cast<double>(graph.num_edges());
    return result;
  });
}

Measurement read_igraph(const std::string& path) {
  return measure([&] {
    static igraph_t graph;
    std::FILE* file = std::fopen(path.c_str(), "r");
    igraph_read_graph_edgelist(&graph, file, 0, false);
    std::fclose(file);
    Measurement result;
    result.edges = static_cast<double>(igraph_ecount(&graph));
    return result;
  });
}

int run_child(const std::string& reader, const std::string& path) {
  const Measurement m =
      reader == "igraph" ? read_igraph(path) : read_ours(path, static_cast<unsigned>(std::stoul(reader)));
  fmt::print("{} {} {} {}\n", m.seconds, m.peak_bytes, m.graph_bytes, m.edges);
  return 0;
}

Measurement best_of_three(const std::string& self, const std::string& reader, const std::string& path) {
  Measurement best;
  for (int run = 0; run < 3; ++run) {
    std::FILE* child = ::popen(fmt::format("'{}' --child {} '{}'", self, reader, path).c_str(), "r");
    Measurement m;
    const int fields =
        std::fscanf(child, "%lf %lf %lf %lf", &m.seconds, &m.peak_bytes, &m.graph_bytes, &m.edges);
    if (::pclose(child) != 0 || fields != 4) {
      fmt::print(stderr, "reading with \"{}\" failed\n", reader);
      std::exit(1);
    }
    if (best.seconds == 0 || m.seconds < best.seconds) best = m;
  }
  return best;
}

void print_row(const std::string& name, const Measurement& m, double file_bytes, double lines,
               double reference) {
  const std::string extra =
      m.graph_bytes > 0 ? fmt::format("{:.1f}", (m.peak_bytes - m.graph_bytes) / lines) : "-";
  fmt::print("{:28} {:8.3f} {:9.0f} {:12.1f} {:16.1f} {:>22}\n", name, m.seconds,
             file_bytes / m.seconds / 1e6, reference / m.seconds, m.peak_bytes / lines, extra);
}

int run_table(const std::string& self, std::uint64_t edges) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("hopveil-read-bench-{}", ::getpid());
  fs::create_directories(folder);
  const std::string text = (folder / "edges.txt").string();
  const std::string binary = (folder / "edges.hvg").string();
  generate(text, edges);
  io::write_hvg(read_graph(text).graph, binary);
  const auto bytes = static_cast<double>(fs::file_size(text));
  const auto lines = static_cast<double>(edges);
  const Measurement peer = best_of_three(self, "igraph", text);
  fmt::print("{} edges, {:.0f} MB of text\n", edges, bytes / 1e6);
  fmt::print("{:28} {:>8} {:>9} {:>12} {:>16} {:>22}\n", "reader", "seconds", "MB/s", "x igraph",
             "peak byte/edge", "on top of the graph");
  print_row("igraph edge list", peer, bytes, lines, peer.seconds);
  for (const std::string threads : {"1", "2"})
    print_row(fmt::format("hopveil edge list, {} thread{}", threads, threads == "1" ? "" : "s"),
              best_of_three(self, threads, text), bytes, lines, peer.seconds);
  for (const std::string threads : {"1", "2"})
    print_row(fmt::format("hopveil .hvg, {} thread{}", threads, threads == "1" ? "" : "s"),
              best_of_three(self, threads, binary), bytes, lines, peer.seconds);
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace hopveil

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "--child")
    return hopveil::run_child(arguments[1], arguments[2]);
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  return hopveil::run_table(self, arguments.empty() ? 10'000'000 : std::stoull(arguments[0]));
}
