// Fixes for two stores to one element of an array that has another element, which is read and never stored.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verify/repair/accesses.h"
#include "verify/repair/candidate.h"

namespace launchproof::repair {

using verdict::Finding;

namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Returns the elements of the array that the text reads and never stores, where all its subscripts are
// numbers; else none.
std::set<std::uint64_t> never_stored(const SourceTree& tree, const KernelArray& array) {
  const auto& tokens = tree.tokens();
  std::set<std::uint64_t> read;
  std::set<std::uint64_t> stored;
  bool is_declared = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is_word || tree.text(tokens[i]) != array.name) continue;
    const std::size_t close = tree.text(tokens[i + 1]) == "[" ? tree.closing(i + 1) : tokens.size();
    const std::size_t next = close + 1;
    if (next >= tokens.size()) return {};
    if (!std::exchange(is_declared, true)) continue;
    const auto element = number_of(tree.text(Stretch{tokens[i + 1].at.end, tokens[close].at.begin}));
    if (!element) return {};
    (tree.text(tokens[next]) == "=" ? stored : read).insert(*element);
  }
  std::set<std::uint64_t> left;
  std::ranges::set_difference(read, stored, std::inserter(left, left.end()));
  return left;
}

}  // namespace

std::vector<Candidate> other_elements(const SourceTree& tree, const KernelFacts& facts,
                                      const Finding& finding) {
  if (finding.property != verdict::Property::DataRace || !finding.witness ||
      finding.witness->work_items.size() != 2)
    return {};
  const auto& items = finding.witness->work_items;
  const KernelArray* array = array_of(facts, items[0].array);
  std::vector<Places> sides = sides_of(finding, tree, facts.file);
  if (array == nullptr || !array->elements || array->is_parameter || sides.size() != 2 ||
      items[0].array != items[1].array || items[0].access != "write" || items[1].access != "write")
    return {};
  std::vector<Candidate> found;
  for (const std::uint64_t missing : never_stored(tree, *array)) {
    if (missing >= *array->elements) continue;
    for (const Places& side : sides) {
      const std::size_t number = side.empty() ? kNoStatement : tree.innermost(side.front());
      if (number == kNoStatement) continue;
      const auto subscript = subscript_at(tree, side.front(), tree.statement(number).at, items[0].array);
      const auto index = subscript ? number_of(subscript->index) : std::nullopt;
      // Elements are mostly stored in their order: the later store is that of the larger element.
      const bool is_later = std::ranges::all_of(
          sides, [&](const Places& other) { return other.empty() || other.front() <= side.front(); });
      if (!index || is_later != (missing > *index)) continue;
      const std::size_t at = subscript->whole.end - 1 - subscript->index.size();
      found.push_back({fmt::format("store to `{}[{}]`, which is read and never stored, in line {}",
                                   array->name, missing, tree.shown_line(subscript->whole.begin)),
                       {{at, subscript->index.size(), std::to_string(missing)}}});
    }
  }
  return found;
}

}  // namespace launchproof::repair
