// Fixes by checks of a pointer before an access, and by conditions that ask for a pointer the wrong way
// round.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "verify/repair/accesses.h"
#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"

namespace launchproof::repair {

using verdict::Finding;

namespace {

// Returns whether the operator has no operand on its left in the statement.
bool is_unary(const SourceTree& tree, const Stretch& statement, std::size_t token) {
  if (token == 0 || tree.tokens()[token].at.begin == statement.begin) return true;
  const Token& before = tree.tokens()[token - 1];
  const std::string_view text = tree.text(before);
  const bool is_operand = (before.is_word && text != "return") || text == ")" || text == "]" ||
                          text.find_first_of("0123456789") == 0;
  return !is_operand;
}

// Returns the names that the statement follows as pointers: `p[i]`, `*p`, `p->member`, and the array itself
// where a function gets it.
std::vector<std::string> pointers_in(const SourceTree& tree, const Stretch& statement, std::size_t place,
                                     const std::string& array) {
  const auto& tokens = tree.tokens();
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  };
  if (const auto subscript = subscript_at(tree, place, statement, array)) add(subscript->array);
  bool names_array = false;
  for (std::size_t i = tree.token_at(statement.begin);
       i < tokens.size() && statement.contains(tokens[i].at.begin); ++i) {
    if (!tokens[i].is_word) continue;
    const std::string_view next = i + 1 < tokens.size() ? tree.text(tokens[i + 1]) : "";
    const bool follows = i > 0 && tree.text(tokens[i - 1]) == "*" && is_unary(tree, statement, i - 1);
    if (next == "[" || next == "->" || (follows && next != "(")) add(tree.text(tokens[i]));
    names_array = names_array || tree.text(tokens[i]) == array;
  }
  if (names_array) add(array);
  return names;
}

// What a condition says of a pointer.
struct Question {
  Stretch at;
  bool is_for_null = false;  // the condition holds where the pointer is null
};

std::optional<Question> question_in(const SourceTree& tree, const Stretch& condition, std::string_view name) {
  const auto& tokens = tree.tokens();
  for (std::size_t i = tree.token_at(condition.begin);
       i < tokens.size() && condition.contains(tokens[i].at.begin); ++i) {
    if (tree.text(tokens[i]) != name) continue;
    const std::string_view before = i > 0 ? tree.text(tokens[i - 1]) : "";
    const std::string_view next = i + 1 < tokens.size() ? tree.text(tokens[i + 1]) : "";
    if (before == "!") return Question{{tokens[i - 1].at.begin, tokens[i].at.end}, true};
    const std::string_view zero = i + 2 < tokens.size() ? tree.text(tokens[i + 2]) : "";
    const bool is_zero = zero == "0" || zero == "NULL" || zero == "nullptr";
    if (is_zero && (next == "==" || next == "!="))
      return Question{{tokens[i].at.begin, tokens[i + 2].at.end}, next == "=="};
    if (next != "[" && next != "->") return Question{{tokens[i].at.begin, tokens[i].at.end}, false};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Candidate> null_checks(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  if (finding.property != verdict::Property::NullAccess || !finding.witness ||
      finding.witness->work_items.empty())
    return {};
  const verdict::WorkItem& item = finding.witness->work_items.front();
  std::vector<Candidate> found;
  for (const Places& side : sides_of(finding, tree, facts.file))
    for (const std::size_t place : side) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement) continue;
      const Statement& statement = tree.statement(number);
      const std::string line = std::to_string(tree.shown_line(statement.at.begin));
      const bool is_simple = statement.kind == StatementKind::Simple;
      for (const std::string& name : pointers_in(tree, statement.at, place, item.array)) {
        // A second question behind one for null would only keep the access from happening at all.
        bool is_asked = false;
        for (const std::size_t outer : tree.chain(number)) {
          const Statement& around = tree.statement(outer);
          if (around.kind != StatementKind::If && around.kind != StatementKind::Loop) continue;
          const auto question = question_in(tree, around.condition, name);
          if (!question) continue;
          is_asked = true;
          if (!question->is_for_null) continue;
          found.push_back({fmt::format("ask for `{0}` the other way round in the condition in line {1}: "
                                       "`{0} != 0`",
                                       name, tree.shown_line(question->at.begin)),
                           {{question->at.begin, question->at.end - question->at.begin, name + " != 0"}}});
        }
        if (is_asked) continue;
        const std::string condition = name + " != 0";
        if (is_simple && !declares(tree, statement.at) && may_be_guarded(tree, statement.at)) {
          found.push_back({fmt::format("check `{}` before line {}", name, line),
                           {guarded(tree, statement.at, condition)}});
          continue;
        }
        const auto subscript = subscript_at(tree, place, statement.at, name);
        if (item.access != "read" || !subscript || subscript->array != name) continue;
        found.push_back({fmt::format("check `{}` in line {}", name, line),
                         {{subscript->whole.begin, 0, fmt::format("({} ? ", condition)},
                          {subscript->whole.end, 0, " : 0)"}}});
      }
    }
  return found;
}

}  // namespace launchproof::repair
