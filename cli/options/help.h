// The text of `--help`, generated from the registry of commands and options.
#pragma once

#include <cstddef>
#include <string>

#include "cli/options/arguments.h"

namespace launchproof::cli {

// Returns the commands, one line each. `group` is the first word of two-word commands, for instance
// `capture`; empty: all commands.
std::string commands_help(const std::string& group, std::size_t width);

// Returns the command's usage, an example and its options in groups, each option with the first sentence of
// its meaning and its default. Lines have at most `width` characters where words allow it.
std::string command_help(Command command, std::size_t width);

// Returns the first sentence of a text, and the sentence that begins with "Default:" if there is one.
std::string in_short(const std::string& meaning);

// Returns the text in lines of at most `width` characters. All lines except the first are indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

// Returns the columns of the terminal, at most 110, or 90 if standard output is not a terminal.
std::size_t help_width();

}  // namespace launchproof::cli
