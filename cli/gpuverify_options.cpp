#include "cli/gpuverify_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options.h"

namespace launchproof::cli {
namespace {

struct Renamed {
  std::string name, replacement;
};

struct Unneeded {
  std::string name;
  bool has_value;
  std::string why;
  std::string with;  // where this is given too; empty: always
};

const std::vector<Renamed>& renamed_options() {
  static const std::vector<Renamed> options{
#define RENAMED(name, replacement) {name, replacement},
#include "cli/gpuverify_options.def"
  };
  return options;
}

const std::vector<Unneeded>& unneeded_options() {
  static const std::vector<Unneeded> options{
#define UNNEEDED(name, has_value, why) {name, has_value, why, ""},
#define UNNEEDED_WITH(option, name, has_value, why) {name, has_value, why, option},
#include "cli/gpuverify_options.def"
  };
  return options;
}

}  // namespace

std::vector<std::string> without_gpuverify_options(const std::vector<std::string>& words,
                                                   std::vector<std::string>& notes) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::size_t end = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, end);
    if (const auto found = std::ranges::find(renamed_options(), name, &Renamed::name);
        found != renamed_options().end()) {
      result.push_back(found->replacement + word.substr(end));
      continue;
    }
    const auto found = std::ranges::find_if(unneeded_options(), [&](const Unneeded& option) {
      return option.name == name &&
             (option.with.empty() || std::ranges::find(words, option.with) != words.end());
    });
    if (found == unneeded_options().end()) {
      result.push_back(word);
      continue;
    }
    const bool has_value = end != word.size();
    if (has_value && !found->has_value) throw UsageError(fmt::format("{} takes no value", name));
    if (!has_value && found->has_value && ++i == words.size())
      throw UsageError(fmt::format("{} lacks its value", name));
    std::string note = fmt::format("{} changes nothing: {}", name, found->why);
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
  }
  return result;
}

std::string gpuverify_options_page() {
  std::string page =
      "\n## Options of GPUVerify\n\n"
      "`check` also takes these, so that kernel files that carry them run unchanged:\n\n"
      "| option | stands for |\n|---|---|\n";
  for (const Renamed& option : renamed_options())
    page += fmt::format("| `{}` | `{}` |\n", option.name, option.replacement);
  page += "\nThese are accepted and change nothing; a note says so:\n\n| option | why |\n|---|---|\n";
  for (const Unneeded& option : unneeded_options())
    page += fmt::format("| `{}{}`{} | {} |\n", option.name, option.has_value ? " VALUE" : "",
                        option.with.empty() ? "" : fmt::format(" with `{}`", option.with), option.why);
  return page;
}

}  // namespace launchproof::cli
