#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace launchproof::cli {
namespace {

struct CommandWords {
  std::uint32_t command;
  std::string_view words, operands, summary, details;
};

struct OptionWords {
  std::uint32_t commands;
  std::string_view names, value, meaning;
};

const std::vector<CommandWords>& all_commands() {
  static const std::vector<CommandWords> all{
#define COMMAND(enumerator, words, operands, summary, details, example) \
  {enumerator, words, operands, summary, details},
#include "cli/options.def"
  };
  return all;
}

const std::vector<OptionWords>& all_options() {
  static const std::vector<OptionWords> all{
#define OPTION(commands, names, value, member, meaning) {commands, names, value, meaning},
#include "cli/options.def"
  };
  return all;
}

// "-o,--output" as its names.
std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Text as roff sets it: nothing in it is taken for a request, and what stands between backticks is bold.
std::string roff(std::string_view text) {
  std::string out;
  bool bold = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '`')
      out += (bold = !bold) ? "\\fB" : "\\fR";
    else if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

// The words that an option takes one of, "none|arguments|all"; none where its value is anything.
std::vector<std::string_view> choices(const OptionWords& option) {
  std::vector<std::string_view> words = split(option.value, '|');
  const auto is_word = [](std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    });
  };
  if (words.size() < 2 || !std::ranges::all_of(words, is_word)) return {};
  return words;
}

// All names of the options of these commands, with a blank between.
std::string names_of(std::uint32_t commands) {
  std::string names = "--help";
  for (const OptionWords& option : all_options()) {
    if ((option.commands & commands) == 0) continue;
    for (const std::string_view name : split(option.names, ',')) names += fmt::format(" {}", name);
  }
  return names;
}

}  // namespace

std::string manual_page() {
  std::string page = fmt::format(
      ".TH LAUNCHPROOF 1 \"\" \"{}\" \"User Commands\"\n"
      ".SH NAME\nlaunchproof \\- prove GPU kernel launches free of data races, barrier divergence and "
      "accesses "
      "out of bounds\n"
      ".SH SYNOPSIS\n",
      roff(version_text()));
  const char* between = "";
  for (const CommandWords& command : all_commands()) {
    page += fmt::format("{}.B launchproof {}\n[OPTIONS] {}\n", between, roff(command.words),
                        roff(command.operands));
    between = ".br\n";
  }
  page +=
      ".SH DESCRIPTION\n"
      "Launchproof runs an unmodified OpenCL application, records every kernel launch, and proves each "
      "recorded "
      "launch free of data races, barrier divergence and accesses out of bounds, or shows a counterexample.\n"
      ".SH COMMANDS\n";
  for (const CommandWords& command : all_commands()) {
    page += fmt::format(".SS launchproof {} [OPTIONS] {}\n{}\n", roff(command.words), roff(command.operands),
                        roff(command.summary));
    if (!command.details.empty()) page += fmt::format(".PP\n{}\n", roff(command.details));
    for (const OptionWords& option : all_options()) {
      if ((option.commands & command.command) == 0) continue;
      std::string names;
      for (const std::string_view name : split(option.names, ','))
        names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
      page += fmt::format(".TP\n{}{}\n{}\n", names,
                          option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value)),
                          roff(option.meaning));
    }
  }
  page +=
      ".SH EXIT STATUS\n"
      ".TP\n0\neverything verified (run: and the application returned 0)\n"
      ".TP\n2\nwrong usage or input\n"
      ".TP\n10\ndefects or possible defects\n"
      ".TP\n11\nsomething remains unknown or unsupported\n"
      ".TP\n12\nnothing to verify\n"
      ".TP\n13\nLaunchproof itself failed\n";
  return page;
}

std::string bash_completion() {
  // Words of a command that are two come after its first: "capture show".
  std::vector<std::string_view> first;
  std::map<std::string_view, std::vector<std::string_view>> second;  // by the first
  std::string cases, values;
  for (const CommandWords& command : all_commands()) {
    const std::vector<std::string_view> words = split(command.words, ' ');
    if (std::ranges::find(first, words[0]) == first.end()) first.push_back(words[0]);
    if (words.size() > 1) second[words[0]].push_back(words[1]);
    cases += fmt::format("    \"{}\") options=\"{}\" ;;\n", command.words, names_of(command.command));
  }
  for (const OptionWords& option : all_options()) {
    const std::vector<std::string_view> words = choices(option);
    if (words.empty()) continue;
    values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                          fmt::join(split(option.names, ','), "|"), fmt::join(words, " "));
  }
  std::string groups;
  for (const auto& [word, words] : second) {
    groups += fmt::format(
        "    {0})\n"
        "      if ((COMP_CWORD == 2)); then\n"
        "        COMPREPLY=($(compgen -W \"{1}\" -- \"$word\"))\n"
        "        return\n"
        "      fi\n"
        "      command=\"{0} ${{COMP_WORDS[2]}}\" ;;\n",
        word, fmt::join(words, " "));
  }
  return fmt::format(R"bash(# Completion of launchproof for bash; made from its registry of options.
_launchproof() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]-}} options="" i
  # What follows -- is the application.
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

}  // namespace launchproof::cli
