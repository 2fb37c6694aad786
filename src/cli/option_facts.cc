// SPDX-License-Identifier: Apache-2.0
#include "cli/option_facts.h"

#include "audit/named_pairs.h"
#include "evaluate/paper.h"
#include "infer/registry.h"
#include "io/graph_format.h"
#include "mechanism/option_names.h"
#include "mechanism/registry.h"

namespace hopveil::cli {
namespace {

using Names = std::vector<std::string>;

Names graph_formats() {
  Names names;
  for (const io::GraphFormat* format : io::all_graph_formats()) names.emplace_back(format->name);
  return names;
}

Names mechanism_list() {
  Names names;
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms()) names.push_back(mechanism.name);
  return names;
}

Names mechanisms_or_all() {
  Names names = mechanism_list();
  names.emplace_back("all");
  return names;
}

Names inference_choices() {
  Names names;
  for (const infer::InferenceInfo& info : infer::inferences()) names.emplace_back(info.name);
  return names;
}

Names pair_list() {
  Names names;
  for (const audit::NamedPair& pair : audit::named_pairs()) names.emplace_back(pair.name);
  return names;
}

Names data_sets() {
  Names names;
  for (const evaluation::PaperDataSet& data : evaluation::paper_data_sets()) names.emplace_back(data.name);
  return names;
}

constexpr auto kFile = ValueKind::kFile;
constexpr auto kFolder = ValueKind::kFolder;
constexpr auto kText = ValueKind::kText;
constexpr auto kChoice = ValueKind::kChoice;

/// Rows of one command stand before those of all. The mechanisms' options are in their own rows.
std::vector<OptionFacts> written_here() {
  return {
      {"--output", kOutputGroup, "FOLDER", kFolder, nullptr, "evaluate"},
      {"--reach", kOutputGroup, "", kText, nullptr, "evaluate"},
      {"--output", kOutputGroup, "FOLDER", kFolder, nullptr, "reproduce"},
      {"--output", kOutputGroup, "FOLDER", kFolder, nullptr, "demo"},
      {"--output", kOutputGroup, "FOLDER", kFolder, nullptr, "man"},
      {"--mechanism", kMechanismGroup, "NAME", kChoice, mechanisms_or_all, "audit"},
      {"--mechanism", kMechanismGroup, "NAMES", kChoice, mechanisms_or_all, "evaluate"},
      {"--inference", kMechanismGroup, "NAME", kChoice, inference_choices, ""},
      {"--set", kMechanismGroup, "STAGE.NAME=VALUE", kText, nullptr, ""},
      {"NAME", kNetworkGroup, "NAME", kChoice, data_sets, "fetch"},
      {"TABLE", kNetworkGroup, "TABLE", kFile, nullptr, ""},

      {"GRAPH", kNetworkGroup, "GRAPH", kFile, nullptr, ""},
      {"--graph-format", kNetworkGroup, "FORMAT", kChoice, graph_formats, ""},
      {"--columns", kNetworkGroup, "A,B", kText, nullptr, ""},
      {"--header", kNetworkGroup, "", kText, nullptr, ""},
      {"--no-header", kNetworkGroup, "", kText, nullptr, ""},
      {"--delimiter", kNetworkGroup, "CHARACTER", kText, nullptr, ""},
      {"--id-attribute", kNetworkGroup, "NAME", kText, nullptr, ""},
      {"--max-unpacked", kNetworkGroup, "AMOUNT", kText, nullptr, ""},
      {"--max-id-length", kNetworkGroup, "BYTES", kText, nullptr, ""},
      {"--users", kNetworkGroup, "FILE", kFile, nullptr, ""},
      {"--public", kNetworkGroup, "FILE", kFile, nullptr, ""},
      {"--public-edges", kNetworkGroup, "FILE", kFile, nullptr, ""},
      {"--like", kNetworkGroup, "GRAPH", kFile, nullptr, ""},
      {"--public-top", kNetworkGroup, "N or P%", kText, nullptr, ""},
      {"--largest-component", kNetworkGroup, "", kText, nullptr, ""},
      {"--allow-empty", kNetworkGroup, "", kText, nullptr, ""},
      {"--nodes", kNetworkGroup, "N", kText, nullptr, ""},
      {"--edges", kNetworkGroup, "N", kText, nullptr, ""},
      {"--pair", kNetworkGroup, "NAMES", kChoice, pair_list, ""},
      {"--list-pairs", kNetworkGroup, "", kText, nullptr, ""},
      {"--data", kNetworkGroup, "FOLDER", kFolder, nullptr, ""},
      {"--from", kNetworkGroup, "ADDRESS", kText, nullptr, ""},
      {"--fetch", kNetworkGroup, "", kText, nullptr, ""},
      {"--figure", kNetworkGroup, "NUMBERS", kText, nullptr, ""},

      {"LEDGER", kPrivacyGroup, "LEDGER", kFile, nullptr, ""},
      {"--prefs", kPrivacyGroup, "FILE", kFile, nullptr, ""},
      {"--default-epsilon", kPrivacyGroup, "EPSILON", kText, nullptr, ""},
      {"--prefs-groups", kPrivacyGroup, "EPSILONS", kText, nullptr, ""},
      {"--epsilon", kPrivacyGroup, "EPSILON", kText, nullptr, ""},
      {"--ledger", kPrivacyGroup, "FILE", kFile, nullptr, ""},
      {"--budget-share", kPrivacyGroup, "SHARE", kText, nullptr, ""},
      {"--accept-refuted", kPrivacyGroup, "", kText, nullptr, ""},
      {"--allow-copies", kPrivacyGroup, "", kText, nullptr, ""},
      {"--show-names", kPrivacyGroup, "", kText, nullptr, ""},
      {"USER", kPrivacyGroup, "USER", kText, nullptr, ""},
      {"--allow-looser", kPrivacyGroup, "", kText, nullptr, ""},
      {"--user", kPrivacyGroup, "USER", kText, nullptr, ""},
      {"--key", kPrivacyGroup, "FILE", kFile, nullptr, ""},

      {"--mechanism", kMechanismGroup, "NAME", kChoice, mechanism_list, ""},

      {"--hops", kOutputGroup, "N", kText, nullptr, ""},
      {"--output", kOutputGroup, "FILE", kFile, nullptr, ""},
      {"--format", kOutputGroup, "FORMAT", kChoice,
       [] {
         return Names{"csv", "json"};
       },
       ""},
      {"--json", kOutputGroup, "", kText, nullptr, ""},
      {"--csv", kOutputGroup, "", kText, nullptr, ""},
      {"--cumulative", kOutputGroup, "", kText, nullptr, ""},
      {"--order", kOutputGroup, "ORDER", kChoice,
       [] {
         return Names{"id", "appearance"};
       },
       ""},
      {"--reach", kOutputGroup, "FILE", kFile, nullptr, ""},
      {"--allow-formulas", kOutputGroup, "", kText, nullptr, ""},
      {"--overwrite", kOutputGroup, "", kText, nullptr, ""},
      {"--report", kOutputGroup, "FILE", kFile, nullptr, ""},
      {"--target-error", kPrivacyGroup, "ERROR", kText, nullptr, ""},
      {"--save", kOutputGroup, "FILE", kFile, nullptr, ""},
      {"--recipe", kPrivacyGroup, "FILE", kFile, nullptr, ""},
      {"--quick", kRunGroup, "", kText, nullptr, ""},
      {"--figures", kOutputGroup, "FOLDER", kFolder, nullptr, ""},
      {"--sign", kOutputGroup, "KEY", kFile, nullptr, ""},
      {"--no-diameter", kOutputGroup, "", kText, nullptr, ""},
      {"--growth", kOutputGroup, "", kText, nullptr, ""},

      {"--runs", kRunGroup, "N", kText, nullptr, ""},
      {"--own-runs", kRunGroup, "N", kText, nullptr, ""},
      {"--time", kRunGroup, "SECONDS", kText, nullptr, ""},
      {"--confidence", kRunGroup, "PERCENT", kText, nullptr, ""},
      {"--seed", kRunGroup, "SEED", kText, nullptr, ""},
      {"--resume", kRunGroup, "", kText, nullptr, ""},
      {"--memory", kRunGroup, "AMOUNT", kText, nullptr, ""},
      {"--threads", kRunGroup, "N", kText, nullptr, ""},
      {"--verbose", kRunGroup, "", kText, nullptr, ""},
      {"--quiet", kRunGroup, "", kText, nullptr, ""},
      {"--help", kRunGroup, "", kText, nullptr, ""},
      {"--version", kRunGroup, "", kText, nullptr, ""},
      {"SHELL", kOtherGroup, "SHELL", kChoice,
       [] {
         return Names{"bash", "zsh", "fish"};
       },
       ""},
      {"COMMAND", kOtherGroup, "COMMAND", kText, nullptr, ""},
  };
}

const std::vector<OptionFacts>& table() {
  static const std::vector<OptionFacts> rows = [] {
    std::vector<OptionFacts> all = written_here();
    for (const mechanism::ParameterInfo* row : mechanism::all_options()) {
      all.push_back({"--" + row->name, kMechanismGroup, row->placeholder,
                     row->choices.empty() ? kText : kChoice, [row] { return row->choices; }, ""});
    }
    return all;
  }();
  return rows;
}

}  // namespace

const OptionFacts& facts_of_option(std::string_view command, std::string_view name) {
  static const OptionFacts unknown = {};
  for (const OptionFacts& facts : table()) {
    if (facts.name == name && (facts.command.empty() || facts.command == command)) return facts;
  }
  return unknown;
}

}  // namespace hopveil::cli
