// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the files of a release are called, and which file belongs to which release.

#include <optional>
#include <string>

namespace hopveil::release {

/// F.csv.meta.json for F.csv.
std::string metadata_path(const std::string& table);
/// F.csv.meta.json.sig for F.csv: signs the metadata, which holds the table's checksum.
std::string signature_path(const std::string& table);
/// Where the reach of public users goes when no name is given for it: F.reach.csv for F.csv.
std::string default_reach_path(const std::string& table);
/// The table that metadata or a signature of this name belong to; the path itself for other names.
std::string table_of(const std::string& path);

/// The table of reach that belongs to a release.
struct NamedReach {
  std::string path;
  std::string sha256;  ///< as the metadata say
};

/// The reach that the metadata in this file name, in its own folder; nothing where they name none, or where
/// this is no file of metadata.
std::optional<NamedReach> reach_named_by(const std::string& metadata);
/// Whether some release in the folder of this file has it as its reach.
bool is_reach_of_a_release(const std::string& path);
/// Removes it if it is a table that holds the bytes that the metadata say, and nothing otherwise: metadata
/// that came from elsewhere may name any file.
void remove_if_unchanged(const NamedReach& reach);

}  // namespace hopveil::release
