// expect: NoisyTable
#include "release/released_table.h"

void write(const hopveil::UserIds& ids, const hopveil::NoisyTable& seeded, const hopveil::TextSink& out) {
  hopveil::write_released_table(ids, {}, seeded, {}, out);
}
