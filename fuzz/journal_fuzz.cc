// Any bytes behind the first line of an experiment's journal: results that can be summarised, or an
// InputError.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/errors.h>

#include "evaluate/journal.h"
#include "evaluate/summary.h"
#include "graph/generators.h"
#include "scratch_file.h"

namespace hopveil {
namespace {

evaluation::ExperimentSpec small_experiment() {
  evaluation::ExperimentGraph graph;
  graph.name = "g";
  NetworkSpec network = kDemoNetwork;
  network.nodes = 20;
  network.edges = 40;
  graph.graph = find_generator("community").make(network);
  graph.roles = UserRoles(graph.graph.num_nodes(), {0, 1});
  evaluation::ExperimentSpec spec;
  spec.graphs.push_back(std::move(graph));
  spec.hops = {1, 2};
  spec.mechanisms = {"uniform"};
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("4")}};
  spec.runs = 1;
  return spec;
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  static const evaluation::ExperimentSpec spec = small_experiment();
  static const std::string header = evaluation::describe_experiment(spec).dump() + "\n";
  static const ScratchFile file("hopveil-fuzz-journal");
  file.write(header + std::string(reinterpret_cast<const char*>(data), size));
  try {
    const std::vector<evaluation::UnitResult> done =
        evaluation::Journal::resume(file.path(), spec).take_done();
    for (const evaluation::UnitResult& result : done) evaluation::summarise(spec, {result});
  } catch (const InputError&) {
    // refused
  }
  return 0;
}
