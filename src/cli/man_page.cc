// SPDX-License-Identifier: Apache-2.0
#include "cli/man_page.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/version.h"

namespace hopveil::cli {
namespace {

constexpr const char* kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone\n.TP\n1\nan audit found a violation, or a check failed\n.TP\n2\nthe input or the command "
    "line "
    "is wrong\n.TP\n3\na budget was refused\n.TP\n4\nthe system failed\n.TP\n70\na bug of ours\n";

constexpr const char* kEnvironment =
    ".SH ENVIRONMENT\n"
    ".TP\n.B HOPVEIL_DATA\nthe folder with the data sets of the paper\n"
    ".TP\n.B XDG_DATA_HOME\nwithout HOPVEIL_DATA, they are kept in its folder hopveil (default: "
    "~/.local/share)\n"
    ".TP\n.B NO_COLOR\nwhen set, no colours and no bold text\n"
    ".TP\n.B COLUMNS\nthe width of help texts, instead of the terminal's\n";

/// Plain text as roff shows it: no character is taken as a command.
std::string escaped(std::string_view text) {
  std::string roff;
  for (const char c : text) {
    switch (c) {
      case '\\':
        roff += "\\e";
        break;
      case '-':
        roff += "\\-";
        break;
      case '\'':
        roff += "\\(aq";
        break;
      case '`':
        roff += "\\(ga";
        break;
      default:
        roff += c;
    }
  }
  return roff.starts_with('.') ? "\\&" + roff : roff;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// "hopveil-ledger": the page's name.
std::string page_name(const CommandDescription& command) {
  std::string name = command.path;
  std::ranges::replace(name, ' ', '-');
  return name;
}

/// The summary without what repeats the program's name.
std::string short_summary(const CommandDescription& command) {
  constexpr std::string_view kProgram = "hopveil: ";
  return command.summary.starts_with(kProgram) ? command.summary.substr(kProgram.size()) : command.summary;
}

std::string option_entry(const OptionDescription& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", escaped(name));
  }
  const bool is_argument = !option.names.front().starts_with("-");
  if (!option.value.empty() && !is_argument) names += fmt::format(" \\fI{}\\fR", escaped(option.value));
  std::string text = option.text;
  if (option.required && !is_argument) text += " (required)";
  if (!option.default_value.empty()) text += fmt::format(" (default: {})", option.default_value);
  return fmt::format(".TP\n{}\n{}\n", names, escaped(text));
}

std::string options_text(const CommandDescription& command, std::string_view heading_macro) {
  std::string text;
  if (!command.arguments.empty()) {
    text += fmt::format("{} ARGUMENTS\n", heading_macro);
    for (const OptionDescription& argument : command.arguments) text += option_entry(argument);
  }
  for (const OptionGroup& group : command.groups) {
    text += fmt::format("{} \"{}\"\n", heading_macro, escaped(upper(group.name)));
    for (const OptionDescription& option : group.options) text += option_entry(option);
  }
  return text;
}

std::string examples_text(const CommandDescription& command, std::string_view heading_macro) {
  if (command.examples.empty()) return "";
  std::string text = fmt::format("{} EXAMPLES\n", heading_macro);
  for (const Example& example : command.examples) {
    text +=
        fmt::format(".TP\n{}\n.nf\n\\fB{}\\fR\n.fi\n", escaped(example.meaning), escaped(example.command));
  }
  return text;
}

/// The commands below: of the program a list that leads to their pages, else all there is to say about them.
std::string commands_text(const CommandDescription& command, bool is_program) {
  if (command.commands.empty()) return "";
  std::string text = ".SH COMMANDS\n";
  for (const CommandDescription& sub : command.commands) {
    if (is_program) {
      text += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", escaped(page_name(sub)), escaped(sub.summary));
    } else {
      text += fmt::format(".SS \"{}\"\n{}\n.PP\n\\fB{}\\fR\n{}{}", escaped(sub.path), escaped(sub.summary),
                          escaped(sub.usage()), options_text(sub, ".PP\n.B"), examples_text(sub, ".PP\n.B"));
    }
  }
  return text;
}

ManPage page_of(const CommandDescription& command, const CommandDescription& program) {
  const bool is_program = command.path == program.path;
  std::string text = fmt::format(
      ".\\\" made by `hopveil man` from the program's own options\n.TH {} 1 \"\" \"hopveil {}\" \"User "
      "Commands\"\n",
      escaped(upper(page_name(command))), kVersion);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(page_name(command)), escaped(short_summary(command)));
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR\n", escaped(command.usage()));
  text += commands_text(command, is_program) + options_text(command, ".SH") + examples_text(command, ".SH");
  text += kExitStatus;
  if (is_program) text += kEnvironment;
  text += ".SH SEE ALSO\n";
  if (!is_program) {
    text += ".BR hopveil (1)\n";
  } else {
    for (const CommandDescription& sub : program.commands) {
      text +=
          fmt::format(".BR {} (1){}\n", escaped(page_name(sub)), &sub == &program.commands.back() ? "" : ",");
    }
  }
  return {page_name(command) + ".1", std::move(text)};
}

}  // namespace

std::vector<ManPage> man_pages(const CommandDescription& program) {
  std::vector<ManPage> pages = {page_of(program, program)};
  for (const CommandDescription& command : program.commands) pages.push_back(page_of(command, program));
  return pages;
}

}  // namespace hopveil::cli
