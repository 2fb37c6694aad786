// SPDX-License-Identifier: Apache-2.0
#pragma once

// The paper's Table I beside what the files give.

#include <string>
#include <vector>

#include "cli/network_facts.h"
#include "evaluate/claims.h"
#include "evaluate/paper.h"

namespace hopveil::cli {

struct TableOneEntry {
  std::string data;
  std::string column;
  std::string paper;
  std::string ours;
  evaluation::Verdict verdict;  ///< equal, or not: at the paper's precision
};

std::vector<TableOneEntry> compare_table_one(const evaluation::PaperDataSet& data, const NetworkFacts& facts);

std::string table_one_csv(const std::vector<TableOneEntry>& entries);

}  // namespace hopveil::cli
