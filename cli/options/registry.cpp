#include "cli/options/registry.h"

#include <algorithm>

namespace launchproof::cli {

std::vector<std::string> OptionSpec::each_name() const {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    result.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string OptionSpec::in_words() const {
  std::string text;
  for (const std::string& name : each_name()) text += (text.empty() ? "" : ", ") + name;
  return value.empty() ? text : text + " " + value;
}

const std::vector<CommandSpec>& command_specs() {
  static const std::vector<CommandSpec> specs{
#define COMMAND(enumerator, words, operands, summary, details, example) \
  {enumerator, words, operands, summary, details, example},
#include "cli/options/options.def"
  };
  return specs;
}

const std::vector<OptionSpec>& option_specs() {
  static const std::vector<OptionSpec> specs{
#define OPTION(group, commands, names, value, member, meaning, example) \
  {OptionGroup::group, commands, names, value, &Arguments::member, meaning, example},
#include "cli/options/options.def"
  };
  return specs;
}

const CommandSpec& spec_of(Command command) {
  return *std::ranges::find(command_specs(), command, &CommandSpec::command);
}

std::string_view title_of(OptionGroup group) {
  static constexpr std::string_view kTitles[] = {
#define GROUP(enumerator, title) title,
#include "cli/options/options.def"
  };
  return kTitles[static_cast<std::size_t>(group)];
}

bool is_command_group(const std::string& word) {
  return std::ranges::any_of(command_specs(),
                             [&](const CommandSpec& spec) { return spec.words.starts_with(word + " "); });
}

std::string_view summary_of_group(const std::string& word) {
  return word == "capture" ? "Work with captures." : "Work with the result cache.";
}

bool takes_application(Command command) {
  return command == Run || command == Record;
}

}  // namespace launchproof::cli
