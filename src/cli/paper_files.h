// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the paper's data sets lie on this machine.

#include <optional>
#include <string>

#include <hopveil/graph.h>

#include "evaluate/paper.h"

namespace hopveil::cli {

/// Where downloads go: the folder that --data or HOPVEIL_DATA name, or hopveil's folder among the user's data
/// (XDG_DATA_HOME, ~/.local/share).
std::string data_folder(const std::string& option);

/// The folder in which the data set's file lies: data_folder, or, when neither --data nor HOPVEIL_DATA is
/// given, also ./data and ../shared/data. None when it lies in none of them.
std::optional<std::string> folder_holding(const evaluation::PaperDataSet& data, const std::string& option);

/// Reads the data set from the folder (its largest component, where the paper took that). Throws InputError
/// when the file is missing (saying where its publisher offers it and where to put it) or its checksum is not
/// the known one.
Graph load_data_set(const evaluation::PaperDataSet& data, const std::string& folder, unsigned threads);

/// SHA-256 of a file, in hexadecimal digits. Throws SystemError.
std::string file_sha256(const std::string& path);

}  // namespace hopveil::cli
