#include "cli/options/gpuverify_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/options/usage_error.h"

namespace launchproof::cli {
namespace {

struct Renamed {
  std::string name, replacement;
};

struct Unneeded {
  std::string name;
  bool has_value;
  std::string why;
  std::string with;  // applies only if this option is given too; empty: always
};

const std::vector<Renamed>& renamed_options() {
  static const std::vector<Renamed> options{
#define RENAMED(name, replacement) {name, replacement},
#include "cli/options/gpuverify_options.def"
  };
  return options;
}

const std::vector<Unneeded>& unneeded_options() {
  static const std::vector<Unneeded> options{
#define UNNEEDED(name, has_value, why) {name, has_value, why, ""},
#define UNNEEDED_WITH(option, name, has_value, why) {name, has_value, why, option},
#include "cli/options/gpuverify_options.def"
  };
  return options;
}

struct Refused {
  std::string name;
  bool has_value;
  std::string remedy;
};

const std::vector<Refused>& refused_options() {
  static const std::vector<Refused> options{
#define REFUSED(name, has_value, remedy) {name, has_value, remedy},
#include "cli/options/gpuverify_options.def"
  };
  return options;
}

// Every option of GPUVerify.
const std::set<std::string>& all_names() {
  static const std::set<std::string> names{
#define KEPT(name) name,
#define RENAMED(name, replacement) name,
#define UNNEEDED(name, has_value, why) name,
#define UNNEEDED_WITH(option, name, has_value, why) name,
#define REFUSED(name, has_value, remedy) name,
#include "cli/options/gpuverify_options.def"
  };
  return names;
}

// Returns the option of GPUVerify that begins with the name. Returns the name itself if it is an option of
// either program, or a prefix of no option or of several.
std::string completed(const std::string& name, const std::function<bool(const std::string&)>& is_ours) {
  if (name.size() < 4 || !name.starts_with("--") || is_ours(name) || all_names().contains(name)) return name;
  std::string found;
  for (auto at = all_names().lower_bound(name); at != all_names().end() && at->starts_with(name); ++at) {
    if (!found.empty()) return name;
    found = *at;
  }
  return found.empty() ? name : found;
}

}  // namespace

std::vector<std::string> without_gpuverify_options(const std::vector<std::string>& words,
                                                   const std::function<bool(const std::string&)>& is_ours,
                                                   std::vector<std::string>& notes) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t end = std::min(words[i].find('='), words[i].size());
    const std::string name = completed(words[i].substr(0, end), is_ours);
    const std::string word = name + words[i].substr(end);
    const bool has_value = end != words[i].size();
    if (const auto refused = std::ranges::find(refused_options(), name, &Refused::name);
        refused != refused_options().end())
      throw UsageError(fmt::format("{} is an option of GPUVerify that Launchproof does not have: {}", name,
                                   refused->remedy));
    if (const auto found = std::ranges::find(renamed_options(), name, &Renamed::name);
        found != renamed_options().end()) {
      result.push_back(found->replacement + words[i].substr(end));
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
  page += "\nThese are errors:\n\n| option | what to do instead |\n|---|---|\n";
  for (const Refused& option : refused_options())
    page += fmt::format("| `{}{}` | {} |\n", option.name, option.has_value ? " VALUE" : "", option.remedy);
  page +=
      "\nAs with GPUVerify, the beginning of an option's name stands for the option if no other begins "
      "alike: `--vcgen-op` is `--vcgen-opt`.\n";
  return page;
}

}  // namespace launchproof::cli
