#pragma once

#include <string>
#include <vector>

namespace hopveil {

/// The metadata beside a table: F.csv.meta.json.
std::string metadata_path(const std::string& table);

/// Throws InputError when an output is one of the input files or another output (empty names are skipped),
/// or, since metadata must stand beside a release, when the table goes to standard output.
void check_outputs(const std::string& table, const std::vector<std::string>& further_outputs,
                   const std::vector<std::string>& inputs);

}  // namespace hopveil
