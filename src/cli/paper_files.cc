// SPDX-License-Identifier: Apache-2.0
#include "cli/paper_files.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/sha256.h"
#include "graph/components.h"

namespace hopveil::cli {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string data_folder(const std::string& option) {
  if (!option.empty()) return option;
  if (const std::string folder = environment("HOPVEIL_DATA"); !folder.empty()) return folder;
  // The XDG Base Directory Specification: a relative path is invalid and ignored.
  if (const std::string folder = environment("XDG_DATA_HOME"); folder.starts_with("/"))
    return folder + "/hopveil";
  const std::string home = environment("HOME");
  return home.empty() ? "data" : home + "/.local/share/hopveil";
}

std::optional<std::string> folder_holding(const evaluation::PaperDataSet& data, const std::string& option) {
  std::vector<std::string> folders = {data_folder(option)};
  if (option.empty() && environment("HOPVEIL_DATA").empty())
    folders.insert(folders.end(), {"data", "../shared/data"});
  for (const std::string& folder : folders) {
    if (std::filesystem::exists(folder + "/" + std::string(data.file))) return folder;
  }
  return std::nullopt;
}

std::string file_sha256(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw SystemError("read", path, errno);
  Sha256 hash;
  std::array<char, 1 << 16> block;
  while (file.read(block.data(), block.size()), file.gcount() > 0) {
    hash.update({block.data(), static_cast<std::size_t>(file.gcount())});
  }
  return hash.hex();
}

Graph load_data_set(const evaluation::PaperDataSet& data, const std::string& folder, unsigned threads) {
  const std::string path = folder + "/" + std::string(data.file);
  if (!std::filesystem::exists(path)) {
    throw InputError(
        fmt::format("the data set {} is missing", data.title),
        fmt::format("its publisher offers it at {}; put {} there, or let `hopveil fetch {} --data "
                    "{}` do it",
                    data.url, data.file, data.name, folder))
        .in_file(path);
  }
  if (const std::string found = file_sha256(path); found != data.sha256) {
    throw InputError(
        fmt::format("this is not the {} that the experiments are made for: its SHA-256 is {}", data.title,
                    found),
        fmt::format("{} is expected; `hopveil fetch {}` downloads it again", data.sha256, data.name))
        .in_file(path);
  }
  Graph graph = read_graph(path, {.format = "", .threads = threads}).graph;
  return data.largest_component ? largest_component(graph) : graph;
}

}  // namespace hopveil::cli
