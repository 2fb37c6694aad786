// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the CLI11 tree does not know about an option: which group of the help it belongs to and what its value
// is. One table for all commands, so that an option reads the same everywhere.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hopveil::cli {

inline constexpr std::string_view kNetworkGroup = "Network";
inline constexpr std::string_view kPrivacyGroup = "Privacy";
inline constexpr std::string_view kMechanismGroup = "Mechanism";
inline constexpr std::string_view kOutputGroup = "Output";
inline constexpr std::string_view kRunGroup = "Running";
inline constexpr std::string_view kOtherGroup = "Other";

enum class ValueKind { kText, kFile, kFolder, kChoice };

struct OptionFacts {
  std::string name;                                        ///< "--public", "GRAPH"
  std::string_view group = kOtherGroup;                    ///< of the help
  std::string value = "VALUE";                             ///< what stands for the value there
  ValueKind kind = ValueKind::kText;                       ///< what a shell may complete
  std::function<std::vector<std::string>()> choices = {};  ///< what it may offer
  std::string_view command = "";                           ///< only in this one ("ledger init"); "": in all
};

/// The facts of the option (by its long name, or an argument's) of the command: those of the table, or, for
/// an option that is not in it, the defaults.
const OptionFacts& facts_of_option(std::string_view command, std::string_view name);

}  // namespace hopveil::cli
