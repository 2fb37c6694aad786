// SPDX-License-Identifier: Apache-2.0
#include "cli/network_facts.h"

#include <fmt/format.h>

#include <hopveil/users.h>

#include "base/harmless_text.h"
#include "base/plural.h"
#include "graph/components.h"
#include "graph/diameter.h"

namespace hopveil::cli {
namespace {

/// The paper's share of public users, shown for orientation when no public users are given.
constexpr const char* kPaperShare = "5%";

void print_fact(const std::string& name, const std::string& value, const std::string& remark = "") {
  if (remark.empty()) {
    fmt::print("{:<18}{}\n", name, value);
  } else {
    fmt::print("{:<18}{:<10}  {}\n", name, value, remark);
  }
}

std::string removed_text(const ReadSummary& read) {
  if (read.repeated_edges == 0 && read.self_loops == 0) return "";
  return fmt::format("after removing {} and {}", plural(read.repeated_edges, "repeat"),
                     plural(read.self_loops, "self-loop"));
}

std::string density_text(double density) {
  return fmt::format("{:.3g}%", density * 100);
}

}  // namespace

NetworkFacts gather_facts(const Graph& graph, unsigned threads, bool with_diameter,
                          const Progress& progress) {
  NetworkFacts facts;
  facts.nodes = graph.num_nodes();
  facts.edges = graph.num_edges();
  const Components components = find_components(graph);
  facts.components = components.count();
  facts.largest_component = components.sizes.empty() ? 0 : components.sizes[components.largest()];
  if (with_diameter) facts.diameter = largest_component_diameter(graph, threads, progress);
  facts.density = density(graph);
  facts.degrees = summarize_degrees(graph);
  return facts;
}

nlohmann::ordered_json facts_json(const NetworkFacts& facts) {
  nlohmann::ordered_json json = {
      {"source", facts.source},
      {"format", facts.read.format},
      {"nodes", facts.nodes},
      {"edges", facts.edges},
      {"read", describe(facts.read)},
      {"lists_everybody", facts.read.lists_everybody},
      {"users_added", facts.read.users_added},
      {"repeated_edges_removed", facts.read.repeated_edges},
      {"self_loops_removed", facts.read.self_loops},
      {"components", facts.components},
      {"largest_component", facts.largest_component},
      {"diameter", facts.diameter ? nlohmann::ordered_json(*facts.diameter) : nlohmann::ordered_json()},
      {"density", facts.density},
      {"degree",
       {{"min", facts.degrees.min},
        {"median", facts.degrees.median},
        {"mean", facts.degrees.mean},
        {"max", facts.degrees.max}}},
      {"isolated", facts.degrees.isolated},
  };
  if (facts.public_choice.empty()) {
    json["public_users"] = nullptr;
  } else {
    json["public_users"] = facts.public_users;
    json["public_choice"] = facts.public_choice;
  }
  return json;
}

void print_facts(const NetworkFacts& facts) {
  print_fact("network",
             harmless(facts.source) + (facts.read.format.empty() ? "" : " (" + facts.read.format + ")"));
  if (const std::string read = describe(facts.read); !read.empty()) print_fact("read as", read);
  if (!facts.read.hint.empty()) print_fact("hint", facts.read.hint);
  print_fact("nodes", std::to_string(facts.nodes),
             facts.read.users_added == 0 ? ""
                                         : fmt::format("of which {} are listed and not in the network's file",
                                                       facts.read.users_added));
  print_fact("edges", std::to_string(facts.edges), removed_text(facts.read));
  print_fact("components", std::to_string(facts.components));
  print_fact("largest", std::to_string(facts.largest_component), "nodes");
  if (facts.diameter) print_fact("diameter", std::to_string(*facts.diameter), "of the largest component");
  print_fact("density", density_text(facts.density));
  print_fact("degree", fmt::format("min {}, median {:g}, mean {:.1f}, max {}", facts.degrees.min,
                                   facts.degrees.median, facts.degrees.mean, facts.degrees.max));
  print_fact("isolated", std::to_string(facts.degrees.isolated), "nodes without an edge");
  if (facts.public_choice.empty()) {
    print_fact("public users", "not said",
               fmt::format("give --public or --public-top; {} would be {}", kPaperShare,
                           plural(TopShare::from_text(kPaperShare).of(facts.nodes), "user")));
  } else {
    print_fact("public users", std::to_string(facts.public_users), harmless(facts.public_choice));
  }
}

}  // namespace hopveil::cli
