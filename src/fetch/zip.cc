// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <fmt/format.h>
#include <zip.h>

#include <hopveil/errors.h>

#include "fetch/download.h"

namespace hopveil::fetch {
namespace {

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Entry = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

constexpr const char* kDownloadAgain = "download it again, or take another copy";

Archive open_archive(const std::string& content) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(content.data(), content.size(), 0, &error);
  zip_t* archive =
      source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  if (archive == nullptr) {
    if (source != nullptr) zip_source_free(source);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw InputError("this is not a zip archive (" + reason + ")", kDownloadAgain);
  }
  zip_error_fini(&error);
  return Archive(archive, &zip_discard);
}

}  // namespace

std::string extract_from_zip(const std::string& content, const std::string& name, std::uint64_t bytes) {
  const Archive archive = open_archive(content);
  zip_stat_t facts;
  const zip_int64_t place = zip_name_locate(archive.get(), name.c_str(), ZIP_FL_NODIR);
  if (place < 0 || zip_stat_index(archive.get(), static_cast<zip_uint64_t>(place), 0, &facts) != 0 ||
      (facts.valid & ZIP_STAT_SIZE) == 0) {
    throw InputError("the archive holds no file " + name, kDownloadAgain);
  }
  const auto check_size = [&](std::uint64_t size, bool is_end) {
    if (size == bytes || (size < bytes && !is_end)) return;
    throw InputError(
        fmt::format("the file {} in the archive does not have the {} bytes of the original", name, bytes),
        kDownloadAgain);
  };
  check_size(facts.size, true);
  const Entry entry(zip_fopen_index(archive.get(), static_cast<zip_uint64_t>(place), 0), &zip_fclose);
  std::string extracted;
  char block[1 << 14];
  for (;;) {
    const zip_int64_t got = entry ? zip_fread(entry.get(), block, sizeof block) : -1;
    if (got < 0) throw InputError("the file " + name + " in the archive is broken", kDownloadAgain);
    check_size(extracted.size() + static_cast<std::uint64_t>(got), got == 0);
    if (got == 0) return extracted;
    extracted.append(block, static_cast<std::size_t>(got));
  }
}

}  // namespace hopveil::fetch
