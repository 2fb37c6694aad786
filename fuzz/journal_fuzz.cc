// SPDX-License-Identifier: Apache-2.0
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

evaluation::ExperimentSpec small_experiment(const char* mechanism, bool reach) {
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
  spec.mechanisms = {mechanism};
  spec.reach = reach;
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("4")}};
  spec.runs = 1;
  return spec;
}

void resume(const evaluation::ExperimentSpec& spec, std::string_view lines) {
  static const ScratchFile file("hopveil-fuzz-journal");
  file.write(evaluation::describe_experiment(spec).dump() + "\n" + std::string(lines));
  try {
    const std::vector<evaluation::UnitResult> done =
        evaluation::Journal::resume(file.path(), spec).take_done();
    for (const evaluation::UnitResult& result : done) evaluation::summarise(spec, {result});
  } catch (const InputError&) {
    // refused
  }
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  static const evaluation::ExperimentSpec counts = small_experiment("uniform", false);
  static const evaluation::ExperimentSpec reach = small_experiment("eli", true);
  const std::string_view lines(reinterpret_cast<const char*>(data), size);
  resume(counts, lines);
  resume(reach, lines);
  return 0;
}
