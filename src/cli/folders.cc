// SPDX-License-Identifier: Apache-2.0
#include "cli/folders.h"

#include <filesystem>

#include <hopveil/errors.h>

#include "base/output_file.h"
#include "evaluate/journal.h"

namespace hopveil::cli {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw SystemError("make the folder", folder, error.message());
}

void make_empty_folder(const std::string& folder) {
  make_folder(folder);
  if (!std::filesystem::is_empty(folder))
    throw InputError("the folder is not empty", "give an empty folder or a new one").in_file(folder);
}

void make_results_folder(const std::string& folder, bool resume) {
  make_folder(folder);
  bool empty = true;
  bool has_journal = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    empty = false;
    has_journal |= evaluation::is_journal_name(entry.path().filename().string());
  }
  if (empty || (resume && has_journal)) return;
  if (resume) {
    throw InputError("the folder holds other files and no results to resume",
                     "give an empty folder or a new one")
        .in_file(folder);
  }
  throw InputError("the folder is not empty",
                   "give an empty folder or a new one; --resume goes on with results in it")
      .in_file(folder);
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace hopveil::cli
