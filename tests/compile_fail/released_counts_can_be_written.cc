// The control: this must compile, so that the others fail for their own reason.
#include "release/released_table.h"

void write(const hopveil::UserIds& ids, const hopveil::ReleasedCounts& counts, const hopveil::TextSink& out) {
  hopveil::write_released_table(ids, {}, counts, {}, out);
}
