#include "base/version.h"

#include <hopveil/version.h>

namespace hopveil {

const char* version() {
  return kVersion;
}

}  // namespace hopveil
