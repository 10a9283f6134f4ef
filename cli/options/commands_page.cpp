// docs/commands.md, from the registry of commands and options.
#include <fmt/format.h>

#include <optional>

#include "cli/options/gpuverify_options.h"
#include "cli/options/options.h"
#include "cli/options/registry.h"

namespace launchproof::cli {

namespace {

// Each option once, with the commands that have it.
std::string options_section() {
  std::string text = "\n## Options\n";
  std::optional<OptionGroup> group;
  for (const OptionSpec& option : option_specs()) {
    if (group != option.group) text += fmt::format("\n### {}\n\n", title_of(option.group));
    group = option.group;
    std::string commands;
    for (const CommandSpec& command : command_specs())
      if ((option.commands & command.command) != 0)
        commands += (commands.empty() ? "" : ", ") + command.words;
    text += fmt::format("- `{}` ({}): {} Example: `{}`.\n", option.in_words(), commands, option.meaning,
                        option.example);
  }
  return text;
}

}  // namespace

std::string commands_page() {
  std::string page =
      "# Commands of launchproof\n\n"
      "This page is generated from `cli/options/options.def`; see `tests/cli/options_test.cpp`.\n\n"
      "`launchproof --version` prints the version, `--help` after any command its options, and "
      "`launchproof explain --NAME` what one option means.\n\n"
      "In place of a file that is read, `-` is standard input; in place of a report that is written, it is "
      "standard "
      "output, and the summary then goes to standard error. One file can be read, and one printed. Folders, "
      "captures "
      "and files that several processes append to have names: `./-` is a file or folder of that name.\n";
  for (const CommandSpec& command : command_specs()) {
    page += fmt::format("\n## launchproof {} [OPTIONS] {}\n\n{}\n", command.words, command.operands,
                        command.summary);
    if (!command.details.empty()) page += "\n" + command.details + "\n";
    page += fmt::format("\nExample:\n\n    {}\n", command.example);
    std::optional<OptionGroup> group;
    for (const OptionSpec& option : option_specs()) {
      if ((option.commands & command.command) == 0) continue;
      if (group != option.group)
        page += fmt::format("{}- {}: ", group ? "\n" : "\nOptions, described [below](#options):\n\n",
                            title_of(option.group));
      else
        page += ", ";
      group = option.group;
      page += "`" + option.each_name().back() + "`";
    }
    if (group) page += "\n";
  }
  page += options_section();
  page += gpuverify_options_page();
  page +=
      "\n## Exit status\n\n"
      "| status | meaning |\n|---|---|\n"
      "| 0 | everything verified (`run`: and the application returned 0) |\n"
      "| 2 | wrong usage or input |\n"
      "| 10 | defects or possible defects (`--error-exitcode` replaces it) |\n"
      "| 11 | something remains unknown or unsupported |\n"
      "| 12 | nothing to verify |\n"
      "| 13 | Launchproof itself failed |\n\n"
      "`run` and `record` keep the status of an application that fails. An application that cannot be "
      "started is "
      "wrong input (2).\n";
  return page;
}

}  // namespace launchproof::cli
