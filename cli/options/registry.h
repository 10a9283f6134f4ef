// The commands and options that options.def declares, as tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/options/arguments.h"

namespace launchproof::cli {

using Member = std::variant<bool Arguments::*, int Arguments::*, unsigned Arguments::*, double Arguments::*,
                            std::string Arguments::*, std::vector<std::string> Arguments::*>;

// In the order of --help.
enum class OptionGroup : unsigned char {
#define GROUP(enumerator, title) enumerator,
#include "cli/options/options.def"
};

struct CommandSpec {
  Command command;
  std::string words;
  std::string operands;
  std::string summary;
  std::string details;
  std::string example;
};

struct OptionSpec {
  OptionGroup group;
  std::uint32_t commands;
  std::string names;  // "-o,--output"
  std::string value;  // empty: a switch
  Member member;
  std::string meaning;
  std::string example;

  // Returns each name: "-o" and "--output".
  std::vector<std::string> each_name() const;
  // Returns "-o, --output PATH".
  std::string in_words() const;
};

// Return the entries in the order of options.def, so that options of one group stand together.
const std::vector<CommandSpec>& command_specs();
const std::vector<OptionSpec>& option_specs();

const CommandSpec& spec_of(Command command);
std::string_view title_of(OptionGroup group);

// Returns whether the word is the first word of two-word commands, such as `capture`.
bool is_command_group(const std::string& word);
// Returns a sentence that describes these commands.
std::string_view summary_of_group(const std::string& word);

// Returns whether the command's options are followed by an application with its arguments.
bool takes_application(Command command);

}  // namespace launchproof::cli
