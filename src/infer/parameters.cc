// SPDX-License-Identifier: Apache-2.0
#include "infer/parameters.h"

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::infer {
namespace {

using Kind = InferenceParameter::Kind;

template <class T>
struct FieldType;
template <class Class, class Value>
struct FieldType<Value Class::*> {
  using type = Value;
};

template <auto kStage, auto kField>
constexpr InferenceParameter row(std::string_view name, Kind kind, double least, double most,
                                 std::optional<double> off, std::string_view meaning,
                                 std::string_view reason) {
  using Value = typename FieldType<decltype(kField)>::type;
  return {
      name,
      kind,
      !std::is_floating_point_v<Value>,
      least,
      most,
      off,
      meaning,
      reason,
      [](const InferenceParameters& parameters) { return static_cast<double>((parameters.*kStage).*kField); },
      [](InferenceParameters& parameters, double value) {
        (parameters.*kStage).*kField = static_cast<Value>(value);
      }};
}

constexpr std::nullopt_t kNone = std::nullopt;
/// These numbers were lowered together, from 64 trees of 16000 examples, 2000 users, 24 trees of 6000.
constexpr std::string_view kLessEffort =
    "lowered with the other efforts of estimator and validation at once: within .5% on four networks, "
    "CondMat "
    "among them";
using P = InferenceParameters;
using Design = DesignParameters;
using Imputation = ImputationParameters;
using PathLength = PathLengthParameters;
using Estimator = EstimatorParameters;
using Validation = ValidationParameters;
using Loss = LossParameters;
using Pairs = PairParameters;
using Local = LocalParameters;

constexpr std::array kParameters{
    row<&P::design, &Design::false_per_true>(
        "design.false_per_true", Kind::kModel, 0, 100, kNone,
        "false edges per true one that randomized response may make for liberal users",
        "wins up to .093, loses from .23 on"),
    row<&P::design, &Design::false_per_true_of_all>(
        "design.false_per_true_of_all", Kind::kModel, 0, 100, 0,
        "the same where all users are asked for pairs, so that other answers show which are false, and "
        "public users' edges are clustered; half as many elsewhere",
        "more fail: small components 7.9 times the error of zeros; R-MAT networks at 1.4 are better counted"),
    row<&P::design, &Design::placed_preference>(
        "design.placed_preference", Kind::kModel, 0, 100, 100,
        "users from this preference on are placed well enough for others to be asked about them",
        "noise of a count is below 1 two times in three; by habit, not tuned"),
    row<&P::design, &Design::first_strata>(
        "design.first_strata", Kind::kModel, 1, 64, kNone,
        "strata of public and of private users from which cross-validation starts",
        "fixed at 4 without cross-validation the error is 4 to 15% larger"),
    row<&P::design, &Design::most_strata>("design.most_strata", Kind::kEffort, 1, 1024, kNone,
                                          "strata that cross-validation tries at most",
                                          "no tuning network chose this many"),
    row<&P::design, &Design::group_ratio>(
        "design.group_ratio", Kind::kModel, 1, 1000, 1000,
        "largest ratio of preferences in a group of users that share a design",
        "more where there would be more than most_groups; the estimator knows each preference"),
    row<&P::design, &Design::most_groups>("design.most_groups", Kind::kEffort, 1, 100, kNone,
                                          "groups of users, each with its own design and estimators",
                                          "continuous preferences made a dozen, for 3 to 8 times the time; "
                                          "3: no less error on five of six networks"),
    row<&P::design, &Design::label_scale>(
        "design.label_scale", Kind::kModel, 0, 100, 0,
        "a user is labelled with a region when its count there exceeds this many scales of the noise",
        ".75 for a single region did harm on held-out networks; one number now"),
    row<&P::design, &Design::labelled_from>("design.labelled_from", Kind::kModel, 0, 100, 0,
                                            "users of smaller preferences get no label",
                                            "their label would be noise"),
    row<&P::imputation, &Imputation::replaced_share>(
        "imputation.replaced_share", Kind::kModel, 0, 1, 0,
        "share of copied neighbours that is replaced by a neighbour of theirs",
        "without any, imputation shortens no path; musae and generated networks; 0: 3 to 7% more error"),
    row<&P::imputation, &Imputation::believed_isolated>(
        "imputation.believed_isolated", Kind::kModel, 0, 1, 1,
        "users without a known edge are believed isolated from this probability on",
        "a half was wrong on 2 of 10 draws; off: R-MAT networks +132%"),
    row<&P::imputation, &Imputation::reconnected_share>(
        "imputation.reconnected_share", Kind::kModel, 0, 1, 0,
        "share of the disconnected users that is reconnected, where reference_missing of the users are "
        "unobserved",
        "0: 15% more error on real networks when chosen; less on generated ones, which have truly "
        "disconnected users"),
    row<&P::imputation, &Imputation::reference_missing>(
        "imputation.reference_missing", Kind::kModel, 0.01, 1, kNone,
        "share of unobserved users for which the shares of this table were chosen",
        "two of three equal groups, the paper's setting"),
    row<&P::imputation, &Imputation::counted_public>(
        "imputation.counted_public", Kind::kEffort, 1, 10000000, kNone,
        "public users counted in an imputed network where there are more than twice as many; others in each",
        "docs/notes/eli-inference-lab.md has errors by this number"),
    row<&P::path_length, &PathLength::five_is_four>(
        "path_length.five_is_four", Kind::kModel, 0, 1, 0,
        "share of public users five hops away that are nearer, at most, and where hold-outs disagree",
        "musae and generated networks; .8 costs one of them 8%"),
    row<&P::path_length, &PathLength::six_is_five>("path_length.six_is_five", Kind::kModel, 0, 1, 0,
                                                   "share of public users six hops away that are nearer",
                                                   "the most that made no tuning network worse by 2%"),
    row<&P::path_length, &PathLength::farther_is_five>(
        "path_length.farther_is_five", Kind::kModel, 0, 1, 0,
        "share of public users farther than six hops, or not reached, that are five hops away",
        "the most that made no tuning network worse by 2%"),
    row<&P::path_length, &PathLength::left_out>(
        "path_length.left_out", Kind::kModel, 0, 1, 0,
        "share of counts beyond five hops that is left out: nearer, but unknown where",
        ".7 to .8% of the error of seven hops"),
    row<&P::path_length, &PathLength::steps_to_four>(
        "path_length.steps_to_four", Kind::kModel, 0.1, 20, 1,
        "hold-outs show less path-length bias than there is: this many steps like them are right",
        "power-law and community networks"),
    row<&P::path_length, &PathLength::most_have>(
        "path_length.most_have", Kind::kModel, 0, 1, 1,
        "quantile of liberal users that bounds how many public users are beyond five hops",
        "medians of hops that exclude each other leave more than there are"),
    row<&P::path_length, &PathLength::half_believed>(
        "path_length.half_believed", Kind::kModel, 0.001, 10, 10,
        "hold-outs that vary by this much, relative to their mean, are believed half",
        "between the variation of power-law networks (.1) and of communities"),
    row<&P::estimator, &Estimator::trees>("estimator.trees", Kind::kEffort, 1, 10000, kNone,
                                          "trees of a forest", "16 trees cost .1 to .6%"),
    row<&P::estimator, &Estimator::examples_per_tree>("estimator.examples_per_tree", Kind::kEffort, 10,
                                                      10000000, kNone, "examples drawn for a tree",
                                                      kLessEffort),
    row<&P::estimator, &Estimator::smallest_leaf>("estimator.smallest_leaf", Kind::kModel, 1, 10000, 1,
                                                  "examples in a leaf, at least",
                                                  "with 12 draws of noise; leaves of 8 with 4 draws: +.9%"),
    row<&P::estimator, &Estimator::noise_draws>("estimator.noise_draws", Kind::kEffort, 4, 1000, kNone,
                                                "draws of simulated noise per user, at most",
                                                "4 draws: +.9%; fewer where users abound"),
    row<&P::validation, &Validation::users>("validation.users", Kind::kEffort, 10, 1000000, kNone,
                                            "users whose error chooses between designs", kLessEffort),
    row<&P::validation, &Validation::trees>("validation.trees", Kind::kEffort, 1, 10000, kNone,
                                            "trees of a forest that is validated", kLessEffort),
    row<&P::validation, &Validation::examples_per_tree>("validation.examples_per_tree", Kind::kEffort, 10,
                                                        10000000, kNone, "examples drawn for such a tree",
                                                        kLessEffort),
    row<&P::loss, &Loss::nearer_odds>(
        "loss.nearer_odds", Kind::kModel, 0, 1, 0,
        "relative objective: least odds that public users are one hop nearer than inferred; rehearsals "
        "choose more",
        "looked at Facebook and Polblogs: rehearsals do not see bridges that no liberal user had"),
    row<&P::loss, &Loss::first_nearer_hop>(
        "loss.first_nearer_hop", Kind::kModel, 1, 100, 1, "the first hop at which these odds are believed",
        "paths of up to three hops are nearly always right; from hop 4 on harms none of 11 networks"),
    row<&P::pairs, &Pairs::caution>(
        "pairs.caution", Kind::kModel, 0, 10, 0,
        "an excess of answers over false ones of this many deviations is taken as chance; of twice and three "
        "times as many for bridges",
        "bridges that do not exist spoil more than missing ones"),
    row<&P::pairs, &Pairs::sure_bridge>(
        "pairs.sure_bridge", Kind::kModel, 0, 1, 0,
        "where noise makes more edges than there are, bridges that are believed less are not believed at all",
        "for each true one there are false ones, and a few of these shorten every distance"),
    row<&P::pairs, &Pairs::samples>("pairs.samples", Kind::kEffort, 1, 999, kNone,
                                    "networks sampled by what is believed", "odd, for a median"),
    row<&P::pairs, &Pairs::learnt_from>("pairs.learnt_from", Kind::kEffort, 100, 10000000, kNone,
                                        "answers, and decoys, of a kind that a score is learnt from",
                                        "four times, once for each fold"),
    row<&P::pairs, &Pairs::decoys_per_answer>(
        "pairs.decoys_per_answer", Kind::kEffort, 0, 1, kNone,
        "decoys among the answers, where noise makes far fewer false ones",
        "enough to calibrate by, while they are few among the answers"),
    row<&P::local, &Local::significant>(
        "local.significant", Kind::kModel, 0, 100, 0,
        "a class of users has links where its mean answer exceeds 0 by this many standard deviations",
        "a few false links make a small world of any network; off: community networks +127%"),
    row<&P::local, &Local::never_used_up>(
        "local.never_used_up", Kind::kModel, 0, 1, 1,
        "synthetic users use up the popularity of public users but for this share",
        "popularity is noisy; without the rule users with one public neighbour get one that is near many: "
        "Facebook "
        "7 to 8% more error at 1 and 2; musae, CondMat and generated networks within 3% either way"),
    row<&P::local, &Local::templates>("local.templates", Kind::kEffort, 100, 10000000, kNone,
                                      "synthetic users that estimates are made from", "by habit"),
    row<&P::local, &Local::counted_public>("local.counted_public", Kind::kEffort, 1, 10000000, kNone,
                                           "public users that are counted in synthetic networks",
                                           "as accurate as all of them on four networks"),
};

const InferenceParameter& find(std::string_view name) {
  std::string names;
  for (const InferenceParameter& parameter : kParameters) {
    if (parameter.name == name) return parameter;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", parameter.name);
  }
  throw InputError(fmt::format("the inference has no parameter \"{}\"", name), "it has " + names);
}

}  // namespace

std::span<const InferenceParameter> inference_parameters() {
  return kParameters;
}

void set_parameter(InferenceParameters& parameters, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw InputError(fmt::format("\"{}\" sets no parameter", assignment),
                     "a parameter is set by stage.name=value, such as imputation.replaced_share=0.3");
  }
  const InferenceParameter& parameter = find(assignment.substr(0, equals));
  const std::string_view text = assignment.substr(equals + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  if (!is_number || value < parameter.least || value > parameter.most ||
      (parameter.is_whole && value != std::floor(value))) {
    throw InputError(fmt::format("{} cannot be \"{}\"", parameter.name, text),
                     fmt::format("it is a {} from {} to {}", parameter.is_whole ? "whole number" : "number",
                                 parameter.least, parameter.most));
  }
  parameter.set(parameters, value);
}

std::string changed_parameters(const InferenceParameters& parameters) {
  std::string text;
  const InferenceParameters defaults;
  for (const InferenceParameter& parameter : kParameters) {
    if (parameter.get(parameters) == parameter.get(defaults)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", parameter.name, parameter.get(parameters));
  }
  return text;
}

std::string parameters_table() {
  std::string table =
      "| parameter | value | off | from, to | what it is | why |\n|---|---:|---:|---|---|---|\n";
  const InferenceParameters defaults;
  for (const Kind kind : {Kind::kModel, Kind::kEffort}) {
    for (const InferenceParameter& parameter : kParameters) {
      if (parameter.kind != kind) continue;
      table += fmt::format("| `{}`{} | {:.6g} | {} | {:.10g}, {:.10g} | {} | {} |\n", parameter.name,
                           kind == Kind::kEffort ? " (effort)" : "", parameter.get(defaults),
                           parameter.off ? fmt::format("{}", *parameter.off) : "", parameter.least,
                           parameter.most, parameter.meaning, parameter.reason);
    }
  }
  return table;
}

}  // namespace hopveil::infer
