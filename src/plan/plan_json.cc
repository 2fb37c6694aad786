// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/build_info.h"
#include "base/decimal.h"
#include "base/sha256.h"
#include "base/version.h"
#include "mechanism/option_names.h"
#include "mechanism/registry.h"
#include "plan/measured_errors.h"
#include "plan/spending_plan.h"

namespace hopveil::plan {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kKind = "hopveil plan";
constexpr unsigned kPlanVersion = 1;
constexpr unsigned kShareDecimals = 9;

/// Rounded to four digits: more would claim a precision that no forecast has.
double shown(double value) {
  return std::stod(fmt::format("{:.4g}", value));
}

Json range_json(const Range& range) {
  return {{"low", shown(range.low)}, {"middle", shown(range.middle)}, {"high", shown(range.high)}};
}

Json errors_json(const ExpectedErrors& errors) {
  Json json = {{"mae", range_json(errors.mae)},
               {"mre", range_json(errors.mre)},
               {"share_of_zeros", range_json(errors.of_zeros)},
               {"mae_of_zeros", range_json(errors.zeros)}};
  if (errors.width) json["interval_width"] = range_json(*errors.width);
  return json;
}

Json level_json(const LevelForecast& level) {
  Json json = {{"epsilon", level.name}, {"users", level.users}};
  if (!level.simulated) {
    json["note"] = "too few users for a stand-in to have one";
    return json;
  }
  json["all_hops"] = errors_json(level.all);
  Json& hops = json["by_hop"] = Json::array();
  for (const ExpectedErrors& hop : level.by_hop) hops.push_back(errors_json(hop));
  return json;
}

Json forecast_json(const Forecast& forecast) {
  Json json = {{"everybody", level_json(forecast.everybody)}};
  Json& levels = json["levels"] = Json::array();
  for (const LevelForecast& level : forecast.by_level) levels.push_back(level_json(level));
  Json& hops = json["hops_no_better_than_zeros"] = Json::array();
  for (std::size_t hop = 0; hop < forecast.no_better_than_zeros.size(); ++hop)
    if (forecast.no_better_than_zeros[hop]) hops.push_back(hop + 1);
  Json& stand_ins = json["networks"] = Json::array();
  for (const StandInResult& one : forecast.stand_ins) {
    stand_ins.push_back({{"name", one.name},
                         {"users", one.users},
                         {"public_users", one.public_users},
                         {"mae", shown(one.mae)},
                         {"mre", shown(one.mre)},
                         {"share_of_zeros", shown(one.of_zeros)}});
  }
  return json;
}

Json charges_json(const SpendingPlan& plan) {
  Json json = {{"with_ledger", plan.charges.with_ledger}, {"granted", plan.charges.granted()}};
  Json& levels = json["levels"] = Json::array();
  for (const LevelCharge& level : plan.charges.levels) {
    levels.push_back({{"epsilon", level.preference.text()},
                      {"users", level.users},
                      {"charged", level.charged.text()},
                      {"most_spent_share_before", decimal_text(level.most_spent_before, kShareDecimals)},
                      {"least_left_share_after", decimal_text(level.least_left_after, kShareDecimals)}});
  }
  json["users_with_too_little_left"] = plan.charges.too_little_left;
  json["users_not_in_ledger"] = plan.charges.num_not_in_ledger;
  json["users_with_another_budget"] = plan.charges.num_other_budget;
  json["public_users_with_a_budget"] = plan.charges.num_public_with_budget;
  return json;
}

Json promise_json(const SpendingPlan& plan) {
  Json json = {{"status", plan.status.text()}, {"statement", plan.status.statement}};
  Json& levels = json["levels"] = Json::array();
  for (const release::PromisedLevel& level : plan.promise.levels) {
    levels.push_back({{"epsilon", level.preference.text()},
                      {"spent", level.spent.text()},
                      {"belief_at_most", release::belief_text(level.spent)},
                      {"protection", release::protection_text(release::protection_at(level.spent))}});
  }
  return json;
}

Json choices_json(const SpendingPlan& plan) {
  Json options = Json::object();
  for (const mechanism::ParameterInfo& parameter : mechanism::find_mechanism(plan.mechanism).parameters)
    options[parameter.name] = mechanism::option_text(plan.options, parameter.name);
  return {{"mechanism", plan.mechanism},
          {"hops", plan.options.hops},
          {"budget_share", plan.share.text()},
          {"options", std::move(options)}};
}

Json optional_number(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

InputError not_a_plan(const std::string& what) {
  return InputError("this is not a plan: " + what, "give a file that `hopveil plan --save` wrote");
}

}  // namespace

std::string plan_json(const SpendingPlan& plan) {
  Json json = {{"kind", kKind},
               {"schema_version", kPlanVersion},
               {"program", {{"name", "hopveil"}, {"version", kVersion}, {"commit", build_commit()}}},
               {"choices", choices_json(plan)},
               {"users", {{"private", plan.facts.private_users}, {"public", plan.facts.public_users}}},
               {"charges", charges_json(plan)},
               {"guarantee", promise_json(plan)},
               {"expected", forecast_json(plan.expected)}};
  json["users"]["public_edges"] = plan.facts.profile ? Json(plan.facts.profile->edges) : Json();
  if (plan.best_threshold) json["best_threshold"] = plan.best_threshold->text();
  if (plan.other_objective) {
    const auto& objectives = *plan.other_objective;
    json["objectives"] = {{objectives.chosen_name, errors_json(objectives.chosen)},
                          {objectives.other_name, errors_json(objectives.other)}};
  }
  Json& measured = json["measured_on_public_networks"] = {{"hops", kMeasuredHops}, {"by", kMeasuredBy}};
  measured["networks"] = Json::array();
  for (const MeasuredError& one : measured_errors()) {
    measured["networks"].push_back({{"name", one.network},
                                    {"users", one.users},
                                    {"epsilons", one.epsilons},
                                    {"mae", one.mae},
                                    {"zeros", one.zeros}});
  }
  if (plan.like) json["like"] = {{"network", plan.like_name}, {"expected", forecast_json(*plan.like)}};
  if (plan.target) {
    json["target_error"] = {{"wanted_mae", plan.target->wanted},
                            {"factor_of_preferences_probably", optional_number(plan.target->factor_probably)},
                            {"factor_of_preferences_surely", optional_number(plan.target->factor_surely)}};
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";  // a file's name may be no text
}

Recipe read_recipe(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw not_a_plan("it is not JSON");
  if (!json.is_object() || !json.contains("kind") || json["kind"] != kKind)
    throw not_a_plan("\"kind\" is not \"hopveil plan\"");
  if (!json.contains("schema_version") || json["schema_version"] != kPlanVersion)
    throw not_a_plan("its version is another one");
  Recipe recipe;
  try {
    const Json& choices = json.at("choices");
    recipe.mechanism = choices.at("mechanism").get<std::string>();
    const Json& hops = choices.at("hops");
    // get<unsigned>() alone would read -1, 1.5 and true as numbers of hops.
    if (!hops.is_number_unsigned() || hops < 1 || hops > kMaxHops)
      throw not_a_plan(fmt::format("\"hops\" is not a whole number from 1 to {}", kMaxHops));
    recipe.hops = hops.get<unsigned>();
    recipe.share = choices.at("budget_share").get<std::string>();
    for (const auto& [name, value] : choices.at("options").items())
      recipe.options.emplace_back(name, value.get<std::string>());
  } catch (const Json::exception&) {
    throw not_a_plan(
        "\"choices\" lacks mechanism, hops, budget_share or options, or one of them is no text or number");
  }
  Sha256 checksum;
  checksum.update(text);
  recipe.sha256 = checksum.hex();
  return recipe;
}

}  // namespace hopveil::plan
