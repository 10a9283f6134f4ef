// The table of rules that guess loop invariants. A rule creates formulas about the state at the loop's head.
// No guess is used before Houdini has shown that all remaining guesses hold together.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verify/two_thread/terms/head.h"

namespace launchproof::two_thread {

// The body of a kernel that is verified with a rule and these other rules, but not without the rule.
struct Example {
  std::string_view body;    // rules_page() shows the kernel around it
  std::string_view others;  // tags of the other rules, separated by spaces
  std::uint64_t groups = 2;
  unsigned warp_sync = 0;
};
inline constexpr std::uint64_t kExampleGroupSize = 8;
// The parts of an example's kernel before and after its body.
inline constexpr std::string_view kExampleBegins =
    "kernel void k(global int* a, int n) {\n  local int t[64];\n  int l = get_local_id(0), g = "
    "get_global_id(0);\n";
inline constexpr std::string_view kExampleEnds = "}\n";

struct Rule {
  std::string_view tag;                                       // as in --omit-rule and --only-rule
  std::string_view paper;                                     // its number in the papers; empty: none
  std::string_view meaning;                                   // describes the formula in words and symbols
  void (*guess)(const Head& head, std::vector<Guess>& into);  // null: the rule makes no candidates and is
                                                              // used in another way
  Example example;
};

// Returns all rules, in the order of rules.def.
std::span<const Rule> rules();
// Returns the rule; nothing for an unknown tag.
const Rule* find_rule(std::string_view tag);
bool is_on(const Options& options, std::string_view tag);
// Returns the text of docs/rules.md.
std::string rules_page();

}  // namespace launchproof::two_thread
