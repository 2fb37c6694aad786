// SPDX-License-Identifier: Apache-2.0
#include "io/listed_users.h"

#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "graph/further_users.h"
#include "graph/plain_number.h"
#include "graph/user_index.h"
#include "io/id_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kNamedIds = 5;

/// Compares lists with the network and gathers whom it lacks.
class Roll {
 public:
  explicit Roll(const Graph& graph)
      : graph_(graph), index_(graph.ids()), is_listed_(graph.num_nodes(), false) {}

  void add(const std::string& id) {
    const NodeId node = index_.find(id);
    if (node != kNoNode) {
      is_listed_[node] = true;
    } else if (further_set_.insert(id).second) {
      further_.push_back(id);
    }
  }

  /// As add, for lists in which a mistake must not become a user: where all users are numbers, another name
  /// is one.
  void add_alike(const std::string& id, std::size_t offset) {
    const bool differs = graph_.num_nodes() != 0 && graph_.ids().numeric() && !plain_number(id);
    if (differs && !further_set_.contains(id)) {
      throw MistakeAt{
          offset,
          InputError(fmt::format("the user {} is not in the network, whose users are all numbers", shown(id)),
                     "a user without connections is named like the others",
                     "If it is no mistake, list everybody in a file for --users.")};
    }
    add(id);
  }

  /// `listed` says how everybody is listed.
  void expect_everybody(const std::string& listed) const {
    std::vector<std::string> missing;
    std::size_t count = 0;
    for (NodeId node = 0; node < graph_.num_nodes(); ++node) {
      if (is_listed_[node]) continue;
      if (++count <= kNamedIds) missing.push_back(shown(graph_.ids().text(node)));
    }
    if (count == 0) return;
    throw InputError(
        fmt::format("{} of the network {} not listed: {}{}",
                    count == 1 ? "1 user" : fmt::format("{} users", count), count == 1 ? "is" : "are",
                    fmt::join(missing, ", "), count > kNamedIds ? ", .." : ""),
        listed, "Add them to the list, or leave their edges out.");
  }

  const UserIndex& index() const { return index_; }
  const std::vector<std::string>& further() const { return further_; }

 private:
  const Graph& graph_;
  UserIndex index_;
  std::vector<bool> is_listed_;
  std::vector<std::string> further_;
  std::unordered_set<std::string> further_set_;
};

void check_name(const std::string& name) {
  const std::string problem = unusable_name(name);
  if (!problem.empty())
    throw InputError(fmt::format("the name {} of a listed user cannot be used: {}", shown(name), problem));
}

void add_further(ReadGraph& read, const Roll& roll) {
  read.graph = with_further_users(read.graph, roll.further());
  read.summary.users_added = roll.further().size();
}

}  // namespace

void add_listed_users(ReadGraph& read, const UserLists& lists) {
  const bool all_lists = !read.summary.lists_everybody;
  const UserFile* const public_users = all_lists ? lists.public_users : nullptr;
  const UserFile* const preferences = all_lists ? lists.preferences : nullptr;
  if (lists.users == nullptr && public_users == nullptr && preferences == nullptr) return;
  Roll roll(read.graph);
  const auto add = [&](const std::string& id, std::size_t) { roll.add(id); };
  const auto add_alike = [&](const std::string& id, std::size_t offset) { roll.add_alike(id, offset); };
  if (lists.users != nullptr) for_each_listed_user(*lists.users, roll.index(), add);
  if (public_users != nullptr) for_each_listed_user(*public_users, roll.index(), add_alike);
  if (preferences != nullptr) for_each_user_with_preference(*preferences, add_alike);
  if (lists.users != nullptr && all_lists)
    roll.expect_everybody("--users lists everybody who exists; --public and --prefs count too");
  add_further(read, roll);
  if (lists.users != nullptr) read.summary.lists_everybody = true;
}

bool rows_follow_from_lists(bool lists_everybody, bool has_preferences, bool has_default_epsilon) {
  return lists_everybody || (has_preferences && !has_default_epsilon);
}

}  // namespace hopveil::io

namespace hopveil {

void list_users(ReadGraph& read, std::span<const std::string> users) {
  io::Roll roll(read.graph);
  for (const std::string& name : users) {
    io::check_name(name);
    roll.add(name);
  }
  if (!read.summary.lists_everybody) roll.expect_everybody("the list names everybody who exists");
  io::add_further(read, roll);
  read.summary.lists_everybody = true;
}

}  // namespace hopveil
