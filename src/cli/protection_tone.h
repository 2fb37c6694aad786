// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "release/protection.h"
#include "report/document.h"

namespace hopveil::cli {

/// The colour in which pages show what an epsilon means: green only for what protects.
inline report::Tone tone_of_protection(release::Protection protection) {
  switch (protection) {
    case release::Protection::kProtects:
      return report::Tone::good;
    case release::Protection::kWeak:
      return report::Tone::partly;
    case release::Protection::kNone:
      return report::Tone::bad;
  }
  return report::Tone::neutral;
}

}  // namespace hopveil::cli
