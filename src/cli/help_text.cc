// SPDX-License-Identifier: Apache-2.0
#include "cli/help_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/harmless_text.h"
#include "cli/wrapped_text.h"

namespace hopveil::cli {
namespace {

constexpr std::size_t kWidestTerm = 24;
constexpr std::size_t kIndent = 2;

/// A term and its explanation, side by side; an explanation starts on a line of its own where the term is too
/// long.
using Entry = std::pair<std::string, std::string>;

std::string entries_text(const std::vector<Entry>& entries, std::size_t width) {
  std::size_t term_width = 0;
  for (const Entry& entry : entries) {
    if (count_characters(entry.first) <= kWidestTerm)
      term_width = std::max(term_width, count_characters(entry.first));
  }
  const std::size_t column = kIndent + term_width + 2;
  std::string text;
  for (const auto& [term, meaning] : entries) {
    text.append(kIndent, ' ').append(term);
    const std::size_t used = kIndent + count_characters(term);
    text += used + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - used, ' ');
    text += wrapped(meaning, width, column, column) + "\n";
  }
  return text;
}

std::string meaning_of(const OptionDescription& option) {
  std::string text = option.text;
  if (option.required && option.names.front().starts_with("-")) text += " (required)";
  if (!option.default_value.empty()) text += fmt::format(" (default: {})", option.default_value);
  return text;
}

std::string section(const std::string& heading, const std::vector<OptionDescription>& options,
                    std::size_t width) {
  if (options.empty()) return "";
  std::vector<Entry> entries;
  for (const OptionDescription& option : options)
    entries.emplace_back(option.names_and_value(), meaning_of(option));
  return fmt::format("\n{}:\n{}", heading, entries_text(entries, width));
}

std::string commands_section(const CommandDescription& command, std::size_t width) {
  if (command.commands.empty()) return "";
  std::vector<Entry> entries;
  for (const CommandDescription& sub : command.commands) entries.emplace_back(sub.name, sub.summary);
  return "\nCommands:\n" + entries_text(entries, width);
}

/// A command in as many lines as it needs, each but the last ending in a backslash.
std::string shell_lines(const std::string& command, std::size_t width) {
  constexpr std::size_t kFurtherIndent = 6;
  std::string lines = wrapped(command, width - 2, kFurtherIndent, kIndent);
  for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + 3)) {
    lines.insert(end, " \\");
  }
  return lines;
}

std::string examples_section(const CommandDescription& command, std::size_t width) {
  if (command.examples.empty()) return "";
  std::string text = "\nExamples:\n";
  for (const Example& example : command.examples) {
    text += fmt::format("  # {}\n  {}\n", wrapped(example.meaning, width, kIndent, 2 + kIndent),
                        shell_lines(example.command, width));
  }
  return text;
}

}  // namespace

std::string help_text(const CommandDescription& command, std::size_t width) {
  std::string text = wrapped(command.summary, width) + "\n\nUsage: " +
                     wrapped(command.usage(), width, std::string_view("Usage: ").size(),
                             std::string_view("Usage: ").size()) +
                     "\n";
  text += commands_section(command, width);
  text += section("Arguments", command.arguments, width);
  for (const OptionGroup& group : command.groups) text += section(group.name, group.options, width);
  return text + examples_section(command, width);
}

}  // namespace hopveil::cli
