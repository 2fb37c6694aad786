// SPDX-License-Identifier: Apache-2.0
#include "io/column_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace hopveil::io {
namespace {

/// Words that say nothing about a column's role, at either end of its name.
constexpr std::array<std::string_view, 12> kQualifiers = {"id",      "uid",    "node",    "vertex",
                                                          "user",    "person", "account", "member",
                                                          "profile", "actor",  "name",    "handle"};

struct RolePair {
  std::string_view first;
  std::string_view second;
};

/// Names that say who began.
constexpr std::array<RolePair, 25> kDirected = {{
    {"source", "target"},     {"source", "destination"}, {"source", "dest"},        {"source", "sink"},
    {"src", "dst"},           {"src", "dest"},           {"src", "target"},         {"from", "to"},
    {"follower", "followee"}, {"follower", "followed"},  {"follower", "following"}, {"follower", "friend"},
    {"user", "friend"},       {"user", "follower"},      {"user", "followee"},      {"user", "following"},
    {"head", "tail"},         {"tail", "head"},          {"sender", "receiver"},    {"sender", "recipient"},
    {"start", "end"},         {"origin", "destination"}, {"parent", "child"},       {"caller", "callee"},
    {"citing", "cited"},
}};

/// What is left of user1 and user2, or nodeA and nodeB: known only where a qualifier was taken away.
constexpr std::array<RolePair, 6> kNumbered = {
    {{"1", "2"}, {"0", "1"}, {"a", "b"}, {"u", "v"}, {"i", "j"}, {"x", "y"}}};

/// The name without qualifiers, unless nothing is left.
std::string role_of(std::string name) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string_view word : kQualifiers) {
      if (name.size() <= word.size()) continue;
      if (name.ends_with(word)) {
        name.resize(name.size() - word.size());
        changed = true;
      } else if (name.starts_with(word)) {
        name.erase(0, word.size());
        changed = true;
      }
    }
  }
  return name;
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) plain += static_cast<char>(std::tolower(byte));
    if (byte >= 0x80) plain += c;
  }
  return plain;
}

bool has_qualifier(std::string_view text) {
  const std::string plain = plain_name(text);
  return role_of(plain) != plain;
}

std::optional<EndColumns> find_end_columns(const std::vector<std::string>& names) {
  std::vector<std::string> plain;
  std::vector<std::string> roles;
  for (const std::string& name : names) {
    plain.push_back(plain_name(name));
    roles.push_back(role_of(plain.back()));
  }
  std::optional<EndColumns> found;
  std::size_t candidates = 0;
  const auto look_for = [&](const RolePair& pair, bool numbered) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      for (std::size_t j = 0; j < roles.size(); ++j) {
        if (roles[i] != pair.first || roles[j] != pair.second) continue;
        if (numbered && (roles[i] == plain[i] || roles[j] == plain[j])) continue;
        ++candidates;
        if (!found) found = EndColumns{i, j, !numbered, numbered, 1};
      }
    }
  };
  for (const RolePair& pair : kDirected) look_for(pair, false);
  for (const RolePair& pair : kNumbered) look_for(pair, true);
  if (found) found->candidates = candidates;
  return found;
}

}  // namespace hopveil::io
