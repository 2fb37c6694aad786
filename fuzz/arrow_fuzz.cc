// SPDX-License-Identifier: Apache-2.0
// An Arrow stream of two columns of texts whose bytes and nulls are anybody's: a valid graph or an
// InputError. One row per line of the input, its two ids separated by a tab. How long a buffer is, the format
// does not say, so the offsets are sound; the order of the ids is not.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/errors.h>
#include <hopveil/read_arrow.h>

#include "io/arrow_abi.h"

namespace hopveil {
namespace {

struct Column {
  std::string text;
  std::vector<std::int32_t> offsets = {0};
  std::vector<std::uint8_t> valid;
  std::array<const void*, 3> buffers{};
  ArrowArray array{};

  void add(std::string_view id) {
    const std::size_t row = offsets.size() - 1;
    if (row % 8 == 0) valid.push_back(0);
    if (id != "\x01") valid.back() = static_cast<std::uint8_t>(valid.back() | 1 << row % 8);
    text += id;
    offsets.push_back(static_cast<std::int32_t>(text.size()));
  }
  ArrowArray* finish() {
    buffers = {valid.data(), offsets.data(), text.data()};
    array.length = static_cast<std::int64_t>(offsets.size()) - 1;
    array.null_count = -1;
    array.n_buffers = 3;
    array.buffers = buffers.data();
    array.release = [](ArrowArray* released) { released->release = nullptr; };
    return &array;
  }
};

/// A stream with one batch; it owns nothing, all of it lives as long as this.
class TextStream {
 public:
  explicit TextStream(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      const std::size_t tab = line.find('\t');
      columns_[0].add(line.substr(0, tab));
      columns_[1].add(tab == std::string_view::npos ? "" : line.substr(tab + 1));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      arrays_[i] = columns_[i].finish();
      fields_[i].format = "u";
      fields_[i].name = i == 0 ? "a" : "b";
      fields_[i].release = [](ArrowSchema* released) { released->release = nullptr; };
      schemas_[i] = &fields_[i];
    }
    stream_.get_schema = [](ArrowArrayStream* stream, ArrowSchema* out) {
      auto& self = *static_cast<TextStream*>(stream->private_data);
      *out = {};
      out->format = "+s";
      out->name = "";
      out->n_children = 2;
      out->children = self.schemas_.data();
      out->release = [](ArrowSchema* released) { released->release = nullptr; };
      return 0;
    };
    stream_.get_next = [](ArrowArrayStream* stream, ArrowArray* out) {
      auto& self = *static_cast<TextStream*>(stream->private_data);
      *out = {};
      if (self.given_) return 0;
      self.given_ = true;
      out->length = self.arrays_[0]->length;
      out->n_buffers = 1;
      out->buffers = self.no_buffers_.data();
      out->n_children = 2;
      out->children = self.arrays_.data();
      out->release = [](ArrowArray* released) { released->release = nullptr; };
      return 0;
    };
    stream_.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    stream_.release = [](ArrowArrayStream* released) { released->release = nullptr; };
    stream_.private_data = this;
  }
  TextStream(const TextStream&) = delete;
  TextStream& operator=(const TextStream&) = delete;

  ArrowArrayStream& stream() { return stream_; }

 private:
  std::array<Column, 2> columns_;
  std::array<ArrowArray*, 2> arrays_{};
  std::array<ArrowSchema, 2> fields_{};
  std::array<ArrowSchema*, 2> schemas_{};
  std::array<const void*, 1> no_buffers_{};
  ArrowArrayStream stream_{};
  bool given_ = false;
};

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  TextStream input({reinterpret_cast<const char*>(data), size});
  try {
    const ArrowGraph read = graph_from_arrow(input.stream(), {.threads = 1});
    for (NodeId node = 0; node < read.graph.num_nodes(); ++node) {
      if (read.graph.ids().text(node).empty()) std::abort();
      for (const NodeId other : read.graph.neighbours(node)) {
        if (other >= read.graph.num_nodes() || other == node) std::abort();
      }
    }
  } catch (const InputError&) {
    // refused
  }
  return 0;
}
