#include "cli/folders.h"

#include <filesystem>

#include <hopveil/errors.h>

#include "base/output_file.h"

namespace hopveil {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw SystemError("make the folder", folder, error.message());
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace hopveil
