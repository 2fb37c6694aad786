// SPDX-License-Identifier: Apache-2.0
#include "io/hvg_format.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_file.h"
#include "io/hvg_check.h"
#include "io/hvg_layout.h"

namespace hopveil::io {
namespace {

/// The bytes of a file, and what keeps them.
struct HvgBytes {
  std::string_view bytes;
  std::shared_ptr<const void> storage;
};

/// Maps a regular file; nothing when the path is none, or the file cannot be mapped.
HvgBytes map_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
  const auto size = regular ? static_cast<std::size_t>(info.st_size) : 0;
  void* const begin = regular ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  ::close(fd);
  if (begin == MAP_FAILED) return {};
  ::madvise(begin, size, MADV_WILLNEED);
  return {{static_cast<const char*>(begin), size},
          std::shared_ptr<const void>(begin, [size](void* mapped) { ::munmap(mapped, size); })};
}

HvgBytes bytes_of(GraphInput& input) {
  HvgBytes mapped;
  if (!input.is_compressed && input.path != "-") mapped = map_file(input.path);
  if (mapped.storage) return mapped;
  auto text = std::make_shared<const std::string>(read_all(*input.bytes));
  return {*text, text};
}

template <class T>
std::span<const T> section(std::string_view bytes, std::uint64_t begin, std::uint64_t size) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), size};
}

ReadGraph read_hvg(GraphInput& input, const ParseSettings& settings) {
  const HvgBytes file = bytes_of(input);
  const HvgHeader header = checked_hvg_header(file.bytes);
  const HvgSections sections(header);
  if (hvg_body_checksum(file.bytes.substr(sizeof(HvgHeader)), settings.threads) != header.body_checksum)
    throw damaged_hvg("its checksum is wrong");

  const auto offsets = section<std::uint64_t>(file.bytes, sections.offsets, header.num_nodes + 1);
  const auto targets = section<NodeId>(file.bytes, sections.targets, header.num_targets);
  check_hvg_rows(offsets, targets, settings.threads);
  const auto names = section<std::uint64_t>(file.bytes, sections.names, header.num_nodes);
  UserIds users;
  if (!header.has(kHvgNamesAreText)) {
    users = UserIds::view_numbers(names, file.storage);
  } else {
    const std::string_view blob = file.bytes.substr(sections.blob, header.blob_size);
    check_hvg_names(blob, names, settings.limits.id_length, settings.threads);
    users = UserIds::view_text(blob, names, file.storage);
  }
  ReadGraph read{Graph(offsets, targets, std::move(users), file.storage), {}};
  read.summary.lists_everybody = header.has(kHvgListsEverybody);
  return read;
}

template <class T>
std::string_view as_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::string_view padding(std::size_t size) {
  return std::string_view("\0\0\0\0\0\0\0", 7).substr(0, HvgSections::padded(size) - size);
}

std::string body_of(const Graph& graph) {
  const UserIds& users = graph.ids();
  const auto names = users.numeric() ? users.numbers() : users.ends();
  std::string body;
  body.reserve(graph.offsets().size_bytes() + names.size_bytes() + graph.targets().size_bytes() +
               users.blob().size() + 16);
  body += as_bytes(graph.offsets());
  body += as_bytes(names);
  body += as_bytes(graph.targets());
  body += padding(body.size());
  body += users.blob();
  body += padding(body.size());
  return body;
}

constexpr std::array<std::string_view, 1> kEndings = {".hvg"};

}  // namespace

void write_hvg(const Graph& graph, const std::string& path, bool lists_everybody) {
  const std::string body = body_of(graph);
  HvgHeader header;
  header.num_nodes = graph.num_nodes();
  header.num_targets = graph.targets().size();
  if (!graph.ids().numeric()) header.flags |= kHvgNamesAreText;
  if (lists_everybody) header.flags |= kHvgListsEverybody;
  header.blob_size = graph.ids().blob().size();
  header.body_checksum = hvg_body_checksum(body, 0);
  header.header_checksum = hvg_header_checksum(header);

  constexpr std::size_t kPiece = std::size_t{1} << 20;
  OutputFile file(path);
  file.write({reinterpret_cast<const char*>(&header), sizeof(header)});
  for (std::size_t begin = 0; begin < body.size(); begin += kPiece)
    file.write(std::string_view(body).substr(begin, kPiece));
  file.commit();
}

const GraphFormat kHvgFormat = {
    .name = "hvg",
    .summary = "hopveil's binary format, opened at once (made by \"hopveil convert\")",
    .endings = kEndings,
    .recognise = [](std::string_view head) { return head.starts_with("HVG\r"); },
    .read = read_hvg,
};

}  // namespace hopveil::io
