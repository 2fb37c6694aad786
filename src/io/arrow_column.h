// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/arrow_abi.h"

namespace hopveil::io {

/// Some rows' ids, in one of two forms.
struct ArrowIds {
  std::vector<std::uint64_t> numbers;   ///< negative ones as two's complement, when the column is signed
  std::vector<std::string_view> texts;  ///< on the batch's memory
};

/// A column of ids: integers of 8 to 64 bits, signed or not, decimals of 128 bits without a fraction that fit
/// 64 bits with a sign (what databases give of numbers without a width), or strings (utf8, large_utf8,
/// utf8_view); each may be dictionary-encoded. What its type is, the schema says once; batches come and go.
class ArrowColumn {
 public:
  /// `place`: of the column in the schema. Throws InputError for other types.
  ArrowColumn(const ArrowSchema& schema, std::size_t place);

  bool is_integer() const { return type_ == Type::kInteger; }
  /// Whether numbers have a sign.
  bool is_signed() const { return value_.is_signed; }
  const std::string& name() const { return name_; }

  /// From here on reads this batch; its first row is row `rows_before` + 1 of the stream. Throws InputError,
  /// with the row, when one is null, or when the column lacks a buffer.
  void enter(const ArrowArray& batch, std::uint64_t rows_before);
  /// The rows [begin, end) of the batch. Throws InputError when a string lies outside of its buffer, or a
  /// decimal does not fit.
  void read(std::size_t begin, std::size_t end, ArrowIds& out) const;

 private:
  enum class Type { kInteger, kText, kLargeText, kTextView };
  struct Integer {
    unsigned bytes = 0;  // 16: a decimal
    bool is_signed = false;
  };
  struct Values {
    const ArrowArray* array = nullptr;
    std::size_t begin = 0;  // of the first row, in elements of the buffers
    std::size_t size = 0;
  };

  void set_type(const ArrowSchema& schema);
  Values checked(const ArrowArray& array, std::size_t begin, std::size_t size, bool integers) const;
  void refuse_nulls(const Values& values) const;
  void read_numbers(const Values& values, Integer type, std::size_t begin, std::size_t end,
                    std::vector<std::uint64_t>& out) const;
  void read_decimals(const void* buffer, std::size_t first, std::vector<std::uint64_t>& out) const;
  std::string_view text(std::size_t element) const;
  template <class Offset>
  std::string_view plain_text(std::size_t element) const;
  std::string_view viewed_text(std::size_t element) const;
  std::string_view viewed_elsewhere(std::uint32_t size, std::int32_t buffer, std::int32_t offset) const;

  std::size_t place_;
  std::string name_;
  Type type_ = Type::kInteger;
  Integer value_;
  bool is_dictionary_ = false;
  Integer index_;  // into the dictionary
  Values rows_;    // of the column; indices when it has a dictionary
  Values words_;   // of the dictionary, or the same as rows_
  std::uint64_t rows_before_ = 0;
};

}  // namespace hopveil::io
