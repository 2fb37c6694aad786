// SPDX-License-Identifier: Apache-2.0
#pragma once

// Synthetic graphs that are local: links lead to what is near, and nothing is a shortcut.

#include <vector>

#include <hopveil/graph.h>

#include "infer/counts_only/answers.h"
#include "infer/counts_only/popularity.h"
#include "infer/counts_only/population.h"
#include "infer/counts_only/regions.h"

namespace hopveil::infer {

/// What all synthetic graphs have in common.
struct SyntheticSetting {
  const query::PublicKnowledge& knowledge;
  const PublicNetwork& network;
  const LocalAnswers& answers;
  const Population& population;
  std::vector<std::vector<double>> popularity;  ///< by label and public user
  ImputationParameters parameters = {};
  double never_used_up = LocalParameters().never_used_up;
  /// Links that find no partner nearby are dropped; else they find one anywhere (links_are_local).
  bool is_local = true;
};

/// What joins parts of the network that answers do not join. Links of private users between regions: about as
/// many as the profiles say, or none. Parts with public users: left apart, or each joined to a larger one.
enum class Bridges { kNone, kAsAnswered, kJoined };

/// A graph on the real users with the real links between public users, in which private users have about the
/// numbers of neighbours that their profiles (by row) say.
///
/// Every user lives at a home public user; its public neighbours are the home and public neighbours of it;
/// its private neighbours live at the same home or at one linked to it. A public user is chosen by the links
/// that its popularity leaves to it, and users with many public neighbours choose first. Users that are
/// linked neither to public users nor to users of a region form cliques of their own, cut off from everybody
/// else.
Graph synthetic_graph(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Bridges bridges,
                      Dice& dice);

}  // namespace hopveil::infer
