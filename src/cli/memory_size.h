// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace hopveil::cli {

/// Reads "512M", "4G", "1.5GiB", "1000000" (bytes); K, M, G, T are powers of 1024. Throws InputError.
std::uint64_t parse_memory_size(const std::string& text);

/// "1.2 GB", in powers of 1024.
std::string memory_size_text(std::uint64_t bytes);

}  // namespace hopveil::cli
