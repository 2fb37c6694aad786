// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace hopveil::cli {

/// Makes the folder, and those above it, unless it is there. Throws SystemError.
void make_folder(const std::string& folder);

/// Makes the folder unless it is there. Throws InputError when it holds anything.
void make_empty_folder(const std::string& folder);

/// Makes the folder for an experiment's results. Throws InputError when it holds anything already, so that
/// nothing is written over; with `resume`, unless what it holds is an experiment's journal.
void make_results_folder(const std::string& folder, bool resume);

/// Writes a file that appears whole or not at all.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace hopveil::cli
