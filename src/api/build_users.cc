// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include <hopveil/build_users.h>
#include <hopveil/errors.h>

#include "api/fits.h"
#include "graph/user_index.h"
#include "io/id_text.h"

namespace hopveil {
namespace {

constexpr std::size_t kMaxNamed = 3;

/// "a", "b", "c" and 4 more
std::string first_few(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNamed); ++i) {
    text += (i == 0 ? "" : ", ") + io::shown(names[i]);
  }
  if (names.size() > kMaxNamed) text += fmt::format(" and {} more", names.size() - kMaxNamed);
  return text;
}

}  // namespace

UserRoles roles_by_name(const Graph& graph, std::span<const std::string> public_users) {
  const UserIndex index(graph.ids());
  std::vector<NodeId> nodes;
  std::vector<std::string> unknown;
  std::vector<std::string> repeated;
  std::vector<bool> seen(graph.num_nodes());
  for (const std::string& name : public_users) {
    const NodeId node = index.find(name);
    if (node == kNoNode) {
      unknown.push_back(name);
    } else if (seen[node]) {
      repeated.push_back(name);
    } else {
      seen[node] = true;
      nodes.push_back(node);
    }
  }
  if (!unknown.empty()) {
    throw InputError(fmt::format("public users do not exist: {}", first_few(unknown)),
                     fmt::format("the network has {} users", graph.num_nodes()));
  }
  if (!repeated.empty())
    throw InputError(fmt::format("public users are listed twice: {}", first_few(repeated)));
  return {graph.num_nodes(), std::move(nodes)};
}

Epsilon epsilon_from_value(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return Epsilon::from_text(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
}

Preferences preferences_from_values(const Graph& graph, const UserRoles& roles,
                                    std::span<const double> by_row) {
  const auto users = roles.private_users();
  check_fits(graph, roles);
  check_fits(roles, by_row.size());
  std::vector<Epsilon> epsilons;
  epsilons.reserve(by_row.size());
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    try {
      epsilons.push_back(epsilon_from_value(by_row[row]));
    } catch (const InputError& error) {
      throw InputError(fmt::format("the preference of user {}: {}", io::shown(graph.ids().text(users[row])),
                                   error.what()));
    }
  }
  return Preferences(std::move(epsilons));
}

Preferences equal_preferences(const UserRoles& roles, Epsilon epsilon) {
  return Preferences(std::vector<Epsilon>(roles.private_users().size(), epsilon));
}

}  // namespace hopveil
