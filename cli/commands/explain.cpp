// `explain`: explains a word in a report, or an option.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/options/help.h"
#include "cli/options/registry.h"
#include "cli/terminal/output.h"
#include "verify/verdict/nearest_name.h"
#include "verify/verdict/remedies.h"
#include "verify/verdict/rests_on.h"

namespace launchproof::cli {
namespace {

struct Kind {
  const char* singular;
  const char* plural;
  std::span<const verdict::Entry> entries;
};

std::vector<Kind> kinds() {
  return {{"verdict", "Verdicts", verdict::all_verdicts()},
          {"property", "Properties", verdict::all_properties()},
          {"cause", "Causes", verdict::all_causes()}};
}

std::string paragraph(const std::string& text) {
  return wrapped(text, help_width(), 0) + "\n";
}

std::string explain_property(verdict::Property property) {
  std::string text = paragraph("To fix it: " + std::string(verdict::remedy(property)));
  for (const verdict::RestsOn& rest : verdict::all_rests_on())
    if (rest.property == property)
      text += paragraph(fmt::format("Its proof depends on {}. {}", verdict::name(rest.on), rest.meaning));
  return text;
}

// Returns an empty text if the word does not occur in reports.
std::string explain_word(const std::string& word) {
  std::string text;
  for (const Kind& kind : kinds()) {
    const auto entry = std::ranges::find(kind.entries, word, &verdict::Entry::name);
    if (entry == kind.entries.end()) continue;
    text += fmt::format("{} ({})\n", word, kind.singular);
    text += paragraph(std::string(entry->meaning));
    if (const auto property = verdict::parse_property(word)) text += explain_property(*property);
    if (const auto cause = verdict::parse_cause(word))
      text += paragraph("What helps: " + std::string(verdict::remedy(*cause)));
  }
  return text;
}

// Returns an empty text if no command has this option.
std::string explain_option(const std::string& name) {
  std::string text;
  for (const OptionSpec& option : option_specs()) {
    const std::vector<std::string> names = option.each_name();
    if (std::ranges::find(names, name) == names.end()) continue;
    std::vector<std::string> commands;
    for (const CommandSpec& command : command_specs())
      if ((option.commands & command.command) != 0) commands.push_back(command.words);
    text += fmt::format("{}{} (option of {})\n", text.empty() ? "" : "\n", option.in_words(),
                        fmt::join(commands, ", "));
    text += paragraph(option.meaning) + paragraph("Example: " + option.example);
  }
  return text;
}

std::vector<std::string> explainable_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds())
    for (const verdict::Entry& entry : kind.entries) names.emplace_back(entry.name);
  for (const OptionSpec& option : option_specs())
    for (const std::string& name : option.each_name()) names.push_back(name);
  return names;
}

// Returns a question about names that contain the word, at most three; empty if there are none.
std::string containing(const std::string& word) {
  constexpr std::size_t kFewest = 3, kMost = 3;
  std::vector<std::string> names;
  for (const std::string& name : explainable_names())
    if (word.size() >= kFewest && name.find(word) != std::string::npos && names.size() < kMost)
      names.push_back("`" + name + "`");
  return names.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(names, " or "));
}

std::string list_of_words() {
  std::string text;
  for (const Kind& kind : kinds()) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", kind.plural);
    for (const verdict::Entry& entry : kind.entries)
      text += fmt::format("  {:<26}{}\n", entry.name,
                          wrapped(in_short(std::string(entry.meaning)), help_width() - 28, 28));
  }
  return text;
}

}  // namespace

int explain_names(const Arguments& arguments) {
  std::string text = arguments.operands.empty() ? list_of_words() : "";
  for (const std::string& name : arguments.operands) {
    const std::string one = name.starts_with("-") ? explain_option(name) : explain_word(name);
    if (one.empty()) {
      std::string meant = verdict::did_you_mean(name, explainable_names());
      if (meant.empty()) meant = containing(name);
      throw UsageError(fmt::format("`{}` is not a verdict, property, cause or option{}{}", name, meant,
                                   meant.empty() ? "; `launchproof explain` lists them" : ""));
    }
    text += (text.empty() ? "" : "\n") + one;
  }
  return print(stdout, text) ? 0 : 13;
}

}  // namespace launchproof::cli
