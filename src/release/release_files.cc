// SPDX-License-Identifier: Apache-2.0
#include "release/release_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::release {
namespace {

namespace fs = std::filesystem;

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Where a path leads through links; itself where nothing is there yet.
std::string followed(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target.string();
}

/// Whether a table of this name would be a file that stays: not a pipe or a device, nor one of the names that
/// the system has for open files (/dev/stdout, /dev/fd/1), which lead to a file that is called otherwise.
bool can_be_a_file(const std::string& path) {
  if (path == "-") return false;
  std::error_code error;
  const std::string folder = fs::canonical(fs::absolute(path).parent_path(), error).string();
  if (!error && (folder == "/dev" || folder.starts_with("/proc/"))) return false;
  return !is_there(path) || fs::is_regular_file(path, error) || fs::is_directory(path, error);
}

void check_reach(const ReleaseFiles::Target& target) {
  if (!can_be_a_file(target.reach)) {
    throw InputError(fmt::format("reach cannot go to {}, which is no file", target.reach),
                     "it is a part of the release", "Give --reach a file's name.");
  }
  std::error_code ignored;  // a folder that cannot be is opening's to complain about
  const auto folder_of = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path).parent_path(), ignored);
  };
  if (folder_of(target.reach) != folder_of(target.table)) {
    throw InputError("reach would stand in another folder than its table",
                     "the two are one release, and verify looks for them side by side",
                     "Give --reach a name in the folder of the table.")
        .in_file(target.reach);
  }
  for (const std::string& other : {target.table, metadata_path(target.table), signature_path(target.table)}) {
    if (fs::path(other).filename() == fs::path(target.reach).filename())
      throw InputError(fmt::format("{} would be written twice", other),
                       "give every output a name of its own");
  }
  if (!target.overwrite && holds_a_release(target.reach)) {
    throw InputError("a release would be written over, and its budget is spent",
                     "give another name, or --overwrite")
        .in_file(target.reach);
  }
}

const std::string& checked(const ReleaseFiles::Target& target) {
  if (!can_be_a_file(target.table)) {
    throw InputError(
        fmt::format("a release cannot go to {}",
                    target.table == "-" ? "standard output" : target.table + ", which is no file"),
        "its metadata stands beside it in a file", "Give -o a file's name.");
  }
  if (!target.overwrite && holds_a_release(target.table)) {
    throw InputError("a release would be written over, and its budget is spent",
                     "give another name, or --overwrite")
        .in_file(target.table);
  }
  if (!target.reach.empty()) check_reach(target);
  return target.table;
}

}  // namespace

bool holds_a_release(const std::string& path) {
  for (const std::string& name : {path, followed(path)}) {
    const std::string table = table_of(name);
    if (is_there(name) && is_there(table) && is_there(metadata_path(table))) return true;
    if (is_there(name) && is_reach_of_a_release(name)) return true;
  }
  return false;
}

ReleaseFiles::ReleaseFiles(const Target& target)
    : table_(checked(target)), metadata_(metadata_path(target.table)) {
  if (target.with_signature) signature_.emplace(signature_path(target.table));
  if (!target.reach.empty()) reach_.emplace(target.reach);
  old_reach_ = reach_named_by(metadata_path(target.table));
}

std::string ReleaseFiles::finish_reach() {
  reach_->prepare();
  return reach_->sha256();
}

std::string ReleaseFiles::finish_table() {
  table_.prepare();
  return table_.sha256();
}

void ReleaseFiles::commit(std::string_view metadata, std::string_view signature,
                          std::vector<std::string>& visible) {
  check(signature.empty() == !signature_, "a release is signed without a place for its signature");
  metadata_.write(metadata);
  metadata_.prepare();
  if (signature_) {
    signature_->write(signature);
    signature_->prepare();
  } else {  // of the release that is written over
    std::error_code ignored;
    fs::remove(signature_path(table_.path()), ignored);
  }
  metadata_.commit();
  visible.push_back(metadata_.path());
  if (signature_) {
    signature_->commit();
    visible.push_back(signature_->path());
  }
  if (reach_) {
    reach_->commit();
    visible.push_back(reach_->path());
  }
  table_.commit();
  visible.push_back(table_.path());
  // What the old metadata name may have become a part of another release, this one included.
  if (old_reach_ && !holds_a_release(old_reach_->path)) remove_if_unchanged(*old_reach_);
}

}  // namespace hopveil::release
