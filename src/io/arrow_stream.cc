// SPDX-License-Identifier: Apache-2.0
#include "io/arrow_stream.h"

#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "io/id_text.h"

namespace hopveil::io {
namespace {

std::string name_of(const ArrowSchema& column) {
  return column.name == nullptr ? "" : column.name;
}

std::string all_names(const ArrowSchema& schema) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < schema.n_children; ++i) names.push_back(shown(name_of(*schema.children[i])));
  return fmt::format("{}", fmt::join(names, ", "));
}

InputError broken(const std::string& what) {
  return InputError(fmt::format("the Arrow stream breaks the format: {}", what),
                    "its producer is at fault; write a Parquet file and read that");
}

}  // namespace

ArrowStream::ArrowStream(ArrowArrayStream& taken) {
  if (taken.release == nullptr) {
    throw InputError("the Arrow stream was read before",
                     "a stream can be read once: give the table or query again");
  }
  *stream_.get() = std::exchange(taken, ArrowArrayStream{});
  if (const int code = stream_.get()->get_schema(stream_.get(), schema_.fill()); code != 0) fail(code);
  const bool is_record = !schema_.empty() && schema_->format != nullptr &&
                         std::strcmp(schema_->format, "+s") == 0 && schema_->n_children >= 0 &&
                         (schema_->n_children == 0 || schema_->children != nullptr);
  if (!is_record) {
    throw InputError("the Arrow stream has no named columns",
                     "a table is expected, with one connection a row");
  }
  for (std::int64_t i = 0; i < schema_->n_children; ++i) {
    if (schema_->children[i] == nullptr || schema_->children[i]->format == nullptr)
      throw broken("a column has no type");
  }
}

void ArrowStream::fail(int code) {
  const char* reason =
      stream_.get()->get_last_error != nullptr ? stream_.get()->get_last_error(stream_.get()) : nullptr;
  throw SystemError("read", "the Arrow stream", reason != nullptr ? reason : std::strerror(code));
}

std::size_t ArrowStream::column(const std::string& name, std::size_t otherwise) const {
  const auto count = static_cast<std::size_t>(schema_->n_children);
  if (name.empty()) {
    if (otherwise < count) return otherwise;
    throw InputError(fmt::format("the table has {} columns", count),
                     otherwise == 0 ? "one with ids is expected" : "connections have two ends");
  }
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < count; ++i) {
    if (name_of(*schema_->children[i]) != name) continue;
    if (found) throw InputError(fmt::format("the table has two columns {}", shown(name)));
    found = i;
  }
  if (found) return *found;
  throw InputError(fmt::format("the table has no column {}", shown(name)),
                   fmt::format("its columns are {}", all_names(*schema_)));
}

const ArrowArray* ArrowStream::next() {
  rows_before_ += std::exchange(rows_, 0);
  if (const int code = stream_.get()->get_next(stream_.get(), batch_.fill()); code != 0) fail(code);
  if (batch_.empty()) return nullptr;
  if (batch_->length < 0 || batch_->offset < 0 || batch_->n_children != schema_->n_children ||
      (batch_->n_children > 0 && batch_->children == nullptr)) {
    throw broken("a chunk does not have the columns of the table");
  }
  for (std::int64_t i = 0; i < batch_->n_children; ++i) {
    const ArrowArray* column = batch_->children[i];
    if (column == nullptr || column->offset < 0 || column->length < 0 ||
        column->length - batch_->offset < batch_->length)
      throw broken("a column is shorter than its chunk");
  }
  if (batch_->null_count != 0 && batch_->n_buffers > 0 && batch_->buffers != nullptr &&
      batch_->buffers[0] != nullptr) {
    const auto* valid = static_cast<const std::uint8_t*>(batch_->buffers[0]);
    for (std::int64_t row = batch_->offset; row < batch_->offset + batch_->length; ++row) {
      if ((valid[row / 8] >> (row % 8) & 1) == 0) throw broken("a whole row is null");
    }
  }
  rows_ = static_cast<std::uint64_t>(batch_->length);
  return batch_.get();
}

}  // namespace hopveil::io
