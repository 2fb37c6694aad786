// SPDX-License-Identifier: Apache-2.0
// expect: NoisyTable
#include "release/released_table.h"

void write(const hopveil::UserIds& ids, const hopveil::mechanism::NoisyTable& seeded,
           const hopveil::io::TextSink& out) {
  hopveil::release::write_released_table(ids, {}, seeded, {}, out);
}
