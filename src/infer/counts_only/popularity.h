// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "infer/counts_only/answers.h"
#include "infer/counts_only/regions.h"

namespace hopveil::infer {

/// About how many users of each label are linked to each public user; by label and public user.
/// 0 where noise would explain the answer, except that in a user's own region everybody has some weight.
std::vector<std::vector<double>> popularity_by_label(const LocalAnswers& answers,
                                                     const PublicNetwork& network);

}  // namespace hopveil::infer
