// SPDX-License-Identifier: Apache-2.0
#include "verify/metadata_reading.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "ledger/budget_share.h"
#include "verify/json_schema.h"
#include "verify/metadata_schema.h"

namespace hopveil::verify {
namespace {

using Json = nlohmann::ordered_json;

const Json& metadata_schema() {
  static const Json schema = Json::parse(kMetadataSchema);
  return schema;
}

std::string text_of(const Json& json, const char* name) {
  return json.contains(name) && json.at(name).is_string() ? json.at(name).get<std::string>() : "";
}

Epsilon epsilon_of(const Json& json, const char* name) {
  const std::string text = text_of(json, name);
  const Epsilon epsilon = Epsilon::from_text(text);
  if (epsilon.text() != text) throw InputError(fmt::format("{} \"{}\" has needless digits", name, text));
  return epsilon;
}

/// Throws InputError when the level's words do not follow from its epsilons.
release::PromisedLevel read_level(const Json& json, ledger::BudgetShare share, bool by_quantile) {
  release::PromisedLevel level{epsilon_of(json, "epsilon"), epsilon_of(json, "spent")};
  if (by_quantile) {
    level.quantile = json.at("quantile_percent").get<unsigned>();
  } else {
    level.users = json.at("users").get<std::size_t>();
  }
  if (level.spent != share.of(level.preference)) {
    throw InputError(fmt::format("epsilon {} with this budget share spends {}, not {}",
                                 level.preference.text(), share.of(level.preference).text(),
                                 level.spent.text()));
  }
  if (text_of(json, "belief_at_most") != release::belief_text(level.spent) ||
      text_of(json, "protection") != release::protection_text(release::protection_at(level.spent))) {
    throw InputError(fmt::format("epsilon {} means \"{}\" and \"{}\"", level.spent.text(),
                                 release::belief_text(level.spent),
                                 release::protection_text(release::protection_at(level.spent))));
  }
  return level;
}

release::Promise read_promise(const Json& json, ledger::BudgetShare share) {
  release::Promise promise;
  promise.users = json.at("users").get<std::size_t>();
  promise.by_quantile = json.contains("quantiles");
  if (promise.by_quantile == json.contains("levels"))
    throw InputError("there are levels or quantiles, one of them");
  std::size_t num_users = 0;
  for (const Json& part : json.at(promise.by_quantile ? "quantiles" : "levels")) {
    const release::PromisedLevel level = read_level(part, share, promise.by_quantile);
    if (!promise.levels.empty()) {
      const release::PromisedLevel& last = promise.levels.back();
      const bool ascends = promise.by_quantile
                               ? last.preference <= level.preference && last.quantile < level.quantile
                               : last.preference < level.preference;
      if (!ascends) throw InputError("the levels do not ascend");
    }
    num_users += level.users;
    promise.levels.push_back(level);
  }
  if (promise.levels.empty() != (promise.users == 0))
    throw InputError("users and levels do not fit together");
  if (!promise.by_quantile && num_users != promise.users) throw InputError("the levels' users do not sum up");
  if (promise.levels.empty()) return promise;
  promise.median = epsilon_of(json, "median");
  if (epsilon_of(json, "smallest") != promise.levels.front().preference ||
      epsilon_of(json, "largest") != promise.levels.back().preference) {
    throw InputError("smallest and largest are not those of the levels");
  }
  std::size_t below = 0;
  for (const release::PromisedLevel& level : promise.levels) {
    const bool holds = promise.by_quantile ? level.quantile == 50
                                           : below <= (promise.users - 1) / 2 &&
                                                 (promise.users - 1) / 2 < below + level.users;
    if (holds && level.preference != *promise.median)
      throw InputError("the median is not that of the levels");
    below += level.users;
  }
  return promise;
}

void read_columns(const Json& json, TableTerms& terms) {
  for (const Json& column : json.at("columns")) {
    const bool is_user = terms.columns.empty();
    if (column.at("type") != (is_user ? "string" : "integer"))
      throw InputError("a column has the wrong type");
    terms.columns.push_back(column.at("name"));
  }
  const auto hops = json.at("parameters").at("hops").get<std::uint64_t>();
  const bool cumulative = std::ranges::find(terms.columns, "range_1") != terms.columns.end();
  if (hops >= terms.columns.size()) throw InputError("there are fewer columns than hops");
  terms.hops = static_cast<unsigned>(hops);
  if (terms.columns != expected_columns(terms.hops, cumulative, terms.with_intervals)) {
    throw InputError("the columns are not those of its parameters");
  }
}

void read_hops(const Json& json, TableTerms& terms) {
  std::vector<unsigned> published = json.at("published_hops").get<std::vector<unsigned>>();
  for (const auto& [name, source] : json.at("repeated_hops").items()) {
    const auto hop = static_cast<unsigned>(std::atoi(name.c_str()));
    if (fmt::to_string(hop) != name || source.get<unsigned>() >= hop)
      throw InputError("a hop repeats no earlier one");
    terms.repeated_hops[hop] = source;
  }
  for (unsigned hop = 1; hop <= terms.hops; ++hop) {
    const bool is_published = std::ranges::count(published, hop) == 1;
    if (is_published == terms.repeated_hops.contains(hop)) {
      throw InputError(fmt::format("hop {} is neither published nor repeated, or both", hop));
    }
  }
  if (published.size() + terms.repeated_hops.size() != terms.hops)
    throw InputError("it names hops that it does not have");
}

TableTerms read_terms(const Json& json) {
  const Json& parameters = json.at("parameters");
  TableTerms terms;
  const bool is_eli = json.at("mechanism") == "eli";
  terms.is_json = json.at("table_format") == "json";
  terms.rows = json.at("rows");
  terms.with_intervals = parameters.contains("intervals") && parameters.at("intervals") != "none";
  terms.other_users = json.at("public_users").at("users");
  terms.in_range = is_eli || text_of(parameters, "postprocess") == "clamp";
  terms.sums_in_range = is_eli;
  if (terms.with_intervals != json.contains("intervals"))
    throw InputError("intervals are explained, or there are some");
  read_columns(json, terms);
  read_hops(json, terms);
  return terms;
}

/// Reach has the columns of the table; its rows are public users, who are at hops of private ones.
MetadataReading::Reach read_reach(const Json& json, const TableTerms& table) {
  const Json& reach = json.at("reach");
  TableTerms terms = table;
  std::swap(terms.rows, terms.other_users);
  terms.others = "private";
  if (reach.at("rows").get<std::size_t>() != terms.rows)
    throw InputError("reach does not have one row for each public user");
  if (reach.at("columns").size() != terms.columns.size())
    throw InputError("reach has other columns than the table");
  for (std::size_t i = 0; i < terms.columns.size(); ++i) {
    const Json& column = reach.at("columns")[i];
    if (column.at("name") != terms.columns[i] || column.at("type") != (i == 0 ? "string" : "integer"))
      throw InputError("reach has other columns than the table");
  }
  const std::string file = reach.contains("file") ? reach.at("file").get<std::string>() : "";
  if (file.find('/') != std::string::npos || file == "." || file == "..")
    throw InputError("the file of reach is not named as one beside the table");
  return {file, reach.at("sha256"), std::move(terms)};
}

void read_into(const Json& json, MetadataReading& reading) {
  const std::string share_text = json.at("budget_share");
  const ledger::BudgetShare share = ledger::BudgetShare::from_text(share_text);
  if (share.text() != share_text) throw InputError("the budget share has needless digits");
  reading.promise = read_promise(json.at("preferences"), share);
  reading.terms = read_terms(json);
  if (reading.promise.users != reading.terms.rows)
    throw InputError("there is not one row for each private user");
  const Json& guarantee = json.at("guarantee");
  if ((guarantee.at("status") == "proved with exceptions") == guarantee.at("exceptions").empty() &&
      guarantee.at("status") != "refuted") {
    throw InputError("the guarantee's status does not fit its exceptions");
  }
  reading.table_sha256 = json.at("table_sha256");
  if (json.contains("reach")) reading.reach = read_reach(json, reading.terms);
}

}  // namespace

MetadataReading read_metadata(std::string_view text) {
  MetadataReading reading;
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    reading.problems.emplace_back("it is no JSON");
    return reading;
  }
  try {
    reading.problems = schema_violations(metadata_schema(), json);
    if (reading.problems.empty() && json.dump(2) + "\n" != text) {
      reading.problems.emplace_back("it is not written as hopveil writes it");
    }
    if (reading.problems.empty()) read_into(json, reading);
  } catch (const InputError& error) {
    reading.problems.emplace_back(error.what());
  } catch (const Json::exception& error) {
    reading.problems.emplace_back(error.what());
  }
  if (reading.problems.empty()) reading.json = json;
  return reading;
}

}  // namespace hopveil::verify
