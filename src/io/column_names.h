// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names of columns that say which two of them are the ends of an edge.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hopveil::io {

struct EndColumns {
  std::size_t first = 0;
  std::size_t second = 0;      ///< both counted from 0, in the order of the names' roles
  bool is_directed = false;    ///< the names say who began: follower and followee, not user1 and user2
  bool is_numbered = false;    ///< they are one word with numbers or letters: user1 and user2
  std::size_t candidates = 1;  ///< how many pairs of names are known; with more than one, none is certain
};

/// The columns whose names are a known pair such as `source,target`, `user_id,friend_id` or `node1,node2`,
/// without regard to case, punctuation and words such as id and name; nothing when no two are.
std::optional<EndColumns> find_end_columns(const std::vector<std::string>& names);

/// Whether the text begins or ends with a word that names of columns share (user7, node_a), and has more to
/// it.
bool has_qualifier(std::string_view text);

/// "Source_ID" and "source id" are "sourceid".
std::string plain_name(std::string_view name);

}  // namespace hopveil::io
