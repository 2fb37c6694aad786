// SPDX-License-Identifier: Apache-2.0
#include "io/arrow_column.h"

#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "io/id_text.h"

namespace hopveil::io {
namespace {

/// "d:38,0": a decimal of 128 bits without a fraction.
bool is_whole_decimal(std::string_view format) {
  if (!format.starts_with("d:")) return false;
  const std::size_t comma = format.find(',');
  return comma != std::string_view::npos &&
         (format.substr(comma) == ",0" || format.substr(comma) == ",0,128");
}

/// The types that the format's letters c C s S i I l L name.
std::optional<std::pair<unsigned, bool>> integer_type(std::string_view format) {
  constexpr std::string_view kLetters = "cCsSiIlL";
  const std::size_t place = format.size() == 1 ? kLetters.find(format[0]) : std::string_view::npos;
  if (place == std::string_view::npos) return std::nullopt;
  return std::pair(1U << (place / 2), place % 2 == 0);
}

const char* hint_for(std::string_view format) {
  if (format == "g" || format == "f" || format == "e")
    return "Numbers with a fraction are no ids; cast to a whole number (pandas makes them of a column with "
           "missing values).";
  if (format.starts_with("d:")) return "Cast decimals to whole numbers of 64 bits, or to texts.";
  if (format == "z" || format == "Z" || format == "vz" || format.starts_with("w:"))
    return "Cast bytes to a text.";
  return "Cast the column.";
}

template <class T>
void widen(const void* buffer, std::size_t begin, std::size_t size, std::uint64_t* out) {
  const auto* values = static_cast<const T*>(buffer) + begin;
  for (std::size_t i = 0; i < size; ++i)
    out[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(values[i]));
}

template <class T>
T load(const void* buffer, std::size_t byte) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + byte, sizeof(T));
  return value;
}

InputError outside(const std::string& column) {
  return InputError(fmt::format("column {} has a text outside of its memory", shown(column)),
                    "the producer of the Arrow stream is at fault");
}

constexpr unsigned kDecimalBytes = 16;
constexpr std::size_t kViewSize = 16;      // bytes of an entry of utf8_view
constexpr std::uint32_t kInlineText = 12;  // shorter texts stand in the entry itself

}  // namespace

ArrowColumn::ArrowColumn(const ArrowSchema& schema, std::size_t place) : place_(place) {
  const ArrowSchema& column = *schema.children[place];
  name_ = column.name == nullptr ? "" : column.name;
  if (column.dictionary == nullptr) {
    set_type(column);
    return;
  }
  const auto index = integer_type(column.format);
  if (!index || column.dictionary->format == nullptr)
    throw InputError(fmt::format("column {} has a dictionary that Arrow does not know", shown(name_)));
  is_dictionary_ = true;
  index_ = {index->first, index->second};
  set_type(*column.dictionary);
}

void ArrowColumn::set_type(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (const auto integer = integer_type(format)) {
    value_ = {integer->first, integer->second};
    type_ = Type::kInteger;
  } else if (is_whole_decimal(format)) {
    value_ = {.bytes = kDecimalBytes, .is_signed = true};
    type_ = Type::kInteger;
  } else if (format == "u") {
    type_ = Type::kText;
  } else if (format == "U") {
    type_ = Type::kLargeText;
  } else if (format == "vu") {
    type_ = Type::kTextView;
  } else {
    throw InputError(fmt::format("column {} has Arrow's type {}", shown(name_), shown(format)),
                     "ids are integers or strings", hint_for(format));
  }
}

/// The part of an array, with its buffers there.
ArrowColumn::Values ArrowColumn::checked(const ArrowArray& array, std::size_t begin, std::size_t size,
                                         bool integers) const {
  const std::int64_t needed = integers ? 2 : 3;
  bool is_whole = array.buffers != nullptr && array.n_buffers >= needed;
  if (size > 0 && is_whole) is_whole = array.buffers[1] != nullptr;
  if (!is_whole) {
    throw InputError(fmt::format("column {} comes without its values", shown(name_)),
                     "the producer of the Arrow stream is at fault");
  }
  return {&array, begin, size};
}

void ArrowColumn::refuse_nulls(const Values& values) const {
  if (values.array->null_count == 0 || values.array->buffers[0] == nullptr) return;
  const auto* valid = static_cast<const std::uint8_t*>(values.array->buffers[0]);
  for (std::size_t i = 0; i < values.size; ++i) {
    const std::size_t element = values.begin + i;
    if ((valid[element / 8] >> (element % 8) & 1) != 0) continue;
    throw InputError(fmt::format("row {}: column {} is null", rows_before_ + i + 1, shown(name_)),
                     "every connection has two ends; leave such rows out (WHERE .. IS NOT NULL)");
  }
}

void ArrowColumn::enter(const ArrowArray& batch, std::uint64_t rows_before) {
  rows_before_ = rows_before;
  const ArrowArray& column = *batch.children[place_];
  const auto begin = static_cast<std::size_t>(column.offset) + static_cast<std::size_t>(batch.offset);
  const auto size = static_cast<std::size_t>(batch.length);
  const bool is_view_or_text = !is_integer();
  rows_ = checked(column, begin, size, is_dictionary_ || !is_view_or_text);
  refuse_nulls(rows_);
  words_ = rows_;
  if (!is_dictionary_) return;
  const ArrowArray* words = column.dictionary;
  if (words == nullptr || words->length < 0 || words->offset < 0)
    throw InputError(fmt::format("column {} comes without its dictionary", shown(name_)));
  words_ = checked(*words, static_cast<std::size_t>(words->offset), static_cast<std::size_t>(words->length),
                   is_integer());
}

void ArrowColumn::read_numbers(const Values& values, Integer type, std::size_t begin, std::size_t end,
                               std::vector<std::uint64_t>& out) const {
  out.resize(end - begin);
  if (begin == end) return;
  const void* buffer = values.array->buffers[1];
  const std::size_t first = values.begin + begin;
  const auto put = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
    type.is_signed ? widen<Signed>(buffer, first, end - begin, out.data())
                   : widen<Unsigned>(buffer, first, end - begin, out.data());
  };
  switch (type.bytes) {
    case 1:
      return put(std::int8_t{}, std::uint8_t{});
    case 2:
      return put(std::int16_t{}, std::uint16_t{});
    case 4:
      return put(std::int32_t{}, std::uint32_t{});
    case kDecimalBytes:
      return read_decimals(buffer, first, out);
    default:
      return put(std::int64_t{}, std::uint64_t{});
  }
}

void ArrowColumn::read_decimals(const void* buffer, std::size_t first,
                                std::vector<std::uint64_t>& out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto low = load<std::int64_t>(buffer, (first + i) * kDecimalBytes);
    const auto high = load<std::int64_t>(buffer, (first + i) * kDecimalBytes + 8);
    if (high != (low < 0 ? -1 : 0)) {
      throw InputError(fmt::format("column {} has a decimal of more than 64 bits", shown(name_)),
                       "cast the column to texts");
    }
    out[i] = static_cast<std::uint64_t>(low);
  }
}

template <class Offset>
std::string_view ArrowColumn::plain_text(std::size_t element) const {
  const auto* offsets = static_cast<const Offset*>(words_.array->buffers[1]);
  const Offset begin = offsets[element];
  const Offset end = offsets[element + 1];
  const Offset last = offsets[words_.begin + words_.size];
  if (begin < 0 || end < begin || last < end) throw outside(name_);
  if (begin == end) return {};
  const auto* bytes = static_cast<const char*>(words_.array->buffers[2]);
  if (bytes == nullptr) throw outside(name_);
  return {bytes + begin, static_cast<std::size_t>(end - begin)};
}

std::string_view ArrowColumn::viewed_text(std::size_t element) const {
  const void* entry = static_cast<const char*>(words_.array->buffers[1]) + element * kViewSize;
  const auto size = load<std::uint32_t>(entry, 0);
  if (size <= kInlineText) return {static_cast<const char*>(entry) + 4, size};
  return viewed_elsewhere(size, load<std::int32_t>(entry, 8), load<std::int32_t>(entry, 12));
}

/// The buffers of a view: validity, entries, any number of texts, and last the sizes of those.
std::string_view ArrowColumn::viewed_elsewhere(std::uint32_t size, std::int32_t buffer,
                                               std::int32_t offset) const {
  const ArrowArray& array = *words_.array;
  const std::int64_t num_texts = array.n_buffers - 3;
  const auto* sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
  if (buffer < 0 || buffer >= num_texts || offset < 0 || sizes == nullptr ||
      sizes[buffer] - offset < std::int64_t{size} || array.buffers[2 + buffer] == nullptr)
    throw outside(name_);
  return {static_cast<const char*>(array.buffers[2 + buffer]) + offset, size};
}

std::string_view ArrowColumn::text(std::size_t element) const {
  switch (type_) {
    case Type::kText:
      return plain_text<std::int32_t>(element);
    case Type::kLargeText:
      return plain_text<std::int64_t>(element);
    default:
      return viewed_text(element);
  }
}

void ArrowColumn::read(std::size_t begin, std::size_t end, ArrowIds& out) const {
  if (!is_dictionary_) {
    if (is_integer()) return read_numbers(rows_, value_, begin, end, out.numbers);
    out.texts.resize(end - begin);
    for (std::size_t i = begin; i < end; ++i) out.texts[i - begin] = text(rows_.begin + i);
    return;
  }
  std::vector<std::uint64_t> indices;
  read_numbers(rows_, index_, begin, end, indices);
  out.numbers.resize(is_integer() ? indices.size() : 0);
  out.texts.resize(is_integer() ? 0 : indices.size());
  const auto* valid =
      words_.array->null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(words_.array->buffers[0]);
  std::vector<std::uint64_t> number;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= words_.size) throw outside(name_);
    const std::size_t element = words_.begin + indices[i];
    if (valid != nullptr && (valid[element / 8] >> (element % 8) & 1) == 0) {
      throw InputError(fmt::format("row {}: column {} is null", rows_before_ + begin + i + 1, shown(name_)),
                       "every connection has two ends");
    }
    if (is_integer()) {
      read_numbers(words_, value_, indices[i], indices[i] + 1, number);
      out.numbers[i] = number[0];
    } else {
      out.texts[i] = text(element);
    }
  }
}

}  // namespace hopveil::io
