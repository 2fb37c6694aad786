// expect: ExactCounts
#include <hopveil/count.h>

#include "cli/release_table.h"

void write(const hopveil::UserIds& ids, const hopveil::ExactCounts& counts, hopveil::OutputFile& file) {
  hopveil::write_released_table(ids, {}, counts, {}, file);
}
