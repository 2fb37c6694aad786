// SPDX-License-Identifier: Apache-2.0
// In place of download.cc and zip.cc in a build with HOPVEIL_FETCH=OFF.

#include <hopveil/errors.h>

#include "fetch/download.h"

namespace hopveil::fetch {

std::string download(const DownloadOptions& options) {
  throw SystemError("download", options.url, "this hopveil is built without downloads (HOPVEIL_FETCH=OFF)",
                    "Get the file by other means and put it into the data folder.");
}

std::string extract_from_zip(const std::string& /*archive*/, const std::string& name,
                             std::uint64_t /*bytes*/) {
  throw SystemError("unpack", name, "this hopveil is built without zip archives (HOPVEIL_FETCH=OFF)");
}

}  // namespace hopveil::fetch
