#include "verify/two_thread/rules/rule_table.h"

#include <algorithm>
#include <array>

#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

namespace {

#define RULE(function, tag, paper, meaning, ...) Rule{tag, paper, meaning, function, Example{__VA_ARGS__}},
constexpr std::array kRules{
#include "verify/two_thread/rules/rules.def"
};
#undef RULE

}  // namespace

std::span<const Rule> rules() {
  return kRules;
}

const Rule* find_rule(std::string_view tag) {
  const auto* const found = std::ranges::find(kRules, tag, &Rule::tag);
  return found == kRules.end() ? nullptr : &*found;
}

bool is_on(const Options& options, std::string_view tag) {
  if (std::ranges::find(options.omitted, tag) != options.omitted.end()) return false;
  return options.only.empty() || std::ranges::find(options.only, tag) != options.only.end();
}

std::string rules_page() {
  std::string text =
      "# Rules of the two-thread engine\n\nMade from `verify/two_thread/rules/rules.def`. Each guesses "
      "invariants "
      "of a "
      "loop, of which Houdini keeps what holds\n([two-thread.md](two-thread.md)). *Paper* is the rule's "
      "number in "
      "the GPUVerify papers; w is the watched place, v a\nvalue that the loop's head selects; what is said "
      "of a "
      "work-item holds as long as it is enabled.\n\n| tag | paper | invariant |\n|---|---|---|\n";
  for (const Rule& rule : kRules)
    text += "| `" + std::string(rule.tag) + "` | " + std::string(rule.paper) + " | " +
            std::string(rule.meaning) + " |\n";
  text +=
      "\n## Examples\n\nEach is verified with its rule and those that are named with it, and not without "
      "the "
      "rule, with each `--race-instrumenter`: the\ntest `All/Rules.IsNeeded/TAG` of "
      "`build/bin/two_thread_test`, which takes the examples from there as well. Groups have " +
      std::to_string(kExampleGroupSize) +
      " work-items,\nand reads between barriers are looked at (`--omit-optimisation barrier-intervals`). "
      "With "
      "all rules on, others may do\nfor most of them.\n";
  for (const Rule& rule : kRules) {
    const Example& one = rule.example;
    const std::string tag(rule.tag);
    std::string others(one.others);
    for (std::size_t at = 0; (at = others.find(' ', at)) != std::string::npos; at += 4)
      others.replace(at, 1, "`, `");
    text.append("\n### `").append(tag).append("`\n\n```c\n");
    text.append(kExampleBegins).append(one.body).append(kExampleEnds).append("```\n\n");
    if (others.empty())
      text += "No other rule; ";
    else
      text.append("Beside `").append(others).append("`; ");
    text.append(std::to_string(one.groups)).append(one.groups == 1 ? " group" : " groups");
    if (one.warp_sync != 0) text.append(", `--warp-sync ").append(std::to_string(one.warp_sync)).append("`");
    text.append("; test `All/Rules.IsNeeded/").append(tag).append("`.\n");
  }
  return text;
}

}  // namespace launchproof::two_thread
