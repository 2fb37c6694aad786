// SPDX-License-Identifier: Apache-2.0
#include "release/release_names.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace hopveil::release {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMetadataEnding = ".meta.json";
constexpr std::string_view kSignatureEnding = ".meta.json.sig";

bool begins_as_a_table(std::string_view bytes) {
  return bytes.starts_with("user,hop_1") || bytes.starts_with("[\n");
}

/// Nothing when it is no table, by its first bytes.
std::optional<std::string> sha256_of_table(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  Sha256 checksum;
  bool is_first = true;
  std::array<char, 1 << 16> bytes;
  while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0) {
    const std::string_view piece(bytes.data(), static_cast<std::size_t>(file.gcount()));
    if (is_first && !begins_as_a_table(piece)) return std::nullopt;
    is_first = false;
    checksum.update(piece);
  }
  return checksum.hex();
}

}  // namespace

std::string metadata_path(const std::string& table) {
  return table + std::string(kMetadataEnding);
}

std::string signature_path(const std::string& table) {
  return table + std::string(kSignatureEnding);
}

std::string default_reach_path(const std::string& table) {
  fs::path path(table);
  path.replace_extension(".reach" + path.extension().string());
  return path.string();
}

std::string table_of(const std::string& path) {
  for (const std::string_view ending : {kSignatureEnding, kMetadataEnding}) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

std::optional<NamedReach> reach_named_by(const std::string& metadata) {
  constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;
  std::error_code error;
  if (!fs::is_regular_file(metadata, error) || fs::file_size(metadata, error) > kMostBytes || error)
    return std::nullopt;
  std::ifstream file(metadata, std::ios::binary);
  const auto json =
      nlohmann::json::parse(std::string{std::istreambuf_iterator<char>(file), {}}, nullptr, false);
  if (!json.is_object() || !json.contains("reach") || !json["reach"].is_object()) return std::nullopt;
  const auto& reach = json["reach"];
  if (!reach.contains("sha256") || !reach["sha256"].is_string()) return std::nullopt;
  const std::string sha256 = reach["sha256"];
  if (!reach.contains("file")) return NamedReach{default_reach_path(table_of(metadata)), sha256};
  if (!reach["file"].is_string()) return std::nullopt;
  const fs::path name = reach["file"].get<std::string>();
  if (name.empty() || name != name.filename()) return std::nullopt;
  return NamedReach{(fs::path(metadata).parent_path() / name).string(), sha256};
}

bool is_reach_of_a_release(const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::absolute(path).parent_path();
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().string();
    std::error_code ignored;
    if (!name.ends_with(kMetadataEnding) || !fs::exists(table_of(name), ignored)) continue;
    const std::optional<NamedReach> reach = reach_named_by(name);
    if (reach && fs::equivalent(reach->path, path, ignored)) return true;
  }
  return false;
}

void remove_if_unchanged(const NamedReach& reach) {
  std::error_code ignored;
  if (sha256_of_table(reach.path) == reach.sha256) fs::remove(reach.path, ignored);
}

}  // namespace hopveil::release
