// SPDX-License-Identifier: Apache-2.0
// expect: ExactCounts
#include <hopveil/count.h>

#include "release/released_table.h"

void write(const hopveil::UserIds& ids, const hopveil::ExactCounts& counts,
           const hopveil::io::TextSink& out) {
  hopveil::release::write_released_table(ids, {}, counts, {}, out);
}
