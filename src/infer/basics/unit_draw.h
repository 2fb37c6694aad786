#pragma once

#include "base/seeded_rng.h"

namespace hopveil {

/// Uniform on [0, 1).
inline double unit_draw(SeededRng& rng) {
  return static_cast<double>(rng() >> 11) * 0x1p-53;
}

}  // namespace hopveil
