// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who is public, who is private, and how much privacy each private user wants.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/epsilon.h>
#include <hopveil/graph.h>

namespace hopveil {

/// Splits the nodes into public and private users. Both lists are in node order, which is the order of first
/// appearance in the input; a private user's place in its list is its *row* in every table.
///
///     const UserRoles two_public(5, {3, 0});
///     std::cout << two_public.private_users()[1] << ' ' << two_public.row(4) << '\n';  // user 2; row 2
class HOPVEIL_API UserRoles {
 public:
  UserRoles() = default;
  /// `public_users` in any order, without repeats.
  UserRoles(NodeId num_nodes, std::vector<NodeId> public_users);

  std::span<const NodeId> public_users() const { return public_users_; }
  std::span<const NodeId> private_users() const { return private_users_; }
  bool is_public(NodeId node) const { return row_[node] == kNoNode; }
  /// The row of a private user; kNoNode for a public one.
  NodeId row(NodeId node) const { return row_[node]; }

 private:
  std::vector<NodeId> public_users_;
  std::vector<NodeId> private_users_;
  std::vector<NodeId> row_;
};

/// How many users `--public-top` asks for.
///
///     std::cout << TopShare::from_text("2.5%").of(1000) << '\n';  // 25
struct HOPVEIL_API TopShare {
  bool is_percentage = false;
  /// A number of users, or a percentage in millionths of a percent.
  std::uint64_t amount = 0;

  /// Reads "61" or "5%" (also "2.5%"). Throws InputError unless it is a whole number >= 1 or in (0%, 100%].
  static TopShare from_text(std::string_view text);
  /// The number of users of `num_nodes`; percentages are rounded down.
  std::uint64_t of(std::uint64_t num_nodes) const;
};

/// The nodes of highest degree, ties by first appearance. Throws InputError when there are fewer nodes than
/// asked for. Choosing by degree looks at protected edges: it is not covered by any guarantee, and callers
/// must say so.
HOPVEIL_API std::vector<NodeId> highest_degree_users(const Graph& graph, TopShare share);

/// Each private user's epsilon (the paper's P), by row; see build_users.h for those of many users at once.
///
///     const Preferences wanted({Epsilon::from_text("0.5"), Epsilon::from_text("4")});
///     std::cout << wanted.of_row(0).text() << '\n';  // 0.5
class HOPVEIL_API Preferences {
 public:
  Preferences() = default;
  explicit Preferences(std::vector<Epsilon> by_row) : by_row_(std::move(by_row)) {}

  std::size_t size() const { return by_row_.size(); }
  Epsilon of_row(NodeId row) const { return by_row_[row]; }
  std::span<const Epsilon> by_row() const { return by_row_; }

 private:
  std::vector<Epsilon> by_row_;
};

}  // namespace hopveil
