// SPDX-License-Identifier: Apache-2.0
#include "infer/registry.h"

#include <array>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "infer/infer_counts.h"
#include "infer/plain_inference.h"

namespace hopveil::infer {

std::span<const InferenceInfo> inferences() {
  static constexpr std::array kInferences{
      InferenceInfo{"eli", "what a release does: imputed networks, designs by cross-validation, forests",
                    &infer_with_eli},
      InferenceInfo{"plain", "the obvious one: two noisy counts each, and the median of users with like ones",
                    &infer_plainly}};
  return kInferences;
}

std::string inference_names() {
  std::string names;
  for (const InferenceInfo& info : inferences()) names.append(names.empty() ? "" : ", ").append(info.name);
  return names;
}

const InferenceInfo& find_inference(std::string_view name) {
  for (const InferenceInfo& info : inferences()) {
    if (info.name == name) return info;
  }
  throw InputError(fmt::format("there is no inference \"{}\"", name), "there are " + inference_names());
}

std::string InferenceChoice::text() const {
  const std::string changed = changed_parameters(parameters);
  const bool is_default = inference == &inferences().front();
  if (is_default && changed.empty()) return "";
  return changed.empty() ? std::string(inference->name) : fmt::format("{},{}", inference->name, changed);
}

}  // namespace hopveil::infer
