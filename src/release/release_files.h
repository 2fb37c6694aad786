// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files of one release: the table, its metadata beside it, and the signature of the metadata.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "release/release_names.h"

namespace hopveil::release {

/// Whether a release that was paid for would be lost if `path` were written: it is a table with metadata
/// beside it, the metadata or signature of such a table, or the reach that metadata in its folder name. Links
/// are followed.
bool holds_a_release(const std::string& path);

/// Table, reach, metadata and signature on their way to the disk. All become visible by `commit`, or, unless
/// the disk fails between two renames, none; the table is the last, so where there is a table there is all of
/// it. A signature or reach of the release that is written over, and that the new one lacks, is removed.
class ReleaseFiles {
 public:
  struct Target {
    std::string table;
    bool with_signature = false;
    bool overwrite = false;  ///< also a release that was paid for
    std::string reach = {};  ///< the table of public users' reach; empty: none
  };

  /// Opens all of them: a place that cannot be written is known at once. Throws InputError when the table
  /// would not be a regular file, when a release that was paid for would be written over, or when reach would
  /// not stand beside its table, where `hopveil verify` finds it.
  explicit ReleaseFiles(const Target& target);

  /// The next piece of the table.
  void write_table(std::string_view text) { table_.write(text); }
  /// Ends the table and puts it on the disk, not visible yet. Returns its SHA-256.
  std::string finish_table();
  /// The same for the table of reach, which the target asked for.
  void write_reach(std::string_view text) { reach_->write(text); }
  std::string finish_reach();
  /// `signature` is empty unless the target asked for one. What becomes visible is appended to `visible`,
  /// file by file, so that it is right also when this throws.
  void commit(std::string_view metadata, std::string_view signature, std::vector<std::string>& visible);

 private:
  OutputFile table_;
  OutputFile metadata_;
  std::optional<OutputFile> signature_;
  std::optional<OutputFile> reach_;
  std::optional<NamedReach> old_reach_;  // of the release that is written over
};

}  // namespace hopveil::release
