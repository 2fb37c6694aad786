#include "release/release_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMetadataEnding = ".meta.json";
constexpr std::string_view kSignatureEnding = ".meta.json.sig";

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

/// The table that this file would belong to.
std::string table_of(const std::string& path) {
  for (const std::string_view ending : {kSignatureEnding, kMetadataEnding}) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
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
  if (!target.reach.empty() && !can_be_a_file(target.reach)) {
    throw InputError("reach cannot go to what is no file", "it is a part of the release",
                     "Give --reach a file's name.")
        .in_file(target.reach);
  }
  if (!target.reach.empty() && !target.overwrite && is_there(target.reach)) {
    throw InputError("it exists, and may be a part of a release whose budget is spent",
                     "give another name, or --overwrite")
        .in_file(target.reach);
  }
  return target.table;
}

}  // namespace

std::string metadata_path(const std::string& table) {
  return table + std::string(kMetadataEnding);
}

std::string signature_path(const std::string& table) {
  return table + std::string(kSignatureEnding);
}

bool holds_a_release(const std::string& path) {
  for (const std::string& name : {path, followed(path)}) {
    const std::string table = table_of(name);
    if (is_there(name) && is_there(table) && is_there(metadata_path(table))) return true;
  }
  return false;
}

ReleaseFiles::ReleaseFiles(const Target& target)
    : table_(checked(target)), metadata_(metadata_path(target.table)) {
  if (target.with_signature) signature_.emplace(signature_path(target.table));
  if (!target.reach.empty()) reach_.emplace(target.reach);
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
}

}  // namespace hopveil
