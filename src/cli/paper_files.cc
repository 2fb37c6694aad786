#include "cli/paper_files.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/sha256.h"
#include "graph/components.h"

namespace hopveil {

std::string data_folder(const std::string& option) {
  if (!option.empty()) return option;
  if (const char* folder = std::getenv("HOPVEIL_DATA"); folder != nullptr && *folder != '\0') return folder;
  for (const char* folder : {"data", "../shared/data"}) {
    if (std::filesystem::is_directory(folder)) return folder;
  }
  return "data";
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

Graph load_data_set(const PaperDataSet& data, const std::string& folder, unsigned threads) {
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

}  // namespace hopveil
