// SPDX-License-Identifier: Apache-2.0
#include "cli/pseudonyms.h"

#include <unordered_map>

#include <fmt/format.h>

#include "base/harmless_text.h"

namespace hopveil::cli {
namespace {

class Pseudonyms {
 public:
  const std::string& of(NodeId user, bool is_public) {
    const auto [place, is_new] = names_.try_emplace(user);
    if (is_new) place->second = is_public ? fmt::format("P{}", ++publics_) : fmt::format("U{}", ++privates_);
    return place->second;
  }

 private:
  std::unordered_map<NodeId, std::string> names_;
  unsigned publics_ = 0;
  unsigned privates_ = 0;
};

template <class NameOf>
void rename(audit::NeighbouringPair& pair, NameOf name_of) {
  pair.name = fmt::format("{}-{}", name_of(pair.edge.from), name_of(pair.edge.to));
  pair.labels.clear();
  for (NodeId user = 0; user < pair.with.num_nodes(); ++user) pair.labels.push_back(name_of(user));
}

}  // namespace

void use_pseudonyms(std::vector<audit::NeighbouringPair>& pairs) {
  Pseudonyms pseudonyms;
  for (audit::NeighbouringPair& pair : pairs) {
    rename(pair, [&](NodeId user) { return pseudonyms.of(user, pair.roles.is_public(user)); });
  }
}

void use_harmless_names(std::vector<audit::NeighbouringPair>& pairs) {
  for (audit::NeighbouringPair& pair : pairs) {
    rename(pair, [&](NodeId user) { return harmless(pair.with.ids().text(user)); });
  }
}

}  // namespace hopveil::cli
