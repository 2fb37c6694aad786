// SPDX-License-Identifier: Apache-2.0
#pragma once

// What mechanisms there are, and what each promises.

#include <string>
#include <vector>

#include <hopveil/api.h>

namespace hopveil {

/// One option of a mechanism. Values are texts, the same as on the command line: "90", "relative".
///
///     for (const MechanismOption& option : mechanism_summaries()[0].options)
///       std::cout << "--" << option.name << ' ' << option.values << ": " << option.meaning << '\n';
struct MechanismOption {
  std::string name;
  std::string values;
  std::string default_value;
  std::string meaning;
  std::vector<std::string> choices;  ///< all values, where they have names; else empty
};

/// One mechanism, in words.
///
///     const MechanismSummary mechanism = mechanism_summaries()[0];
///     std::cout << mechanism.name << ' ' << mechanism.status << '\n';  // eli proved
struct MechanismSummary {
  std::string name;
  std::string summary;  ///< one line
  std::string source;   ///< paper, section, theorem
  std::vector<MechanismOption> options;
  std::string promise;  ///< with the default options: for which neighbours, at which level
  std::string status;   ///< of that promise: "proved", "claimed", "refuted"
};

/// All mechanisms, in the order of the documents. The first is the default of a release.
///
///     for (const MechanismSummary& mechanism : mechanism_summaries())
///       for (const MechanismOption& option : mechanism.options)
///         std::cout << mechanism.name << ": " << option.name << ' ' << option.values << '\n';
HOPVEIL_API std::vector<MechanismSummary> mechanism_summaries();

}  // namespace hopveil
