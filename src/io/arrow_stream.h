// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/arrow_abi.h"

namespace hopveil::io {

/// Owns one of Arrow's structs, each of which brings the function that releases it.
template <class Struct>
class ArrowOwner {
 public:
  ArrowOwner() = default;
  ArrowOwner(const ArrowOwner&) = delete;
  ArrowOwner& operator=(const ArrowOwner&) = delete;
  ~ArrowOwner() { reset(); }

  /// Releases what is held; the place may then be filled.
  Struct* fill() {
    reset();
    return &held_;
  }
  bool empty() const { return held_.release == nullptr; }
  Struct* get() { return &held_; }
  const Struct* operator->() const { return &held_; }
  const Struct& operator*() const { return held_; }

 private:
  void reset() {
    if (held_.release != nullptr) held_.release(&held_);
    held_ = {};
  }
  Struct held_ = {};
};

/// A stream of record batches that was taken over from its producer: the producer's struct is left released.
class ArrowStream {
 public:
  /// Throws InputError when it was read before or is not a stream of records with named columns, SystemError
  /// when it cannot say what it holds.
  explicit ArrowStream(ArrowArrayStream& taken);

  const ArrowSchema& schema() const { return *schema_; }
  /// The place of a column. An empty name: that of column `otherwise`. Throws InputError.
  std::size_t column(const std::string& name, std::size_t otherwise) const;
  /// The next batch, valid until the next call; nullptr at the end. The batch itself is checked: as many
  /// columns as the schema says, each long enough. Throws SystemError when the producer fails.
  const ArrowArray* next();
  /// Rows of all batches before the one that `next` gave last.
  std::uint64_t rows_before() const { return rows_before_; }

 private:
  [[noreturn]] void fail(int code);

  ArrowOwner<ArrowArrayStream> stream_;
  ArrowOwner<ArrowSchema> schema_;
  ArrowOwner<ArrowArray> batch_;
  std::uint64_t rows_before_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace hopveil::io
