// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_json.h"

#include <optional>

namespace hopveil::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json sightings_json(const audit::Sightings& seen) {
  return {{"hits", seen.hits}, {"runs", seen.runs}};
}

Json step_json(const audit::ComparedStep& step) {
  return {{"step", step.name}, {"change", step.change}, {"declared", step.declared}, {"loss", step.loss}};
}

Json row_json(const audit::AuditRow& row) {
  const audit::StatisticalResult& found = row.statistical;
  Json json = {
      {"mechanism", row.mechanism}, {"subject", row.subject}, {"pair", row.pair}, {"hops", row.hops}};
  json["promised"] = row.promised ? Json(row.promised->value()) : Json(nullptr);
  json["verdict"] = audit::audit_verdict_text(row.verdict);
  json["reason"] = row.reason;
  json["lower_bound"] = found.bound;
  json["confidence"] = found.confidence;
  json["largest_possible_bound"] = found.largest_possible;
  json["runs"] = found.runs;
  if (!found.event.empty()) {
    json["event"] = {{"text", found.event},
                     {"likelier", found.likelier_on == audit::kWith ? "with the edge" : "without the edge"},
                     {"seen_there", sightings_json(found.likely)},
                     {"seen_on_the_other", sightings_json(found.unlikely)},
                     {"before_inference", found.from_answers}};
  }
  json["exact"] = number_or_null(row.exact);
  if (row.played) {
    json["play_back"] = {{"loss", row.played->loss}, {"leaks_past_noise", row.played->leaks_past_noise}};
    for (const audit::ComparedStep& step : row.played->steps)
      json["play_back"]["steps"].push_back(step_json(step));
  }
  return json;
}

Json sweep_json(const audit::AuditSweep& sweep) {
  const audit::SweepResult& result = sweep.result;
  Json json = {{"subject", sweep.subject},
               {"hops", sweep.hops},
               {"what", result.what},
               {"pairs", result.pairs},
               {"exceeding", result.exceeding},
               {"leaking", result.leaking},
               {"overspending", result.overspending},
               {"worst_loss_of_level", result.worst_loss}};
  json["worst_step"] = step_json(result.worst_step);
  if (result.worst_pair && result.worst_pair->with.num_nodes() <= 20) {
    Json edges = Json::array();
    for (const Edge& edge : audit::edges_of(result.worst_pair->without))
      edges.push_back({edge.from, edge.to});
    json["worst_pair"] = {{"users", result.worst_pair->with.num_nodes()},
                          {"public", result.worst_pair->roles.public_users()},
                          {"edges", std::move(edges)},
                          {"differs_in", {result.worst_pair->edge.from, result.worst_pair->edge.to}}};
  }
  return json;
}

/// Without the figures of the secure generator, which no second run gives again.
Json layer_json(const audit::LayerCheck& check) {
  Json json = {{"what", check.what}, {"holds", check.holds()}, {"promised", check.noise.said}};
  if (check.secure) return json;
  json["lower_bound"] = check.noise.at_least;
  json["draws"] = check.noise.draws;
  json["edges_removed"] = check.edges;
  json["edges_that_move_something_else"] = check.strays;
  return json;
}

Json growth_json(const audit::HubGrowth& growth) {
  Json json = {{"subject", growth.subject}, {"friends", growth.friends}, {"lower_bound", growth.bounds}};
  for (const auto& exact : growth.exact) json["exact"].push_back(number_or_null(exact));
  return json;
}

}  // namespace

nlohmann::ordered_json audit_json(const audit::AuditResult& result, const AuditView& view) {
  Json json = Json::object();
  if (view.of_given_network) json["warning"] = kAuditNotPrivate;
  json["violation"] = result.any_violation();
  json["inconclusive"] = result.any_inconclusive();
  json["confidence"] = result.confidence;
  json["seed"] = result.seed;
  json["subjects"] = Json::array();
  for (const SubjectSummary& summary : subject_summaries(result)) {
    json["subjects"].push_back({{"subject", summary.worst->subject},
                                {"worst_pair", summary.worst->pair},
                                {"verdict", audit::audit_verdict_text(summary.verdict)},
                                {"reason", summary.reason}});
  }
  json["rows"] = Json::array();
  for (const audit::AuditRow& row : result.rows) json["rows"].push_back(row_json(row));
  json["play_back_sweeps"] = Json::array();
  for (const audit::AuditSweep& sweep : result.sweeps) json["play_back_sweeps"].push_back(sweep_json(sweep));
  for (const audit::HubGrowth& growth : result.growth) json["hub_growth"].push_back(growth_json(growth));
  json["layer_checks"] = Json::array();
  for (const audit::LayerCheck& check : result.layer) json["layer_checks"].push_back(layer_json(check));
  json["not_looked_at"] = result.not_looked_at;
  return json;
}

}  // namespace hopveil::cli
