// SPDX-License-Identifier: Apache-2.0
#include "evaluate/paper.h"

#include <array>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "mechanism/registry.h"

namespace hopveil::evaluation {
namespace {

constexpr std::array<PaperDataSet, 3> kDataSets = {{
    {"polblogs", "Polblogs", "polblogs.gml",
     "d26f3053d513effd55482850b8be4ec2b42403412222af82375336ae6d82d546", 977849,
     "https://websites.umich.edu/~mejn/netdata/polblogs.zip", true, 1222, 16724, 8, "2.24", 61},
    {"facebook", "Facebook", "facebook_combined.txt.gz",
     "6071bf257fdd8039c4d9967ebdf49937f32b2883507c559c32f34f4347c6d326", 223648,
     "https://snap.stanford.edu/data/facebook_combined.txt.gz", false, 4039, 88234, 8, "1.08", 201},
    {"condmat", "CondMat", "ca-CondMat.txt.gz",
     "0f6bbf6c030c9ca241bbf91b8edaeb122691f6f0347955298a099bbb2a6967e1", 726604,
     "https://snap.stanford.edu/data/ca-CondMat.txt.gz", false, 23133, 93439, 14, "0.0349", 1156},
}};

constexpr std::array<PaperFigure, 6> kFigures = {{
    {1, &kDataSets[0], 4},
    {2, &kDataSets[0], 7},
    {3, &kDataSets[1], 4},
    {4, &kDataSets[1], 7},  // E11: its text says 4, its caption 7
    {5, &kDataSets[2], 4},
    {6, &kDataSets[2], 7},
}};

ExperimentSpec common_experiment(const ExperimentGraph& graph, const std::vector<unsigned>& hops,
                                 std::uint64_t runs, std::uint64_t seed) {
  ExperimentSpec spec;
  spec.graphs.push_back(graph);
  spec.hops = hops;
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("16")}};
  spec.runs = runs;
  spec.seed = seed;
  return spec;
}

std::vector<std::string> names_of_mechanisms(bool with_threshold) {
  std::vector<std::string> names;
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms()) {
    if (mechanism::has_parameter(mechanism, "threshold") == with_threshold) names.push_back(mechanism.name);
  }
  return names;
}

}  // namespace

std::span<const PaperDataSet> paper_data_sets() {
  return kDataSets;
}

const PaperDataSet& find_data_set(std::string_view name) {
  std::string names;
  for (const PaperDataSet& data : kDataSets) {
    if (data.name == name) return data;
    names.append(names.empty() ? "" : ", ").append(data.name);
  }
  throw InputError(fmt::format("there is no data set \"{}\"", name), "the paper's are " + names);
}

std::span<const PaperFigure> paper_figures() {
  return kFigures;
}

std::vector<std::string> paper_thresholds() {
  return {"1", "2", "4", "6", "8", "10", "12", "14", "16"};
}

ExperimentSpec paper_experiment(const ExperimentGraph& graph, const std::vector<unsigned>& hops,
                                std::uint64_t runs, std::uint64_t seed) {
  ExperimentSpec spec = common_experiment(graph, hops, runs, seed);
  spec.mechanisms = names_of_mechanisms(true);
  spec.options = {{"threshold", paper_thresholds()},
                  {"reading", {"consistent", "literal"}},
                  {"postprocess", {"none", "clamp"}},
                  {"noise", {"laplace"}}};
  return spec;
}

ExperimentSpec own_experiment(const ExperimentGraph& graph, const std::vector<unsigned>& hops,
                              std::uint64_t runs, std::uint64_t seed) {
  ExperimentSpec spec = common_experiment(graph, hops, runs, seed);
  spec.mechanisms = names_of_mechanisms(false);
  spec.options = {{"optimise", {"absolute", "relative"}}};
  return spec;
}

}  // namespace hopveil::evaluation
