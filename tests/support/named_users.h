// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::testing {

inline UserIds named(const std::vector<std::string>& names) {
  std::string blob;
  std::vector<std::uint64_t> ends;
  for (const std::string& name : names) {
    blob += name;
    ends.push_back(blob.size());
  }
  return UserIds::from_text(blob, ends);
}

}  // namespace hopveil::testing
