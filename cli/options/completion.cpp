#include "cli/options/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <vector>

#include "cli/options/help.h"
#include "cli/options/registry.h"

namespace launchproof::cli {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// Returns the words from which an option's value is chosen, "none|arguments|all"; nothing if the value is
// arbitrary.
std::vector<std::string> choices(const OptionSpec& option) {
  std::vector<std::string> words = split(option.value, '|');
  const auto is_word = [](const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    });
  };
  if (words.size() < 2 || !std::ranges::all_of(words, is_word)) return {};
  return words;
}

// Returns all names of the options of these commands, separated by blanks.
std::string names_of(std::uint32_t commands) {
  std::string names = "--help";
  for (const OptionSpec& option : option_specs()) {
    if ((option.commands & commands) == 0) continue;
    for (const std::string& name : option.each_name()) names += " " + name;
  }
  return names;
}

// The words of commands, each once, in their order: the first words, and the second words by first word.
struct CommandWords {
  std::vector<std::string> first;
  std::map<std::string, std::vector<std::string>> second;
};

CommandWords command_words() {
  CommandWords result;
  for (const CommandSpec& command : command_specs()) {
    const std::vector<std::string> words = split(command.words, ' ');
    if (std::ranges::find(result.first, words[0]) == result.first.end()) result.first.push_back(words[0]);
    if (words.size() > 1) result.second[words[0]].push_back(words[1]);
  }
  return result;
}

// Returns a description of the first word of commands. If it begins several commands, describes all of them
// together.
std::string summary_of_word(const std::string& word) {
  for (const CommandSpec& command : command_specs())
    if (command.words == word) return in_short(command.summary);
  return std::string(summary_of_group(word));
}

// Puts a text in single quotes; `close` is the shell's notation for a quote within them.
std::string quoted(const std::string& text, std::string_view close) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += close;
    else
      out += c;
  }
  return out + "'";
}

std::string zsh_quoted(const std::string& text) {
  return quoted(text, "'\\''");
}

// Returns "NAME:MEANING" for _describe, with colons in the name escaped.
std::string described(const std::string& name, const std::string& meaning) {
  return zsh_quoted(name + ":" + meaning);
}

}  // namespace

std::string bash_completion() {
  const CommandWords words = command_words();
  std::string cases, values, groups;
  for (const CommandSpec& command : command_specs())
    cases += fmt::format("    \"{}\") options=\"{}\" ;;\n", command.words, names_of(command.command));
  for (const OptionSpec& option : option_specs()) {
    const std::vector<std::string> of = choices(option);
    if (of.empty()) continue;
    values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                          fmt::join(option.each_name(), "|"), fmt::join(of, " "));
  }
  const std::vector<std::string>& first = words.first;
  for (const auto& [word, second] : words.second) {
    groups += fmt::format(
        "    {0})\n"
        "      if ((COMP_CWORD == 2)); then\n"
        "        COMPREPLY=($(compgen -W \"{1}\" -- \"$word\"))\n"
        "        return\n"
        "      fi\n"
        "      command=\"{0} ${{COMP_WORDS[2]}}\" ;;\n",
        word, fmt::join(second, " "));
  }
  return fmt::format(R"bash(# Completion of launchproof for bash; made from its registry of options.
_launchproof() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]-}} options="" i
  # The application follows --.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${{COMP_WORDS[i]}} == -- ]]; then
      COMPREPLY=($(compgen -c -- "$word") $(compgen -f -- "$word"))
      return
    fi
  done
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case $command in
{}  esac
  case $before in
{}  esac
  case $command in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _launchproof launchproof
)bash",
                     fmt::join(first, " "), groups, values, cases);
}

std::string zsh_completion() {
  const CommandWords words = command_words();
  std::string first, groups, cases, values;
  for (const std::string& word : words.first)
    first += fmt::format("    {}\n", described(word, summary_of_word(word)));
  for (const auto& [word, second] : words.second) {
    std::string described_words;
    for (const std::string& one : second)
      for (const CommandSpec& command : command_specs())
        if (command.words == fmt::format("{} {}", word, one))
          described_words += fmt::format("        {}\n", described(one, in_short(command.summary)));
    groups += fmt::format(
        "    {0})\n"
        "      if (( CURRENT == 3 )); then\n"
        "        list=(\n{1}        )\n"
        "        _describe -t commands command list\n"
        "        return\n"
        "      fi\n"
        "      command=\"{0} $words[3]\" ;;\n",
        word, described_words);
  }
  for (const OptionSpec& option : option_specs()) {
    const std::vector<std::string> of = choices(option);
    if (of.empty()) continue;
    values += fmt::format("    \"{}\") compadd -- {}; return ;;\n", fmt::join(option.each_name(), "\"|\""),
                          fmt::join(of, " "));
  }
  for (const CommandSpec& command : command_specs()) {
    cases += fmt::format("    \"{}\")\n      list=(\n        '--help:Print the options'\n", command.words);
    for (const OptionSpec& option : option_specs())
      if ((option.commands & command.command) != 0)
        for (const std::string& name : option.each_name())
          cases += fmt::format("        {}\n", described(name, in_short(option.meaning)));
    cases += "      ) ;;\n";
  }
  return fmt::format(R"zsh(#compdef launchproof
# Completion of launchproof for zsh; made from its registry of options.
_launchproof() {{
  local -a list
  local command=$words[2] before=$words[CURRENT-1] word=$words[CURRENT]
  integer place=${{words[(I)--]}}
  # The application follows --.
  if (( place > 0 && place < CURRENT )); then
    words=("${{(@)words[place+1,-1]}}")
    (( CURRENT -= place ))
    _normal
    return
  fi
  if (( CURRENT == 2 )); then
    list=(
{}    )
    _describe -t commands command list
    return
  fi
  case $command in
{}  esac
  case $before in
{}  esac
  case $command in
{}  esac
  if [[ $word == -* ]]; then
    _describe -o -t options option list
  else
    _files
  fi
}}
# Autoloaded, this file is the function's body; sourced, it says what the function is for.
if [[ $funcstack[1] == _launchproof ]]; then
  _launchproof "$@"
else
  compdef _launchproof launchproof
fi
)zsh",
                     first, groups, values, cases);
}

std::string fish_completion() {
  const auto fish_quoted = [](std::string text) {
    for (std::size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 2))
      text.insert(at, 1, '\\');
    return quoted(text, "\\'");
  };
  const CommandWords words = command_words();
  std::string text =
      "# Completion of launchproof for fish; made from its registry of options.\n"
      "# Whether the words of the command come first and no `--` follows.\n"
      "function __launchproof_is\n"
      "  set -l words (commandline -opc)\n"
      "  contains -- -- $words; and return 1\n"
      "  set -e words[1]\n"
      "  for word in $argv\n"
      "    test \"$words[1]\" = $word; or return 1\n"
      "    set -e words[1]\n"
      "  end\n"
      "end\n"
      "# Whether nothing more than these words was typed.\n"
      "function __launchproof_at\n"
      "  set -l words (commandline -opc)\n"
      "  test (count $words) -eq (math (count $argv) + 1); and __launchproof_is $argv\n"
      "end\n";
  for (const std::string& word : words.first)
    text += fmt::format("complete -c launchproof -n __launchproof_at -f -a {} -d {}\n", word,
                        fish_quoted(summary_of_word(word)));
  for (const auto& [word, second] : words.second)
    for (const std::string& one : second)
      for (const CommandSpec& command : command_specs())
        if (command.words == fmt::format("{} {}", word, one))
          text += fmt::format("complete -c launchproof -n '__launchproof_at {}' -f -a {} -d {}\n", word, one,
                              fish_quoted(in_short(command.summary)));
  for (const CommandSpec& command : command_specs()) {
    for (const OptionSpec& option : option_specs()) {
      if ((option.commands & command.command) == 0) continue;
      std::string names;
      for (const std::string& name : option.each_name()) {
        const bool is_short = !name.starts_with("--");
        names += fmt::format(" -{} {}", is_short ? "s" : "l", name.substr(is_short ? 1 : 2));
      }
      const std::vector<std::string> of = choices(option);
      std::string value = option.value.empty() ? "" : " -r";
      if (!of.empty()) value = fmt::format(" -x -a '{}'", fmt::join(of, " "));
      text += fmt::format("complete -c launchproof -n '__launchproof_is {}'{}{} -d {}\n", command.words,
                          names, value, fish_quoted(in_short(option.meaning)));
    }
  }
  return text;
}

}  // namespace launchproof::cli
