// SPDX-License-Identifier: Apache-2.0
#pragma once

// The inferences that experiments can choose from. A release always takes the first.

#include <span>
#include <string>
#include <string_view>

#include "infer/inference.h"
#include "infer/parameters.h"

namespace hopveil::infer {

struct InferenceInfo {
  std::string_view name;
  std::string_view summary;
  Infer* infer;
};

std::span<const InferenceInfo> inferences();
/// "eli, plain"
std::string inference_names();
/// Throws InputError when there is none of that name.
const InferenceInfo& find_inference(std::string_view name);

/// An inference and its numbers.
struct InferenceChoice {
  const InferenceInfo* inference = &inferences().front();
  InferenceParameters parameters = {};

  /// "plain", "eli,imputation.replaced_share=0.3"; empty for what a release does.
  std::string text() const;
};

}  // namespace hopveil::infer
