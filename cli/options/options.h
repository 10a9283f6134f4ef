// The command line, parsed with the registry in options.def.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/options/arguments.h"
#include "cli/options/usage_error.h"

namespace launchproof::cli {

struct Parsed {
  Arguments arguments;
  std::string text;  // if not empty, print this text and exit with status 0 (--help, --version)
};

// Parses `words`, which lack the program's name. Throws UsageError.
Parsed parse(const std::vector<std::string>& words);

// Parses a number of bytes, "64M"; k, M and G stand for KiB, MiB and GiB. Throws UsageError that names the
// option.
std::uint64_t parse_bytes(const std::string& option, const std::string& text);

struct ContentsLimit {
  std::uint64_t buffer = 0;  // bytes
  std::uint64_t total = 0;   // bytes; the default when not given
};

// Parses "BYTES[,BYTES]", the argument of --contents-limit. Throws UsageError.
ContentsLimit parse_contents_limit(const std::string& text);

// Parses the options and files on one line of a batch. They override the arguments of the command line.
// Throws UsageError.
Arguments parse_batch_line(const std::string& line, const Arguments& defaults);

// Parses the launches of one side of `equal`: FILE:KERNEL followed by options that override those of the
// command line. The word `then` separates launches. Each result has one operand, the file, and the kernel.
// Throws UsageError.
std::vector<Arguments> parse_side(const std::string& text, const Arguments& defaults);

// Splits a line as a shell does, with blanks, single and double quotes, and backslashes. Throws UsageError
// for an unclosed quote.
std::vector<std::string> split_words(const std::string& line);

// Joins words so that split_words(), or a shell, gives the same words again.
std::string join_words(std::span<const std::string> words);

// Returns the command line that verifies these operands again. It has the options that affect a verdict and
// differ from their defaults, in the order of the registry.
std::string repeat_command(const Arguments& arguments, std::span<const std::string> operands);

// Returns the text of docs/commands.md.
std::string commands_page();

std::string version_text();  // "launchproof 0.1.0"

}  // namespace launchproof::cli
