#include "cli/folders.h"

#include <filesystem>

#include <hopveil/errors.h>

namespace hopveil {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw SystemError("make the folder", folder, error.message());
}

}  // namespace hopveil
