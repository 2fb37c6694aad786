#include "release/release_plan.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/secure_rng.h"
#include "mechanism/option_names.h"

namespace hopveil {
namespace {

/// What the mechanism may spend: each preference times the share.
Preferences spendable(const ReleaseRequest& request) {
  std::vector<Epsilon> by_row;
  by_row.reserve(request.preferences.size());
  for (const Epsilon preference : request.preferences.by_row())
    by_row.push_back(request.share.of(preference));
  return Preferences(std::move(by_row));
}

std::unique_ptr<Workspace> make_workspace(const Setting& setting, const CountOptions& options) {
  try {
    return std::make_unique<Workspace>(setting, options);
  } catch (const InputError&) {
    // The counter's own message says how large the graph is; a release must not.
    throw InputError("the network does not fit the memory that counting may use", "allow more with --memory");
  }
}

}  // namespace

ReleasePlan::ReleasePlan(ReleaseRequest request)
    : request_(std::move(request)),
      info_(find_mechanism(request_.mechanism)),
      mechanism_(info_.make(request_.options)),
      setting_(request_.graph, request_.roles, spendable(request_)) {
  if (request_.options.noise != Noise::kDiscrete) {
    throw InputError("continuous Laplace noise cannot be released",
                     "its floating-point bits betray the counts; use --noise discrete",
                     "`hopveil evaluate` compares the two.");
  }
  mechanism_->validate(setting_);
  workspace_ = make_workspace(setting_, request_.counting);
}

ReleasePlan::~ReleasePlan() = default;

std::variant<DrawingRight, ChargeRefused> ReleasePlan::charge(Ledger& ledger,
                                                              const std::string& output_path) const {
  const auto private_users = request_.roles.private_users();
  std::vector<std::string> names;
  names.reserve(private_users.size());
  for (const NodeId node : private_users) names.push_back(request_.graph.ids().text(node));
  std::vector<UserBudget> users;
  users.reserve(names.size());
  for (std::size_t row = 0; row < names.size(); ++row) {
    users.push_back({names[row], request_.preferences.of_row(static_cast<NodeId>(row))});
  }
  const std::string parameters = parameters_json();
  ChargeResult result = ledger.charge({.share = request_.share,
                                       .mechanism = info_.name,
                                       .parameters = parameters,
                                       .output_path = output_path,
                                       .users = users});
  if (auto* refused = std::get_if<ChargeRefused>(&result)) return std::move(*refused);
  return DrawingRight(*this, std::get<ChargeGranted>(result).release_id);
}

ReleasedCounts ReleasePlan::draw(DrawingRight right) {
  check(right.plan_ == this, "a release is drawn twice, or with the right to draw another one");
  SecureRng random;
  NoisyTable table;
  BudgetTrace trace;
  mechanism_->run(setting_, *workspace_, random, table, trace);
  check(table.fraction_bits() == 0, "a release holds numbers that are not whole");
  return ReleasedCounts(std::move(table));
}

std::string ReleasePlan::parameters_json() const {
  const MechanismOptions& options = request_.options;
  nlohmann::ordered_json json = {{"hops", options.hops}};
  for (const ParameterInfo& parameter : info_.parameters) {
    json[parameter.name] = option_text(options, parameter.name);
  }
  return json.dump();
}

}  // namespace hopveil
