#include "cli/options/manual.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "cli/options/options.h"
#include "cli/options/registry.h"

namespace launchproof::cli {
namespace {

// Converts text to roff: nothing in it is interpreted as a request, and text between backticks is bold.
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
  for (const CommandSpec& command : command_specs()) {
    page += fmt::format("{}.B launchproof {}\n[OPTIONS] {}\n", between, roff(command.words),
                        roff(command.operands));
    between = ".br\n";
  }
  page +=
      ".SH DESCRIPTION\n"
      "Launchproof runs an unmodified OpenCL or CUDA application, records every kernel launch, and proves "
      "each "
      "recorded "
      "launch free of data races, barrier divergence and accesses out of bounds, or shows a counterexample.\n"
      ".SH COMMANDS\n";
  for (const CommandSpec& command : command_specs()) {
    page += fmt::format(".SS launchproof {} [OPTIONS] {}\n{}\n", roff(command.words), roff(command.operands),
                        roff(command.summary));
    if (!command.details.empty()) page += fmt::format(".PP\n{}\n", roff(command.details));
    page += fmt::format(".PP\nExample:\n.PP\n.RS\n.EX\n{}\n.EE\n.RE\n", roff(command.example));
    std::optional<OptionGroup> group;
    for (const OptionSpec& option : option_specs()) {
      if ((option.commands & command.command) == 0) continue;
      if (group != option.group) page += fmt::format(".PP\n{}:\n", roff(title_of(option.group)));
      group = option.group;
      std::string names;
      for (const std::string& name : option.each_name())
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

}  // namespace launchproof::cli
