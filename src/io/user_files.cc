// SPDX-License-Identifier: Apache-2.0
#include "io/user_files.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "graph/user_index.h"
#include "io/byte_source.h"
#include "io/id_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kNamedIds = 5;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Ids with the same mistake: the first few of them, and how many there are.
class WrongIds {
 public:
  void add(std::string_view id, std::size_t offset = 0) {
    if (count_++ == 0) offset_ = offset;
    if (named_.size() < kNamedIds) named_.push_back(shown(id));
  }
  std::size_t count() const { return count_; }
  std::size_t offset() const { return offset_; }

  /// `one` and `many` go on after "1 user " and "7 users ".
  InputError error(std::string_view one, std::string_view many, const std::string& expected,
                   const std::string& hint = "") const {
    return InputError(
        fmt::format("{} {} {}: {}{}", count_, count_ == 1 ? "user" : "users", count_ == 1 ? one : many,
                    fmt::join(named_, ", "), count_ > kNamedIds ? ", .." : ""),
        expected, hint);
  }
  void throw_if_any(std::string_view one, std::string_view many, const std::string& expected) const {
    if (count_ != 0) throw MistakeAt{offset_, error(one, many, expected)};
  }

 private:
  std::size_t count_ = 0;
  std::size_t offset_ = 0;
  std::vector<std::string> named_;
};

/// Runs parse() on the file's text without its byte order mark; mistakes get file, line and column.
template <class Parse>
auto parse_file(const UserFile& file, Parse&& parse) {
  std::string_view text = file.text;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  try {
    return parse(text);
  } catch (const MistakeAt& mistake) {
    throw placed(mistake, text, 1).in_file(file.name);
  } catch (InputError& error) {
    error.in_file(file.name);
    throw;
  }
}

std::vector<NodeId> collect_public_users(std::string_view text, std::size_t longest, const Graph& graph) {
  const UserIndex index(graph.ids());
  std::vector<NodeId> users;
  std::vector<bool> listed(graph.num_nodes());
  WrongIds unknown;
  WrongIds repeated;
  for_each_id(text, longest, index, [&](const std::string& id, std::size_t offset) {
    const NodeId node = index.find(id);
    if (node == kNoNode) {
      unknown.add(id, offset);
    } else if (listed[node]) {
      repeated.add(id, offset);
    } else {
      listed[node] = true;
      users.push_back(node);
    }
  });
  unknown.throw_if_any("is not in the graph", "are not in the graph",
                       "public users must be users of the graph");
  repeated.throw_if_any("is listed twice", "are listed twice", "every public user is listed once");
  return users;
}

class PreferenceTable {
 public:
  PreferenceTable(std::string_view text, std::size_t longest, const Graph& graph, const UserRoles& roles)
      : text_(text),
        longest_(longest),
        graph_(graph),
        roles_(roles),
        index_(graph.ids()),
        nanos_(roles.private_users().size(), 0) {}

  Preferences read(std::optional<Epsilon> default_epsilon) {
    for_each_preference(text_, longest_, [&](const std::string& id, std::size_t offset, Epsilon epsilon) {
      add(id, offset, epsilon);
    });
    unknown_.throw_if_any("is not in the graph", "are not in the graph",
                          "only users of the graph have a preference");
    repeated_.throw_if_any("is listed twice", "are listed twice", "every user has one preference");
    public_.throw_if_any("is public", "are public", "only private users have a preference");
    return complete(default_epsilon);
  }

 private:
  void add(const std::string& id, std::size_t offset, Epsilon epsilon) {
    const NodeId node = index_.find(id);
    if (node == kNoNode) {
      unknown_.add(id, offset);
    } else if (roles_.is_public(node)) {
      public_.add(id, offset);
    } else if (std::uint64_t& nanos = nanos_[roles_.row(node)]; nanos != 0) {
      repeated_.add(id, offset);
    } else {
      nanos = epsilon.nanos();
    }
  }

  Preferences complete(std::optional<Epsilon> default_epsilon) const {
    WrongIds missing;
    std::vector<Epsilon> by_row;
    by_row.reserve(nanos_.size());
    for (std::size_t row = 0; row < nanos_.size(); ++row) {
      if (nanos_[row] != 0) {
        by_row.push_back(Epsilon::from_nanos(nanos_[row]));
      } else if (default_epsilon) {
        by_row.push_back(*default_epsilon);
      } else {
        missing.add(graph_.ids().text(roles_.private_users()[row]));
      }
    }
    if (missing.count() != 0) {
      throw missing.error("has no preference", "have no preference", "every private user needs one",
                          "Add them, or give a default epsilon (--default-epsilon).");
    }
    return Preferences(std::move(by_row));
  }

  std::string_view text_;
  std::size_t longest_;
  const Graph& graph_;
  const UserRoles& roles_;
  UserIndex index_;
  std::vector<std::uint64_t> nanos_;  // by row; 0: not listed yet
  WrongIds unknown_;
  WrongIds repeated_;
  WrongIds public_;
};

}  // namespace

UserFile open_user_file(const std::string& path, const InputLimits& limits) {
  UserFile file{path == "-" ? "standard input" : path, "", limits.id_length};
  try {
    file.text = read_all(*decompress(open_file(path), limits).bytes);
  } catch (InputError& error) {
    error.in_file(file.name);
    throw;
  }
  return file;
}

void for_each_listed_user(const UserFile& file, const UserIndex& known, const ListedId& handle) {
  parse_file(file, [&](std::string_view text) { for_each_id(text, file.longest_id, known, handle); });
}

void for_each_user_with_preference(const UserFile& file, const ListedId& handle) {
  parse_file(file, [&](std::string_view text) {
    for_each_preference(text, file.longest_id,
                        [&](const std::string& id, std::size_t offset, Epsilon) { handle(id, offset); });
  });
}

std::vector<ListedPreference> list_preferences(const std::string& path) {
  const UserFile file = open_user_file(path);
  return parse_file(file, [&](std::string_view text) {
    std::vector<ListedPreference> listed;
    for_each_preference(text, file.longest_id, [&](const std::string& id, std::size_t, Epsilon epsilon) {
      listed.push_back({id, epsilon});
    });
    return listed;
  });
}

std::vector<NodeId> public_users_of(const UserFile& file, const Graph& graph) {
  return parse_file(
      file, [&](std::string_view text) { return collect_public_users(text, file.longest_id, graph); });
}

std::vector<NodeId> read_public_users(const std::string& path, const Graph& graph) {
  return public_users_of(open_user_file(path), graph);
}

Preferences preferences_of(const UserFile& file, const Graph& graph, const UserRoles& roles,
                           std::optional<Epsilon> default_epsilon) {
  return parse_file(file, [&](std::string_view text) {
    return PreferenceTable(text, file.longest_id, graph, roles).read(default_epsilon);
  });
}

Preferences read_preferences(const std::string& path, const Graph& graph, const UserRoles& roles,
                             std::optional<Epsilon> default_epsilon) {
  return preferences_of(open_user_file(path), graph, roles, default_epsilon);
}

}  // namespace hopveil::io
