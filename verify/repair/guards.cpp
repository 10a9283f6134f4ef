// Fixes by checks: of an index before an access, of a pointer, and of a loop's last iteration.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"

namespace launchproof::repair {

using verdict::Finding;
using verdict::Property;

namespace {

// An access as written in the source.
struct Subscript {
  Stretch whole;      // "a[i + 1]"
  std::string array;  // "a"
  std::string index;  // "i + 1"
};

// Returns the subscript of the array at the place, or its first one in the statement.
std::optional<Subscript> subscript_at(const SourceTree& tree, std::size_t place, const Stretch& statement,
                                      const std::string& array) {
  const auto& tokens = tree.tokens();
  const auto at = [&](std::size_t name) -> std::optional<Subscript> {
    if (name + 1 >= tokens.size() || tree.text(tokens[name + 1]) != "[") return std::nullopt;
    const std::size_t close = tree.closing(name + 1);
    if (close >= tokens.size()) return std::nullopt;
    // Subscripts of `a[y][x]` are not distinguished, so the innermost one is not found.
    if (close + 1 < tokens.size() && tree.text(tokens[close + 1]) == "[") return std::nullopt;
    return Subscript{{tokens[name].at.begin, tokens[close].at.end},
                     std::string(tree.text(tokens[name])),
                     std::string(tree.text(Stretch{tokens[name + 1].at.end, tokens[close].at.begin}))};
  };
  if (auto found = at(tree.token_at(place))) return found;
  for (std::size_t i = tree.token_at(statement.begin);
       i < tokens.size() && statement.contains(tokens[i].at.begin); ++i)
    if (tokens[i].is_word && tree.text(tokens[i]) == array)
      if (auto found = at(i)) return found;
  return std::nullopt;
}

bool is_name(const std::string& text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                              "0123456789") == std::string::npos;
}

std::string in_brackets(const std::string& index) {
  constexpr std::string_view kLoose = "<>=?:&|^,!";
  return index.find_first_of(kLoose) == std::string::npos ? index : "(" + index + ")";
}

// Returns the numbers that may bound the index: numbers in the kernel that do not exceed the elements of the
// array, largest first; then a fixed number of elements.
std::vector<std::string> bounds_of(const KernelFacts& facts, const KernelArray* array) {
  std::vector<std::pair<std::int64_t, std::string>> known;
  std::vector<std::string> open;
  const auto fits = [&](std::int64_t value) {
    return array == nullptr || !array->elements ||
           (value >= 0 && static_cast<std::uint64_t>(value) <= *array->elements);
  };
  for (const ScalarParameter& one : facts.scalars) {
    if (!one.value)
      open.push_back(one.name);
    else if (fits(*one.value))
      known.emplace_back(*one.value, one.name);
    for (const ScalarParameter& other : facts.scalars)
      if (one.name < other.name && one.value && other.value && array != nullptr && array->elements &&
          *one.value > 1 && *other.value > 1 && *one.value < (std::int64_t{1} << 31) &&
          *other.value < (std::int64_t{1} << 31) && fits(*one.value * *other.value))
        known.emplace_back(*one.value * *other.value, fmt::format("{} * {}", one.name, other.name));
  }
  std::ranges::sort(known, [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  std::vector<std::string> bounds;
  if (array != nullptr && array->elements && !array->is_parameter)
    bounds.push_back(std::to_string(*array->elements));
  for (auto& [value, name] : known) bounds.push_back(std::move(name));
  for (std::string& name : open) bounds.push_back(std::move(name));
  constexpr std::size_t kMost = 3;
  if (bounds.size() > kMost) bounds.resize(kMost);
  return bounds;
}

// Adds stricter forms of comparisons in enclosing conditions, which may be off by one.
void tighten(const SourceTree& tree, std::size_t statement, std::vector<Candidate>& found) {
  const auto& tokens = tree.tokens();
  const auto look = [&](const Stretch& condition, bool leaves) {
    for (std::size_t i = tree.token_at(condition.begin);
         i < tokens.size() && condition.contains(tokens[i].at.begin); ++i) {
      const std::string_view token = tree.text(tokens[i]);
      const std::string_view wanted = leaves ? ">" : "<=";
      if (token != wanted) continue;
      const std::string tighter = leaves ? ">=" : "<";
      found.push_back({fmt::format("change `{}` to `{}` in the condition in line {}", wanted, tighter,
                                   tree.shown_line(tokens[i].at.begin)),
                       {{tokens[i].at.begin, token.size(), tighter}}});
    }
  };
  std::size_t inner = kNoStatement;
  for (const std::size_t outer : tree.chain(statement)) {
    const Statement& at = tree.statement(outer);
    if (at.kind == StatementKind::If || at.kind == StatementKind::Loop) look(at.condition, false);
    if (at.kind == StatementKind::Block) {
      for (const std::size_t child : at.children) {
        if (child == inner) break;
        const Statement& sibling = tree.statement(child);
        if (sibling.kind == StatementKind::If &&
            tree.text(sibling.at).find("return") != std::string_view::npos)
          look(sibling.condition, true);
      }
    }
    inner = outer;
  }
}

// Adds `if (condition)` before the statement, on its own line if the statement has one.
TextEdit guarded(const SourceTree& tree, const Stretch& statement, const std::string& condition) {
  return {statement.begin, 0,
          tree.begins_its_line(statement.begin) && tree.line(statement.begin) != tree.line(statement.end - 1)
              ? "if (" + condition + ")\n" + tree.indentation(statement.begin) + "  "
              : "if (" + condition + ") "};
}

}  // namespace

std::vector<Candidate> guards(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  const bool is_bounds = finding.property == Property::OutOfBounds && finding.kind != verdict::kInnerArray;
  if ((!is_bounds && finding.property != Property::NullAccess) || !finding.witness ||
      finding.witness->work_items.empty())
    return {};
  const verdict::WorkItem& item = finding.witness->work_items.front();
  std::vector<Candidate> found;
  for (const Places& side : sides_of(finding, tree, facts.file)) {
    for (const std::size_t place : side) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement) continue;
      const Stretch statement = tree.statement(number).at;
      const std::string line = std::to_string(tree.shown_line(statement.begin));
      const bool is_simple = tree.statement(number).kind == StatementKind::Simple;
      const bool is_free = is_simple && !declares(tree, statement);
      const auto subscript = subscript_at(tree, place, statement, item.array);
      if (!is_bounds) {
        if (is_free && subscript)
          found.push_back({fmt::format("check `{}` before line {}", subscript->array, line),
                           {guarded(tree, statement, subscript->array + " != 0")}});
        continue;
      }
      tighten(tree, number, found);
      if (!subscript) continue;
      const std::string index = in_brackets(subscript->index);
      const KernelArray* array = array_of(facts, item.array);
      const bool is_before = static_cast<std::int64_t>(item.byte_offset) < 0;
      std::vector<std::string> conditions;
      if (is_before) conditions.push_back(index + " >= 0");
      for (const std::string& bound : bounds_of(facts, array)) {
        if (!is_before) conditions.push_back(fmt::format("{} < {}", index, bound));
        if (is_before) conditions.push_back(fmt::format("{0} >= 0 && {0} < {1}", index, bound));
      }
      // If the index is its id, a work-item without an element of its own returns at once.
      const std::vector<std::size_t> chain = tree.chain(number);
      const bool is_outermost = chain.size() == 2;
      for (const std::string& condition : conditions) {
        const std::string title = fmt::format("check `{}` before line {}", condition, line);
        if (is_free) found.push_back({title, {guarded(tree, statement, condition)}});
        if (is_simple && is_outermost && is_name(subscript->index) && !is_before) {
          const std::string bound = condition.substr(condition.find('<') + 2);
          found.push_back(
              {fmt::format("end work-items for which `{} >= {}` before line {}", index, bound, line),
               {{statement.begin, 0,
                 fmt::format("if ({} >= {}) return;", index, bound) +
                     (tree.begins_its_line(statement.begin) ? "\n" + tree.indentation(statement.begin)
                                                            : " ")}}});
        }
        if (is_free || item.access != "read" || array == nullptr) continue;
        const std::string zero =
            array->element_type.empty() ? "0" : fmt::format("({})(0)", array->element_type);
        found.push_back({fmt::format("check `{}` in line {}", condition, line),
                         {{subscript->whole.begin, 0, fmt::format("({} ? ", condition)},
                          {subscript->whole.end, 0, fmt::format(" : {})", zero)}}});
      }
    }
  }
  return found;
}

}  // namespace launchproof::repair
