# SPDX-License-Identifier: Apache-2.0
# The schema that metadata is verified against is the documented one, embedded into the program.
set(schema_file "${PROJECT_SOURCE_DIR}/docs/formats/release-metadata.schema.json")
set(schema_source "${HOPVEIL_GENERATED}/verify/metadata_schema.cc")
file(MAKE_DIRECTORY "${HOPVEIL_GENERATED}/verify")
add_custom_command(
  OUTPUT "${schema_source}"
  COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${schema_source}" -D "HEADER=verify/metadata_schema.h"
    -D "FILES=kMetadataSchema=${schema_file}" -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
  DEPENDS "${schema_file}" "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
  COMMENT "Embedding the schema of a release's metadata"
  VERBATIM)
target_sources(hopveil_verify PRIVATE "${schema_source}")
