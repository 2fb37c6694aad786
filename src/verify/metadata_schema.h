// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hopveil::verify {

/// docs/formats/release-metadata.schema.json.
extern const std::string_view kMetadataSchema;

}  // namespace hopveil::verify
