// SPDX-License-Identifier: Apache-2.0
#include "mechanism/mechanisms_json.h"

#include <nlohmann/json.hpp>

#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

using Json = nlohmann::ordered_json;

Json option_json(const ParameterInfo& row) {
  Json json = {
      {"name", row.name}, {"values", row.values}, {"default", row.default_value}, {"meaning", row.meaning}};
  if (!row.choices.empty()) json["choices"] = row.choices;
  return json;
}

Json mechanism_json(const MechanismInfo& info) {
  Json json = {{"name", info.name}, {"summary", info.summary}, {"source", info.source}};
  json["parameters"] = Json::array();
  for (const ParameterInfo& row : info.parameters) json["parameters"].push_back(option_json(row));
  for (const unsigned hops : {1U, 2U}) {
    MechanismOptions options;
    options.hops = hops;
    const Guarantee guarantee = info.guarantee(options);
    json["guarantee"][hops == 1 ? "1 hop" : "2 or more hops"] = {{"statement", guarantee.statement},
                                                                 {"status", status_text(guarantee.status)},
                                                                 {"reason", guarantee.reason}};
  }
  return json;
}

}  // namespace

std::string mechanisms_json() {
  Json list = Json::array();
  for (const MechanismInfo& info : mechanisms()) list.push_back(mechanism_json(info));
  return list.dump(2);
}

}  // namespace hopveil::mechanism
