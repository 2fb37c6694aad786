// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/sha256.h"
#include "cli/command.h"
#include "cli/fetch_data.h"
#include "cli/folders.h"
#include "cli/paper_files.h"
#include "cli/progress_bar.h"
#include "evaluate/paper.h"
#include "fetch/download.h"

namespace hopveil::cli {
namespace {

/// The largest of them has a megabyte.
constexpr std::uint64_t kLargestDownload = 100'000'000;

/// The last part of an address.
std::string name_at(std::string_view url) {
  return std::string(url.substr(url.rfind('/') + 1));
}

std::string sha256_of(std::string_view content) {
  Sha256 hash;
  hash.update(content);
  return hash.hex();
}

std::string fetch_content(const evaluation::PaperDataSet& data, const FetchOptions& options,
                          const std::string& url) {
  ProgressBar bar(std::string(data.title), options.quiet);
  std::string content = fetch::download({url, kLargestDownload, bar.callback()});
  if (url.ends_with(".zip")) content = fetch::extract_from_zip(content, std::string(data.file), data.bytes);
  return content;
}

}  // namespace

void fetch_data_set(const evaluation::PaperDataSet& data, const FetchOptions& options) {
  const std::string path = options.folder + "/" + std::string(data.file);
  if (std::filesystem::exists(path) && file_sha256(path) == data.sha256) {
    if (!options.quiet) fmt::print("{} is there already, and its checksum is right\n", path);
    return;
  }
  std::string url(data.url);
  if (!options.from.empty()) {
    url = options.from;
    if (url.ends_with("/")) url += name_at(data.url);
  }
  make_folder(options.folder);
  try {
    const std::string content = fetch_content(data, options, url);
    if (const std::string found = sha256_of(content); found != data.sha256) {
      throw InputError(
          fmt::format("what came is not the {} that the experiments are made for: its SHA-256 is {}",
                      data.title, found),
          fmt::format("{} is expected; nothing was written", data.sha256));
    }
    write_text_file(path, content);
    if (!options.quiet) fmt::print("{}: {} bytes, checksum verified\n", path, content.size());
  } catch (InputError& error) {
    error.in_file(url);
    throw;
  }
}

void add_fetch_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<FetchOptions>();
  const auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("fetch", "Download a data set of the paper, checksum verified");
  std::string names;
  for (const evaluation::PaperDataSet& data : evaluation::paper_data_sets()) {
    names.append(names.empty() ? "" : ", ").append(data.name);
  }
  command->add_option("NAME", *name, names)->required();
  command->add_option("--data", options->folder,
                      "folder to put it into (default: HOPVEIL_DATA, or hopveil in XDG_DATA_HOME)");
  command->add_option("--from", options->from,
                      "another address of the file; one that ends in / gets the publisher's file name");
  command->add_flag("--quiet", options->quiet, "no notes and no progress bar");
  command->callback([options, name] {
    options->folder = data_folder(options->folder);
    fetch_data_set(evaluation::find_data_set(*name), *options);
  });
}

}  // namespace hopveil::cli
