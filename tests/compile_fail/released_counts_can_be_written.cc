// SPDX-License-Identifier: Apache-2.0
// The control: this must compile, so that the others fail for their own reason.
#include "release/released_table.h"

void write(const hopveil::UserIds& ids, const hopveil::release::ReleasedCounts& counts,
           const hopveil::io::TextSink& out) {
  hopveil::release::write_released_table(ids, {}, counts, {}, out);
}
