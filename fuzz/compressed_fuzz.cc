// SPDX-License-Identifier: Apache-2.0
// Any bytes, decompressed: text or an InputError.

#include <array>
#include <cstddef>
#include <cstdint>

#include <hopveil/errors.h>

#include "io/byte_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto source = hopveil::io::decompress(hopveil::io::open_memory(bytes));
    std::array<char, 1000> buffer;
    while (source.bytes->read(buffer) == buffer.size()) {
    }
  } catch (const hopveil::InputError&) {
    // refused
  }
  return 0;
}
