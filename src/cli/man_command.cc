// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "cli/command.h"
#include "cli/folders.h"
#include "cli/man_page.h"

namespace hopveil::cli {
namespace {

struct ManOptions {
  std::string command;
  std::string folder;
};

void run_man(const CLI::App& app, const ManOptions& options) {
  const std::vector<ManPage> pages = man_pages(describe_command(app));
  if (!options.folder.empty()) {
    make_folder(options.folder);
    for (const ManPage& page : pages) write_text_file(options.folder + "/" + page.file, page.text);
    return;
  }
  const std::string file = options.command.empty() ? "hopveil.1" : "hopveil-" + options.command + ".1";
  for (const ManPage& page : pages) {
    if (page.file != file) continue;
    fmt::print("{}", page.text);
    return;
  }
  throw InputError(fmt::format("there is no command \"{}\"", options.command), "`hopveil help` lists them");
}

}  // namespace

void add_man_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<ManOptions>();
  CLI::App* command = app.add_subcommand("man", "Print a manual page, or write all of them");
  command->group("");  // for packages; people have --help
  command->add_option("COMMAND", options->command, "whose page; without it, the program's");
  command->add_option("-o,--output", options->folder, "write every page into this folder");
  command->callback([options, &app] { run_man(app, *options); });
}

}  // namespace hopveil::cli
