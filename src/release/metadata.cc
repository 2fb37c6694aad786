#include "release/metadata.h"

#include <nlohmann/json.hpp>

#include "base/version.h"

namespace hopveil {
namespace {

constexpr const char* kAboutIntervals =
    "hop_k_low and hop_k_high are the inference's own idea of where the true count is. They are no part of "
    "the guarantee and can be too narrow, mostly from the third hop on and where circles of users hang "
    "together by few connections: docs/mechanisms/eli-inference.md and eli-local.md say how often they held "
    "where that could be checked.";

}  // namespace

std::string release_metadata(const ReleasePlan& plan, const ReleasedCounts& counts,
                             const ReleaseContext& context) {
  using Json = nlohmann::ordered_json;
  const ReleaseRequest& request = plan.request();
  const Guarantee guarantee = plan.guarantee();
  Json published = Json::array();
  Json repeated = Json::object();
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    if (counts.source_of(hop) == hop) {
      published.push_back(hop);
    } else {
      repeated[std::to_string(hop)] = counts.source_of(hop);
    }
  }
  Json json = {
      {"program", std::string("hopveil ") + kVersion},
      {"started", context.started},
      {"mechanism", plan.mechanism().name},
      {"source", plan.mechanism().source},
      {"parameters", Json::parse(plan.parameters_json())},
      {"budget_share", request.share.text()},
      {"private_users", request.roles.private_users().size()},
      {"public_users", request.roles.public_users().size()},
      {"guarantee",
       {{"statement", guarantee.statement},
        {"status",
         status_text(guarantee.status) + (context.not_covered.empty() ? "" : " but for not_covered")},
        {"reason", guarantee.reason},
        {"public_knowledge", "who exists, who is public, the preferences, edges between public users"},
        {"not_covered", context.not_covered}}},
      {"published_hops", published},
      {"repeated_hops", repeated},
      {"row_order", context.row_order},
      {"table_sha256", context.table_sha256},
  };
  if (counts.with_intervals()) json["intervals"] = kAboutIntervals;
  return json.dump(2) + "\n";
}

}  // namespace hopveil
