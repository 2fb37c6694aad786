// SPDX-License-Identifier: Apache-2.0
#include "release/release_plan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/secure_rng.h"
#include "base/stop.h"
#include "graph/builder.h"
#include "graph/id_order.h"
#include "source/collected_edges.h"

namespace hopveil::release {
namespace {

/// What the mechanism sees: the network with its users numbered by name, and what it may spend, each
/// preference times the share. An edge list numbers users by first appearance, which depends on protected
/// edges; inference breaks ties by number, so those numbers must not reach it.
/// With edges from elsewhere, the graph that the mechanism sees holds those between public users alone.
Graph public_part(const Graph& graph, const UserRoles& roles) {
  EdgePieces pieces(1);
  for (const NodeId user : roles.public_users()) {
    for (const NodeId other : graph.neighbours(user)) {
      if (other > user && roles.is_public(other)) pieces[0].push_back({user, other});
    }
  }
  return build_graph(std::move(pieces), graph.ids(), 1).graph;
}

bool edges_elsewhere(const ReleaseRequest& request) {
  return request.stream_edges || request.outside != nullptr;
}

mechanism::Setting setting_by_name(const ReleaseRequest& request, std::span<const NodeId> nodes_by_name) {
  check(request.preferences.size() == request.roles.private_users().size(),
        "preferences and private users do not fit together");
  std::vector<NodeId> public_users;
  std::vector<Epsilon> spendable;
  for (NodeId number = 0; number < nodes_by_name.size(); ++number) {
    const NodeId user = nodes_by_name[number];
    if (request.roles.is_public(user)) {
      public_users.push_back(number);
    } else {
      spendable.push_back(request.share.of(request.preferences.of_row(request.roles.row(user))));
    }
  }
  const auto num_users = static_cast<NodeId>(nodes_by_name.size());
  const Graph& graph = edges_elsewhere(request) ? public_part(request.graph, request.roles) : request.graph;
  stop_if_asked();
  const Graph by_name = renumbered(graph, nodes_by_name);
  stop_if_asked();
  return mechanism::Setting(by_name, UserRoles(num_users, std::move(public_users)),
                            Preferences(std::move(spendable)));
}

/// Moves table row i to row_of[i].
void reorder_rows(mechanism::NoisyTable& table, std::span<const NodeId> row_of) {
  std::vector<std::int64_t> old(table.rows());
  const auto reorder = [&](std::span<std::int64_t> column) {
    std::ranges::copy(column, old.begin());
    for (std::size_t i = 0; i < old.size(); ++i) column[row_of[i]] = old[i];
  };
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    reorder(table.hop(hop));
    if (!table.with_intervals()) continue;
    reorder(table.low(hop));
    reorder(table.high(hop));
  }
}

std::vector<std::string> names_of(const Graph& graph, std::span<const NodeId> nodes) {
  std::vector<std::string> names;
  names.reserve(nodes.size());
  for (const NodeId node : nodes) names.push_back(graph.ids().text(node));
  return names;
}

std::unique_ptr<mechanism::Workspace> make_workspace(const mechanism::MechanismInfo& mechanism,
                                                     const mechanism::Setting& setting,
                                                     const CountOptions& options) {
  CountOptions counting = options;
  try {
    // By users only: whether and how a release runs must not depend on how many edges there are. The networks
    // that a mechanism makes hold the same users.
    const Graph users = graph_from_edges(setting.graph().num_nodes(), {});
    const CountPlan plan = plan_count(users, setting.roles(), options, mechanism.counts_the_network);
    if (mechanism.counts_the_network) {
      counting.row_words = plan.row_words;
      counting.memory_limit = std::numeric_limits<std::uint64_t>::max();
    }
  } catch (const InputError&) {
    // The counter's own message says how large the network is.
    throw InputError("the users do not fit the memory that counting may use", "allow more with --memory");
  }
  auto workspace = std::make_unique<mechanism::Workspace>(setting, counting);
  if (mechanism.counts_the_network) workspace->prepare_counting();
  return workspace;
}

}  // namespace

ReleasePlan::ReleasePlan(ReleaseRequest request)
    : request_(std::move(request)),
      info_(mechanism::find_mechanism(request_.mechanism)),
      mechanism_(info_.make(request_.options)),
      nodes_by_name_(nodes_by_id(request_.graph.ids())),
      setting_(setting_by_name(request_, nodes_by_name_)) {
  if (request_.options.noise != mechanism::Noise::kDiscrete) {
    throw InputError("continuous Laplace noise cannot be released",
                     "its floating-point bits betray the counts; use --noise discrete",
                     "`hopveil evaluate` compares the two.");
  }
  if (edges_elsewhere(request_) && info_.counts_the_network) {
    throw InputError(fmt::format("{} counts on the network itself", info_.name),
                     "edges that stay where they are can be released by eli alone");
  }
  if (request_.options.reach && !info_.infers_reach) {
    throw InputError(fmt::format("{} cannot give the reach of public users", info_.name),
                     "its noise is added to private users' counts, which do not show whom they count",
                     "Use --mechanism eli, or leave out --reach.");
  }
  mechanism_->validate(setting_);
  workspace_ = make_workspace(info_, setting_, request_.counting);
  workspace_->set_network_counter(request_.network_counter);
  if (request_.stream_edges) {
    workspace_->set_edge_source([this](const query::PublicKnowledge& knowledge) {
      return std::make_unique<source::StreamedEdges>(request_.graph, knowledge, nodes_by_name_,
                                                     request_.outside.get());
    });
  } else if (request_.outside != nullptr) {
    workspace_->set_edge_source([this](const query::PublicKnowledge& knowledge) {
      return std::make_unique<source::AskedEdges>(*request_.outside, knowledge, nodes_by_name_);
    });
  }
}

ReleasePlan::~ReleasePlan() = default;

ReleaseStatus ReleasePlan::status(RowOrder order) const {
  std::vector<std::string> exceptions = request_.exceptions;
  if (order == RowOrder::kAppearance) {
    exceptions.push_back(
        "--order appearance: the rows follow the graph's file, whose order must be public knowledge");
  }
  return release_status(guarantee(), std::move(exceptions));
}

void ReleasePlan::check_edges() const {
  if (request_.outside != nullptr) request_.outside->check_unchanged();
}

void ReleasePlan::check_bookable() const {
  if (!info_.draws_more_than_its_share(request_.options)) return;
  throw InputError("this reading draws more of the budget than its share (E4), which no ledger can hold",
                   "use --reading consistent, or release without a ledger");
}

ledger::ChargeResult ReleasePlan::charge(ledger::Ledger& ledger, const ReleaseStatus& status,
                                         const std::string& output) const {
  const std::vector<std::string> names = names_of(request_.graph, request_.roles.private_users());
  const std::vector<std::string> public_names = names_of(request_.graph, request_.roles.public_users());
  std::vector<ledger::UserBudget> users;
  users.reserve(names.size());
  for (std::size_t row = 0; row < names.size(); ++row) {
    users.push_back({names[row], request_.preferences.of_row(static_cast<NodeId>(row))});
  }
  const std::string parameters = parameters_json();
  const std::string status_text = status.text();
  return ledger.charge({.share = request_.share,
                        .mechanism = info_.name,
                        .parameters = parameters,
                        .guarantee = status_text,
                        .output_path = output,
                        .users = users,
                        .public_users = public_names});
}

ReleasedCounts ReleasePlan::draw(Progress progress) {
  workspace_->set_progress(std::move(progress));
  SecureRng random;
  mechanism::NoisyTable table;
  mechanism::BudgetTrace trace;
  mechanism_->run(setting_, *workspace_, random, table, trace);
  check(table.fraction_bits() == 0, "a release holds numbers that are not whole");
  std::vector<NodeId> place(request_.graph.num_nodes());  // by public user: its row in a table of reach
  for (NodeId row = 0; const NodeId user : request_.roles.public_users()) place[user] = row++;
  std::vector<NodeId> row_of, public_row_of;  // of the request, by row of the table
  for (const NodeId user : nodes_by_name_) {
    if (request_.roles.is_public(user)) {
      public_row_of.push_back(place[user]);
    } else {
      row_of.push_back(request_.roles.row(user));
    }
  }
  reorder_rows(table, row_of);
  if (table.reach() != nullptr) reorder_rows(*table.reach(), public_row_of);
  return ReleasedCounts(std::move(table));
}

std::string ReleasePlan::parameters_json() const {
  const mechanism::MechanismOptions& options = request_.options;
  nlohmann::ordered_json json = {{"hops", options.hops}};
  for (const mechanism::ParameterInfo& parameter : info_.parameters) {
    json[parameter.name] = parameter.print(options);
  }
  for (const mechanism::ParameterInfo& parameter : info_.parameters) {
    if (parameter.resolve)
      json[parameter.name + "_value"] = parameter.resolve(options, setting_.preferences());
  }
  return json.dump();
}

}  // namespace hopveil::release
