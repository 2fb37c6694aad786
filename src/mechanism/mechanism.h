// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a mechanism is, what it is told, and what it says about itself.

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random_source.h"
#include "dp/preferences.h"
#include "infer/objective.h"
#include "mechanism/budget_trace.h"
#include "mechanism/noisy_table.h"
#include "mechanism/setting.h"

namespace hopveil::infer {
struct InferenceChoice;  // infer/registry.h
}
namespace hopveil::mechanism {

/// Where the printed algorithms contradict the paper's own proofs (E3, E4).
enum class Reading {
  kConsistent,  ///< what the proofs need
  kLiteral      ///< as printed
};

/// What is done with values below 0 or above the number of public users (E9).
enum class Postprocess { kNone, kClamp };

enum class Noise {
  kDiscrete,           ///< exact integer noise
  kContinuousLaplace,  ///< the paper's; floating point, for experiments only
};

struct MechanismOptions {
  unsigned hops = 1;                                   ///< c
  dp::Threshold threshold = dp::Threshold::largest();  ///< t; the paper's first heuristic
  Reading reading = Reading::kConsistent;
  Postprocess postprocess = Postprocess::kNone;
  Noise noise = Noise::kDiscrete;
  infer::Objective objective = infer::Objective::kAbsolute;  ///< eli's
  std::optional<unsigned> intervals = {};  ///< eli's; percent: adds an interval around every count
  /// Also the reach of every public user, from the same answers; for mechanisms that infer it.
  bool reach = false;
  /// eli's, for experiments only: another inference, or other numbers; outlives the mechanism. Null: what a
  /// release does.
  const infer::InferenceChoice* inference = nullptr;
  /// Options without a field above, by name: an OwnOption (option_row.h) writes and reads them.
  std::map<std::string, std::any, std::less<>> own = {};
};

enum class GuaranteeStatus { kProved, kRefuted };

/// What a mechanism promises for given options, and whether that is true.
struct Guarantee {
  std::string statement;  ///< for which neighbours, at which level
  GuaranteeStatus status;
  std::string reason;  ///< proved where, refuted by what
};

/// One option of a mechanism, written once: command line, metadata, experiments, `verify`, the library,
/// Python, C and documents walk these rows. option_row.h makes them. Mechanisms that share an option share
/// its row.
struct ParameterInfo {
  std::string name;                       ///< "threshold"; on the command line --threshold
  std::string values;                     ///< "NUMBER|max|mean"
  std::string default_value;              ///< as `print` writes it
  std::string meaning;                    ///< a sentence for documents
  std::string help = {};                  ///< of commands that list the options of all mechanisms
  std::string placeholder = {};           ///< what stands for the value there: "T"
  std::vector<std::string> choices = {};  ///< all its values, when they have names
  /// What experiments put between the mechanism's name and a value that is not the default ("-": they call
  /// it "eli-relative"). Empty: results have a column for it, or it changes no count.
  std::string label = {};
  /// Sets the option. Throws InputError for a text that is none of `values`.
  std::function<void(MechanismOptions& options, std::string_view text)> parse = {};
  /// The text that `parse` reads.
  std::function<std::string(const MechanismOptions& options)> print = {};
  /// For an option whose value depends on the preferences (a threshold of "max"): that value as a text, which
  /// metadata has as well. Throws InputError when it does not fit these preferences. Empty: it never does.
  std::function<std::string(const MechanismOptions& options, const Preferences& preferences)> resolve = {};
};

/// A mechanism with its options settled. Immutable: many runs may use it at once, each with its own
/// workspace.
class Mechanism {
 public:
  Mechanism() = default;
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;
  virtual ~Mechanism() = default;

  /// Throws InputError when these options cannot work on this setting (a threshold out of range, noise beyond
  /// 64 bits). Looks only at public knowledge. Call it before anything is charged or drawn.
  virtual void validate(const Setting& setting) const = 0;

  /// One run. The result depends on the setting, the options and the random bits alone.
  virtual void run(const Setting& setting, Workspace& workspace, RandomSource& random, NoisyTable& out,
                   BudgetTrace& trace) const = 0;

  /// One run's tables for several objectives: what is drawn does not depend on them, so each table is what a
  /// run with that objective gives on the same random bits. For experiments. Mechanisms without the option
  /// have one objective.
  virtual void run_for_objectives(const Setting& setting, Workspace& workspace, RandomSource& random,
                                  std::span<const infer::Objective> objectives, std::span<NoisyTable> out,
                                  BudgetTrace& trace) const;
};

struct MechanismInfo {
  std::string name;
  std::string summary;
  std::string source;  ///< paper, section, theorem
  std::vector<ParameterInfo> parameters;
  Guarantee (*guarantee)(const MechanismOptions& options);
  /// Whether with these options the steps add up to more than the whole budget (E4): no ledger may book such
  /// a run as its share.
  bool (*draws_more_than_its_share)(const MechanismOptions& options);
  std::unique_ptr<Mechanism> (*make)(const MechanismOptions& options);
  /// Whether the first hops of a run are a run with fewer hops: experiments then need only the longest.
  bool serves_fewer_hops = false;
  /// Whether it counts on the network itself. If not, a release does not ask whether that would fit the
  /// memory, but whether the users alone would: more would depend on the number of edges.
  bool counts_the_network = true;
  /// Whether it can give the reach of public users (MechanismOptions::reach).
  bool infers_reach = false;
};

std::string status_text(GuaranteeStatus status);

/// What every mechanism promises, be it proved or refuted: the paper's Def. 9.
std::string ppdp_statement();

bool has_parameter(const MechanismInfo& mechanism, std::string_view name);

}  // namespace hopveil::mechanism
