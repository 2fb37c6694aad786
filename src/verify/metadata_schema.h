#pragma once

#include <string_view>

namespace hopveil {

/// docs/formats/release-metadata.schema.json.
extern const std::string_view kMetadataSchema;

}  // namespace hopveil
