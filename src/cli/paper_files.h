#pragma once

// Where the paper's data sets lie on this machine.

#include <string>

#include <hopveil/graph.h>

#include "evaluate/paper.h"

namespace hopveil {

/// The folder that --data, HOPVEIL_DATA or, without either, ./data or ../shared/data name.
std::string data_folder(const std::string& option);

/// Reads the data set from the folder (its largest component, where the paper took that). Throws InputError
/// when the file is missing (saying where its publisher offers it and where to put it) or its checksum is not
/// the known one.
Graph load_data_set(const PaperDataSet& data, const std::string& folder, unsigned threads);

/// SHA-256 of a file, in hexadecimal digits. Throws SystemError.
std::string file_sha256(const std::string& path);

}  // namespace hopveil
