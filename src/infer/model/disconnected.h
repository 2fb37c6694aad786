#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/parameters.h"

namespace hopveil {

/// Of those who are cut off in what is known, the share that is so in truth, if so large a share of the users
/// is missing there: all if nobody is; a tenth, as in the local inference, if two thirds are or more. musae
/// and Epinions would like less, relative errors much more.
double cut_off_in_truth(double missing_share, const ImputationParameters& parameters = {});

/// Users from whom no known edge leads to a public user, however many hops away.
struct CutOff {
  std::vector<std::vector<NodeId>> parts;  ///< those who reach each other
  std::vector<bool> is_member;             ///< by user: whether in one of the parts
};

CutOff find_cut_off(const Graph& known, const std::vector<bool>& is_public, std::span<const NodeId> users);

}  // namespace hopveil
