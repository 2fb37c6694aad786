#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "infer/model/disconnected.h"
#include "infer/model/unobserved_degrees.h"
#include "infer/parameters.h"

namespace hopveil {

/// Networks that could be the true one: what is known, completed by synthetic edges of the users that nothing
/// is known about. Each of these, the *missing* users, is the twin of a random original (a liberal user): it
/// knows whom its original knows, but for a share of its acquaintances that is replaced by acquaintances of
/// theirs. How many missing users an original knows is drawn from what released edges tell (UnseenDegrees).
/// All of that is local: a single edge between far ends, where there is none, spoils every distance.
/// Originals who are cut off from public users in what is known get one missing acquaintance anywhere: most
/// of them have a way there in truth, and nobody else's way becomes shorter.
class Completion {
 public:
  /// `known` has no edge of a missing user. Both outlive the completion.
  Completion(const Graph& known, const std::vector<bool>& is_public, std::span<const NodeId> originals,
             std::span<const NodeId> missing, const ImputationParameters& parameters = {});

  Graph sample(SeededRng rng) const;
  /// Originals who are cut off in what is known.
  const CutOff& cut_off() const { return cut_off_; }
  /// By user: the chance of those to be alone, that is to know nobody in truth either, together with the
  /// users they reach. 0 unless that is likely; 0 for all others.
  std::vector<double> alone_chances() const;

 private:
  struct Twins {
    std::vector<NodeId> original;         // by missing user
    std::vector<std::vector<NodeId>> of;  // by user: the missing users that are its twins
  };
  Twins draw_twins(SeededRng& rng) const;
  NodeId near(NodeId original, NodeId acquaintance, SeededRng& rng) const;
  bool linked(NodeId a, NodeId b) const;
  double twins_met_per_acquaintance() const;
  UnseenDegrees::User seen_of(NodeId original) const;
  UnseenDegrees learn_degrees() const;
  double alone_chance(const std::vector<NodeId>& part) const;
  using MissingUsers = std::vector<NodeId>;
  void copy_acquaintances(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges,
                          std::vector<MissingUsers>& met_by) const;
  void fit_number(NodeId original, const Twins& twins, SeededRng& rng, MissingUsers& met) const;
  const NodeId* one_more(NodeId original, const Twins& twins, SeededRng& rng) const;
  void tie_in(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges) const;
  double missing_per_original() const {
    return static_cast<double>(missing_.size()) / static_cast<double>(originals_.size());
  }

  const ImputationParameters parameters_;
  const Graph& known_;
  std::vector<bool> is_public_, is_original_;
  std::span<const NodeId> originals_, missing_;
  CutOff cut_off_;
  UnseenDegrees degrees_;
  std::vector<double> alone_chances_;  // by part of those cut off
};

}  // namespace hopveil
