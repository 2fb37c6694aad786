// SPDX-License-Identifier: Apache-2.0
#include "release/metadata.h"

#include <algorithm>
#include <span>

#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "base/decimal.h"
#include "base/sha256.h"
#include "base/version.h"
#include "io/csv.h"
#include "release/expected_error.h"

namespace hopveil::release {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAboutIntervals =
    "hop_k_low and hop_k_high are the inference's own idea of where the true count is. They are no part of "
    "the guarantee and can be too narrow, mostly from the third hop on and where communities hang "
    "together by few connections: docs/notes/eli-inference-lab.md and docs/mechanisms/eli-local.md say how "
    "often they held where that could be checked.";

/// SHA-256 of lines in ascending order of their bytes: what `LC_ALL=C sort FILE | sha256sum` gives.
std::string sorted_lines_sha256(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  Sha256 checksum;
  for (const std::string& line : lines) checksum.update(line + "\n");
  return checksum.hex();
}

std::string id_field(const Graph& graph, NodeId user) {
  std::string field;
  io::append_csv_field(graph.ids().text(user), field);
  return field;
}

std::string preferences_sha256(const ReleaseRequest& request) {
  std::vector<std::string> lines;
  for (const NodeId user : request.roles.private_users()) {
    lines.push_back(id_field(request.graph, user) + "," +
                    request.preferences.of_row(request.roles.row(user)).text());
  }
  return sorted_lines_sha256(std::move(lines));
}

std::string public_users_sha256(const ReleaseRequest& request) {
  std::vector<std::string> lines;
  for (const NodeId user : request.roles.public_users()) lines.push_back(id_field(request.graph, user));
  return sorted_lines_sha256(std::move(lines));
}

Json level_json(const PromisedLevel& level, bool by_quantile) {
  Json json;
  if (by_quantile) {
    json["quantile_percent"] = level.quantile;
  } else {
    json["users"] = level.users;
  }
  json["epsilon"] = level.preference.text();
  json["spent"] = level.spent.text();
  json["belief_at_most"] = belief_text(level.spent);
  json["protection"] = protection_text(protection_at(level.spent));
  return json;
}

Json preferences_json(const ReleaseRequest& request, const Promise& promise) {
  Json json = {{"users", promise.users}};
  if (promise.median) {
    json["smallest"] = promise.levels.front().preference.text();
    json["median"] = promise.median->text();
    json["largest"] = promise.levels.back().preference.text();
  }
  Json& levels = json[promise.by_quantile ? "quantiles" : "levels"] = Json::array();
  for (const PromisedLevel& level : promise.levels) levels.push_back(level_json(level, promise.by_quantile));
  json["sha256"] = preferences_sha256(request);
  return json;
}

Json ledger_json(const LedgerFacts& ledger) {
  Json json = {{"release", ledger.release},
               {"most_spent_share", decimal_text(ledger.most_spent_nanos, 9)},
               {"earlier_refuted_releases", ledger.refuted_releases}};
  if (!ledger.id.empty()) json["id"] = ledger.id;
  return json;
}

Json guarantee_json(const ReleaseStatus& status) {
  return {{"status", status.text()},
          {"statement", status.statement},
          {"reason", status.reason},
          {"exceptions", status.exceptions},
          {"public_knowledge", "who exists, who is public, the preferences, edges between public users"},
          {"not_protected", what_is_not_protected()}};
}

Json columns_json(const std::vector<ColumnDescription>& described) {
  Json columns = Json::array();
  for (const ColumnDescription& column : described) {
    columns.push_back({{"name", column.name}, {"type", column.type}, {"meaning", column.meaning}});
  }
  return columns;
}

Json source_json(const ReleaseSource& source) {
  Json json = Json::object();
  if (!source.format.empty()) json["format"] = source.format;
  if (!source.columns.empty()) json["columns"] = source.columns;
  return json;
}

Json expected_error_json(const std::vector<ExpectedGroupError>& errors) {
  Json json = Json::array();
  for (const ExpectedGroupError& error : errors) {
    Json by_hop = Json::array();
    for (const std::string& mean : error.by_hop) by_hop.push_back(Json::parse(mean));
    json.push_back({{"spent", error.epsilon}, {"users", error.users}, {"by_hop", std::move(by_hop)}});
  }
  return json;
}

void add_hops(const ReleasedCounts& counts, Json& json) {
  Json& published = json["published_hops"] = Json::array();
  Json& repeated = json["repeated_hops"] = Json::object();
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    if (counts.source_of(hop) == hop) {
      published.push_back(hop);
    } else {
      repeated[std::to_string(hop)] = counts.source_of(hop);
    }
  }
}

}  // namespace

bool ReleaseFacts::is_proved_and_protects() const {
  return status.kind == StatusKind::kProved && promise.weakest() == Protection::kProtects &&
         (!total_promise || total_promise->weakest() == Protection::kProtects) &&
         (!ledger || ledger->refuted_releases.empty());
}

std::string release_metadata(const ReleasePlan& plan, const ReleasedCounts& counts,
                             const ReleaseFacts& facts) {
  const ReleaseRequest& request = plan.request();
  Json json = {
      {"schema_version", kMetadataVersion},
      {"program", {{"name", "hopveil"}, {"version", kVersion}, {"commit", build_commit()}}},
      {"release_id", facts.release_id},
      {"started", facts.started},
      {"guarantee", guarantee_json(facts.status)},
      {"budget_share", request.share.text()},
      {"preferences", preferences_json(request, facts.promise)},
      {"public_users",
       {{"users", request.roles.public_users().size()}, {"sha256", public_users_sha256(request)}}},
      {"ledger", facts.ledger ? ledger_json(*facts.ledger) : Json()},
      {"mechanism", plan.mechanism().name},
      {"mechanism_source", plan.mechanism().source},
      {"parameters", Json::parse(plan.parameters_json())},
      {"source", source_json(request.source)},
      {"table_format", facts.table.format == io::TableFormat::kJson ? "json" : "csv"},
      {"table_sha256", facts.table_sha256},
      {"rows", counts.rows()},
      {"row_order", row_order_text(facts.table.order)},
      {"columns", columns_json(released_columns(counts, facts.table))},
  };
  add_hops(counts, json);
  if (facts.reach) {
    Json& reach = json["reach"];
    if (!facts.reach->file.empty()) reach["file"] = facts.reach->file;
    reach["sha256"] = facts.reach->sha256;
    reach["rows"] = counts.reach()->rows();
    reach["columns"] = columns_json(reach_columns(*counts.reach(), facts.table));
  }
  if (counts.with_intervals()) json["intervals"] = kAboutIntervals;
  if (!request.plan_sha256.empty()) json["plan_sha256"] = request.plan_sha256;
  if (const auto errors = expected_errors(plan, counts); !errors.empty())
    json["expected_error"] = expected_error_json(errors);
  // Whatever bytes a caller's names hold, this must not fail: the release is charged and drawn by now.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hopveil::release
