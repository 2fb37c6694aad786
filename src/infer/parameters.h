// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every number that the inference was given by hand, in one object that is passed in. What each means, why it
// has its value and within which bounds it makes sense, is said once, in parameters.cc: `evaluate --set
// stage.name=value`, docs/mechanisms/eli-parameters.md and the tests walk that table.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hopveil::infer {

/// Who is asked what.
struct DesignParameters {
  double false_per_true = 0.1;
  double false_per_true_of_all = 2;
  double placed_preference = 2;
  std::size_t first_strata = 4;
  std::size_t most_strata = 32;
  double group_ratio = 1.5;
  std::size_t most_groups = 2;
  double label_scale = 1.5;
  double labelled_from = 0.3;
};

/// Networks that could be the true one, around the released edges of liberal users.
struct ImputationParameters {
  double replaced_share = 0.4;
  double believed_isolated = 2.0 / 3;
  double reconnected_share = 0.9;
  double reference_missing = 2.0 / 3;
  std::size_t counted_public = 2048;
};

/// Paths of imputed networks are longer than true ones: what is moved nearer.
struct PathLengthParameters {
  double five_is_four = 0.7;
  double six_is_five = 0.8;
  double farther_is_five = 0.25;
  double left_out = 0.25;
  double steps_to_four = 2;
  double most_have = 0.95;
  double half_believed = 0.15;
};

/// The conditional estimator: a quantile regression forest on answers with simulated noise.
struct EstimatorParameters {
  std::size_t trees = 32;
  std::size_t examples_per_tree = 12000;
  std::size_t smallest_leaf = 24;
  std::size_t noise_draws = 12;
};

/// Cross-validation, which chooses between designs.
struct ValidationParameters {
  std::size_t users = 600;
  std::size_t trees = 12;
  std::size_t examples_per_tree = 4000;
};

/// The action that is best for an objective.
struct LossParameters {
  double nearer_odds = 0.08;
  std::size_t first_nearer_hop = 4;
};

/// All users are asked for pairs: which answers are true.
struct PairParameters {
  double caution = 1;
  double sure_bridge = 0.7;
  std::size_t samples = 7;
  std::size_t learnt_from = 3000;
  double decoys_per_answer = 0.1;
};

/// Without liberal users: a population fitted to counts, and synthetic networks drawn from it.
struct LocalParameters {
  double significant = 3;
  double never_used_up = 0.1;
  std::size_t templates = 4096;
  std::size_t counted_public = 256;
};

struct InferenceParameters {
  DesignParameters design = {};
  ImputationParameters imputation = {};
  PathLengthParameters path_length = {};
  EstimatorParameters estimator = {};
  ValidationParameters validation = {};
  LossParameters loss = {};
  PairParameters pairs = {};
  LocalParameters local = {};
};

/// A row of the table.
struct InferenceParameter {
  std::string_view name;  ///< "imputation.replaced_share"
  /// A model parameter changes what is believed; effort trades time for accuracy.
  enum class Kind { kModel, kEffort } kind;
  bool is_whole;
  double least, most;         ///< values outside make no sense
  std::optional<double> off;  ///< the value that switches its rule off, if it stands for one
  std::string_view meaning;   ///< what it is
  std::string_view reason;    ///< why it has its value, and where that was chosen
  double (*get)(const InferenceParameters& parameters);
  void (*set)(InferenceParameters& parameters, double value);
};

std::span<const InferenceParameter> inference_parameters();

/// "imputation.replaced_share=0.3". Throws InputError that says what is wrong.
void set_parameter(InferenceParameters& parameters, std::string_view assignment);

/// "imputation.replaced_share=0.3", ..: those that differ from their defaults, by name; empty if none does.
std::string changed_parameters(const InferenceParameters& parameters);

/// The table of the documentation, as Markdown: docs/mechanisms/eli-parameters.md has it, and a test
/// compares.
std::string parameters_table();

}  // namespace hopveil::infer
