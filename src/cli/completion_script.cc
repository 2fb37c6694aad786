// SPDX-License-Identifier: Apache-2.0
#include "cli/completion_script.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hopveil::cli {
namespace {

/// In single quotes, for any of the shells.
std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string with_backslashes(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// "_hopveil_ledger_init"
std::string function_name(const CommandDescription& command) {
  std::string name = "_" + command.path;
  std::ranges::replace(name, ' ', '_');
  return name;
}

template <class Visit>
void for_each_command(const CommandDescription& command, const Visit& visit) {
  visit(command);
  for (const CommandDescription& sub : command.commands) for_each_command(sub, visit);
}

template <class Visit>
void for_each_option(const CommandDescription& command, const Visit& visit) {
  for (const OptionGroup& group : command.groups) {
    for (const OptionDescription& option : group.options) visit(option);
  }
}

std::vector<std::string> command_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const CommandDescription& sub : command.commands) names.push_back(sub.name);
  return names;
}

/// What bash's compgen is given for a value; empty when nothing can be offered.
std::string compgen_arguments(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::kFile:
      return "-f";
    case ValueKind::kFolder:
      return "-d";
    case ValueKind::kChoice:
      return "-W " + in_single_quotes(fmt::format("{}", fmt::join(option.choices, " ")));
    case ValueKind::kText:
      return "";
  }
  return "";
}

/// The cases of one command: values of options, then what can stand at this place.
std::string bash_cases(const CommandDescription& command) {
  std::string text;
  std::vector<std::string> options;
  for_each_option(command, [&](const OptionDescription& option) {
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      if (name.starts_with("--")) options.push_back(name);
      patterns.push_back(fmt::format("\"{}|{}\"", command.path, name));
    }
    if (option.value.empty()) return;
    text += fmt::format("    {}) _hopveil_offer {} ; return ;;\n", fmt::join(patterns, " | "),
                        compgen_arguments(option));
  });
  std::vector<std::string> words = command_names(command);
  std::string arguments;
  for (const OptionDescription& argument : command.arguments) {
    if (arguments.empty()) arguments = compgen_arguments(argument);
  }
  const std::string plain =
      words.empty() ? arguments : "-W " + in_single_quotes(fmt::format("{}", fmt::join(words, " ")));
  text += fmt::format(
      "    \"{0}|\"*) if [[ $cur == -* ]]; then _hopveil_offer -W {1}; else _hopveil_offer {2}; fi ;;\n",
      command.path, in_single_quotes(fmt::format("{}", fmt::join(options, " "))), plain);
  return text;
}

/// What zsh's _arguments offers for a value.
std::string zsh_action(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::kFile:
      return "_files";
    case ValueKind::kFolder:
      return "_files -/";
    case ValueKind::kChoice:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case ValueKind::kText:
      return " ";
  }
  return " ";
}

std::string zsh_option(const OptionDescription& option) {
  const std::string meaning = with_backslashes(option.text, "[]:\\");
  const std::string value =
      option.value.empty() ? ""
                           : fmt::format(":{}:{}", with_backslashes(option.value, ":"), zsh_action(option));
  std::string text;
  for (const std::string& name : option.names) {
    text += fmt::format(" \\\n    {}", in_single_quotes(fmt::format("{}[{}]{}", name, meaning, value)));
  }
  return text;
}

std::string zsh_function(const CommandDescription& command) {
  std::string text = fmt::format("{}() {{\n", function_name(command));
  if (command.commands.empty()) {
    text += "  _arguments -s";
    for_each_option(command, [&](const OptionDescription& option) { text += zsh_option(option); });
    for (const OptionDescription& argument : command.arguments) {
      text += fmt::format(" \\\n    {}",
                          in_single_quotes(fmt::format("{}:{}:{}", argument.repeats ? "*" : "",
                                                       argument.names.front(), zsh_action(argument))));
    }
    return text + "\n}\n";
  }
  text += "  local line state\n  local -a commands=(";
  for (const CommandDescription& sub : command.commands) {
    text += fmt::format("\n    {}", in_single_quotes(sub.name + ":" + with_backslashes(sub.summary, ":\\")));
  }
  text += "\n  )\n  _arguments -C";
  for_each_option(command, [&](const OptionDescription& option) { text += zsh_option(option); });
  text +=
      " \\\n    '1: :->command' '*:: :->rest'\n  case $state in\n"
      "    command) _describe command commands ;;\n    rest)\n      case $line[1] in\n";
  for (const CommandDescription& sub : command.commands) {
    text += fmt::format("        {}) {} ;;\n", sub.name, function_name(sub));
  }
  return text + "      esac ;;\n  esac\n}\n";
}

/// "__hopveil_at ledger init": the command that is being typed is this one.
std::string fish_condition(const CommandDescription& command) {
  const std::size_t blank = command.path.find(' ');
  return "__hopveil_at" + (blank == std::string::npos ? "" : command.path.substr(blank));
}

std::string fish_value(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::kFile:
      return " -r -F";
    case ValueKind::kFolder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::kChoice:
      return " -x -a " + in_single_quotes(fmt::format("{}", fmt::join(option.choices, " ")));
    case ValueKind::kText:
      return " -x";
  }
  return "";
}

std::string fish_lines(const CommandDescription& command) {
  const std::string begin =
      fmt::format("complete -c hopveil -n {}", in_single_quotes(fish_condition(command)));
  std::string text;
  for (const CommandDescription& sub : command.commands) {
    text += fmt::format("{} -f -a {} -d {}\n", begin, sub.name, in_single_quotes(sub.summary));
  }
  for (const OptionDescription& argument : command.arguments) {
    text += fmt::format("{}{}\n", begin,
                        argument.kind == ValueKind::kFile ? " -F" : " -f" + fish_value(argument).substr(3));
  }
  for_each_option(command, [&](const OptionDescription& option) {
    text += begin;
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += (option.value.empty() ? "" : fish_value(option)) + " -d " + in_single_quotes(option.text) + "\n";
  });
  return text;
}

}  // namespace

std::string bash_completion(const CommandDescription& program) {
  std::string cases;
  std::vector<std::string> paths;
  // The longest paths first: a pattern of a command also fits those below it.
  for_each_command(program, [&](const CommandDescription& command) {
    if (command.path != program.path) paths.push_back(in_single_quotes(command.path));
    cases = bash_cases(command) + cases;
  });
  return fmt::format(R"(# bash completion of hopveil, made by `hopveil completion bash`
_hopveil_offer() {{
  COMPREPLY=()
  [ $# -gt 0 ] || return 0
  local IFS=$'\n'
  if [ "$1" = -W ]; then
    local words=${{2// /$'\n'}}
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$1" -- "$cur"))
  fi
}}

_hopveil() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} path=hopveil word
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ]; then
    prev=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
    case "$path $word" in
      {}) path="$path $word" ;;
    esac
  done
  case "$path|$prev" in
{}  esac
}}

complete -F _hopveil hopveil
)",
                     fmt::join(paths, " | "), cases);
}

std::string zsh_completion(const CommandDescription& program) {
  std::string text = "#compdef hopveil\n# zsh completion of hopveil, made by `hopveil completion zsh`\n\n";
  for_each_command(program, [&](const CommandDescription& command) { text += zsh_function(command) + "\n"; });
  return text +
         "if [ \"$funcstack[1]\" = _hopveil ]; then\n  _hopveil \"$@\"\nelse\n  compdef _hopveil "
         "hopveil\nfi\n";
}

std::string fish_completion(const CommandDescription& program) {
  std::string groups;
  for_each_command(program, [&](const CommandDescription& command) {
    if (!command.commands.empty() && command.path != program.path) groups += " " + command.name;
  });
  std::string text = fmt::format(R"(# fish completion of hopveil, made by `hopveil completion fish`
function __hopveil_at
  set -l words (commandline -opc)[2..]
  set -l path
  for word in $words
    string match -q -- '-*' $word; and continue
    set -a path $word
    contains -- $word{}; or break
  end
  test "$path" = "$argv"
end

)",
                                 groups);
  for_each_command(program, [&](const CommandDescription& command) { text += fish_lines(command); });
  return text;
}

}  // namespace hopveil::cli
