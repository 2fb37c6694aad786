// expect: NoisyTable
#include "cli/release_table.h"

void write(const hopveil::UserIds& ids, const hopveil::NoisyTable& seeded, hopveil::OutputFile& file) {
  hopveil::write_released_table(ids, {}, seeded, {}, file);
}
