// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "infer/basics/list_per_user.h"
#include "infer/basics/random_draws.h"
#include "infer/model/disconnected.h"
#include "infer/model/edge_list.h"
#include "infer/model/unobserved_degrees.h"
#include "infer/parameters.h"

namespace hopveil::infer {

/// Networks that could be the true one: the known edges, and synthetic ones of the *unobserved* users, of
/// whom no edge is known. *Vertex copying*: each unobserved user copies a random observed (liberal) user, its
/// *source*, and gets the same neighbours, but for a share that is replaced by neighbours of these. How many
/// unobserved neighbours an observed user has is drawn given its observed ones (UnobservedDegrees). All of
/// that is local: a single false edge between far ends spoils every distance.
/// Observed users who are disconnected from public users in the known network get one unobserved neighbour
/// anywhere: most of them have a path in truth, and no other user's path becomes shorter.
///
/// Most of the time of an inference is spent here, looking at users far apart in memory: copies are made
/// source by source, and most pairs that are not linked are told by a bit.
class Imputation {
 public:
  /// `known` has no edge of an unobserved user. Both outlive the imputation.
  Imputation(const Graph& known, const std::vector<bool>& is_public, std::span<const NodeId> observed,
             std::span<const NodeId> unobserved, const ImputationParameters& parameters = {});

  /// A large network is sampled by one thread at a time: that takes several times the memory of the result.
  Graph sample(SeededRng rng) const;
  /// Observed users who are disconnected in the known network.
  const Disconnected& disconnected() const { return disconnected_; }
  /// By user: the probability of these to have no neighbour in truth either, together with the users of
  /// their part. 0 unless it exceeds `believed_isolated`; 0 for all others.
  std::vector<double> isolation_probabilities() const;

 private:
  struct Copies {
    std::vector<NodeId> source;  // by unobserved user
    ListPerUser of;              // by user: the unobserved users that copy it
  };
  Copies draw_copies(SmallDraws& draws) const;
  NodeId kept_or_replaced(NodeId source, NodeId neighbour, SmallDraws& draws) const;
  bool linked(NodeId a, NodeId b) const;
  double copies_per_neighbour() const;
  UnobservedDegrees::User observed_degrees(NodeId user) const;
  double isolation_probability(const std::vector<NodeId>& part) const;
  void copy_neighbours(const Copies& copies, SmallDraws& draws, EdgeList& edges,
                       std::vector<Edge>& to_observed) const;
  void fit_degree(NodeId user, std::uint64_t wanted, const Copies& copies, SmallDraws& draws,
                  std::vector<NodeId>& neighbours) const;
  const NodeId* one_more(NodeId user, const Copies& copies, SmallDraws& draws) const;
  void reconnect(const Copies& copies, SmallDraws& draws, EdgeList& edges) const;
  double unobserved_per_observed() const {
    return static_cast<double>(unobserved_.size()) / static_cast<double>(observed_.size());
  }

  const ImputationParameters parameters_;
  const Graph& known_;
  std::vector<bool> is_public_, is_observed_;
  std::span<const NodeId> observed_, unobserved_;
  Disconnected disconnected_;
  std::vector<UnobservedDegrees::User> users_;  // by observed user
  UnobservedDegrees degrees_;
  std::vector<std::uint64_t> neighbour_bits_;    // by user: a bit for every neighbour's number modulo 64
  std::vector<double> isolation_probabilities_;  // by part of the disconnected users
  mutable std::mutex sampling_;
};

}  // namespace hopveil::infer
