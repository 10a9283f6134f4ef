#include "cli/options/dashes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "cli/options/format_options.h"
#include "cli/options/registry.h"
#include "cli/options/usage_error.h"

namespace launchproof::cli {
namespace {

// Returns whether an option that is given as `-` is one that reads a file as a whole.
bool is_read(const OptionSpec& spec) {
  constexpr std::array<std::string_view, 5> kRead{"--batch", "--baseline", "--suppressions", "--results",
                                                  "--boogie-file"};
  return std::ranges::find(kRead, spec.names) != kRead.end();
}

bool is_written(const OptionSpec& spec, const Arguments& arguments) {
  if (spec.names == "-o,--output") return arguments.command == Command::Report;
  return std::ranges::any_of(format_options(arguments),
                             [&](const FormatOption& one) { return one.option == spec.names; });
}

bool names_a_path(const OptionSpec& spec) {
  constexpr std::array<std::string_view, 5> kPaths{"FILE", "DIR", "PATH", "LIST", "RESULTS"};
  return std::ranges::find(kPaths, spec.value) != kPaths.end();
}

bool is_dash(const OptionSpec& spec, const Arguments& arguments) {
  return std::visit(
      [&](auto member) {
        const auto& value = arguments.*member;
        if constexpr (std::is_same_v<decltype(member), std::string Arguments::*>)
          return value == kDash;
        else if constexpr (std::is_same_v<decltype(member), std::vector<std::string> Arguments::*>)
          return std::ranges::find(value, kDash) != value.end();
        else
          return false;
      },
      spec.member);
}

[[noreturn]] void refuse(const OptionSpec& spec) {
  const std::string name = spec.each_name().back();
  if (spec.value == "FILE")
    throw UsageError(
        fmt::format("{}: `-` is not standard output here, as several processes append to the file; name a "
                    "file, or write ./- for one of this name",
                    name));
  throw UsageError(
      fmt::format("{}: `-` is not a folder; name a folder, or write ./- for one of this name", name));
}

// Returns how an operand `-` is read; empty if it is not.
std::string operand_that_is_read(const Arguments& arguments) {
  const Command command = arguments.command;
  if (std::ranges::find(arguments.operands, kDash) == arguments.operands.end()) return {};
  if (takes_application(command) || command == Command::Explain) return {};
  const std::string& operands = spec_of(command).operands;
  if (command == Command::CaptureImport)
    throw UsageError(
        "-: the files of a list lie relative to it, so it cannot be standard input; name its file");
  const bool takes_captures = command == Command::Diff ? arguments.equivalence
                                                       : operands.starts_with("CAPTURE") &&
                                                             operands.find("FILE") == std::string::npos;
  if (takes_captures)
    throw UsageError(
        "-: a capture is a folder, which standard input cannot hold; name the folder, or write ./- for one "
        "of "
        "this name");
  return "the operand";
}

}  // namespace

void check_dashes(const Arguments& arguments) {
  std::vector<std::string> read, written;
  if (std::string operand = operand_that_is_read(arguments); !operand.empty())
    read.push_back(std::move(operand));
  for (const OptionSpec& spec : option_specs()) {
    if ((spec.commands & arguments.command) == 0 || !names_a_path(spec) || !is_dash(spec, arguments))
      continue;
    if (is_written(spec, arguments))
      written.push_back(spec.each_name().back());
    else if (is_read(spec))
      read.push_back(spec.each_name().back());
    else
      refuse(spec);
  }
  if (std::ranges::any_of(arguments.given_contents,
                          [](const std::string& one) { return one.ends_with("=file:-"); }))
    throw UsageError(
        "--contents: replays read the contents again, which standard input (`-`) does not allow; name a "
        "file");
  if (!read.empty() && arguments.command == Command::Run)
    throw UsageError(fmt::format("{}: standard input (`-`) is the application's; name a file", read.front()));
  if (arguments.first_run_ok && arguments.baseline == kDash)
    throw UsageError("--first-run-ok makes the baseline, which standard input (`-`) cannot be; name a file");
  if (read.size() > 1)
    throw UsageError(fmt::format("{} and {} both read standard input (`-`); name a file for one of them",
                                 read[0], read[1]));
  if (!written.empty() && arguments.json() && arguments.command != Command::Run)
    written.emplace_back("--format");
  if (written.size() > 1)
    throw UsageError(fmt::format("{} and {} both print on standard output; name a file for {}", written[0],
                                 written[1], written[0]));
}

std::FILE* summary_stream(const Arguments& arguments) {
  const bool prints_report = std::ranges::any_of(format_options(arguments),
                                                 [](const FormatOption& one) { return one.file == kDash; });
  const bool prints_page = arguments.command == Command::Report && arguments.output == kDash;
  return prints_report || prints_page ? stderr : stdout;
}

}  // namespace launchproof::cli
