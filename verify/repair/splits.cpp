// Fixes that split statements at a barrier: a statement that reads what others write, so that first all read
// and then all write; and a conditional around a barrier that some work-items miss.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"
#include "verify/repair/insertion.h"
#include "verify/repair/statement_words.h"

namespace launchproof::repair {

using verdict::Finding;

namespace {

// `LHS = VALUE`, `LHS += VALUE` and so on.
struct Assignment {
  std::string target;
  std::string value;  // the stored value, as an expression
};

std::optional<Assignment> assignment_of(const SourceTree& tree, const Stretch& statement) {
  const StatementWords words(tree, statement);
  const std::size_t at =
      words.outermost(0, words.size(), {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
  if (at == 0 || at >= words.size()) return std::nullopt;
  const std::string target = words.source(0, at), value = words.source(at + 1, words.size());
  // A declaration has a type before its name and nothing that could be stored twice.
  if (at == 1 || target.find('[') == std::string::npos) return std::nullopt;
  const std::string assigned(words.text(at));
  if (assigned == "=") return Assignment{target, value};
  return Assignment{target, target + " " + assigned.substr(0, assigned.size() - 1) + " (" + value + ")"};
}

// Returns whether the token may be a whole argument of a call.
bool is_argument(const SourceTree& tree, std::size_t token) {
  const auto& tokens = tree.tokens();
  if (token == 0 || token + 1 >= tokens.size()) return false;
  const std::string_view before = tree.text(tokens[token - 1]), after = tree.text(tokens[token + 1]);
  return (before == "(" || before == ",") && (after == ")" || after == ",");
}

// Returns whether the first range declares a name that the second one uses. Apart, the second one would use
// another variable of this name, or none.
bool declares_for(const SourceTree& tree, const Stretch& first, const Stretch& second) {
  const auto& tokens = tree.tokens();
  for (std::size_t i = tree.token_at(first.begin) + 1; i + 1 < tree.token_at(first.end); ++i) {
    const std::string_view before = tree.text(tokens[i - 1]), after = tree.text(tokens[i + 1]);
    const bool is_declared = tokens[i].is_word &&
                             (tokens[i - 1].is_word || before == "*" || before == "," || before == "&") &&
                             (after == "=" || after == ";" || after == "," || after == "[" || after == "(");
    if (!is_declared || before == "return") continue;
    for (std::size_t j = tree.token_at(second.begin); j < tree.token_at(second.end); ++j)
      if (tree.text(tokens[j]) == tree.text(tokens[i]) &&
          (tokens[i - 1].is_word || declares(tree, {tokens[i - 1].at.begin, first.end})))
        return true;
  }
  return false;
}

// Returns whether this range of the text may change a variable that the condition uses.
// In C++, functions may change the arguments of their calls.
bool may_change(const SourceTree& tree, const Stretch& stretch, const Stretch& condition,
                model::Language language) {
  static constexpr std::array<std::string_view, 13> kChanges{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  const auto& tokens = tree.tokens();
  const auto is_change = [&](std::size_t at) {
    return at < tokens.size() && std::ranges::find(kChanges, tree.text(tokens[at])) != kChanges.end();
  };
  for (std::size_t i = tree.token_at(condition.begin); i < tree.token_at(condition.end); ++i) {
    if (!tokens[i].is_word) continue;
    for (std::size_t j = tree.token_at(stretch.begin); j < tree.token_at(stretch.end); ++j)
      if (tree.text(tokens[j]) == tree.text(tokens[i]) &&
          (is_change(j + 1) || (j > 0 && (is_change(j - 1) || tree.text(tokens[j - 1]) == "&")) ||
           (language == model::Language::Cuda && is_argument(tree, j))))
        return true;
  }
  return false;
}

}  // namespace

std::vector<Candidate> split_conditionals(const SourceTree& tree, const KernelFacts& facts,
                                          const Finding& finding) {
  if (finding.property != verdict::Property::BarrierDivergence) return {};
  std::vector<Candidate> found;
  for (const Places& side : sides_of(finding, tree, facts.file))
    for (const std::size_t place : side) {
      const std::size_t barrier = tree.innermost(place);
      if (barrier == kNoStatement || tree.statement(barrier).kind != StatementKind::Simple) continue;
      const Stretch at = tree.statement(barrier).at;
      const std::string call(tree.text(at));
      const std::size_t block = tree.statement(barrier).parent;
      if (!is_barrier_call(call) || block == kNoStatement) continue;
      const std::size_t conditional = tree.statement(block).parent;
      const std::vector<std::size_t>& siblings = tree.statement(block).children;
      if (conditional == kNoStatement || siblings.size() < 3 || siblings.front() == barrier ||
          siblings.back() == barrier)
        continue;
      const Statement& around = tree.statement(conditional);
      const std::string condition(tree.text(around.condition));
      if (around.kind != StatementKind::If || around.children.size() != 1 || !is_repeatable(condition) ||
          may_change(tree, {tree.statement(block).at.begin, at.begin}, around.condition, facts.language) ||
          declares_for(tree, {tree.statement(block).at.begin, at.begin},
                       {at.end, tree.statement(block).at.end}))
        continue;
      const std::string indent = tree.indentation(around.at.begin);
      const std::size_t begin = tree.begins_its_line(at.begin) ? tree.line_begin(at.begin) : at.begin;
      found.push_back(
          {fmt::format("split the `if` in line {} at the barrier in line {}, so that all work-items "
                       "come to the barrier",
                       line_of(tree, conditional), line_of(tree, barrier)),
           {{begin, at.end - begin, fmt::format("{0}}}\n{0}{1}\n{0}if ({2}) {{", indent, call, condition)}}});
    }
  return found;
}

std::vector<Candidate> split_statements(const SourceTree& tree, const KernelFacts& facts,
                                        const Finding& finding) {
  if (!is_within_group(finding)) return {};
  const std::vector<Places> sides = sides_of(finding, tree, facts.file);
  if (sides.size() != 2) return {};
  for (const std::size_t a : sides[0])
    for (const std::size_t b : sides[1]) {
      const std::size_t number = tree.innermost(a);
      if (number == kNoStatement || number != tree.innermost(b) ||
          tree.statement(number).kind != StatementKind::Simple)
        continue;
      const auto assignment = assignment_of(tree, tree.statement(number).at);
      const KernelArray* array = array_of(facts, finding.witness->work_items[0].array);
      if (!assignment || array == nullptr || array->element_type.empty()) continue;
      // Moves outward through conditionals that contain nothing else.
      std::size_t whole = number;
      std::string condition;
      for (std::size_t parent = tree.statement(whole).parent; parent != kNoStatement;
           parent = tree.statement(whole).parent) {
        const Statement& around = tree.statement(parent);
        const bool is_alone = around.children.size() == 1;
        if (around.kind == StatementKind::Block && is_alone && around.parent != kNoStatement &&
            tree.statement(around.parent).kind == StatementKind::If) {
          whole = parent;
          continue;
        }
        if (around.kind != StatementKind::If || !is_alone) break;
        const std::string one(tree.text(around.condition));
        if (!is_repeatable(one)) break;
        condition = condition.empty() ? one : fmt::format("({}) && ({})", one, condition);
        whole = parent;
      }
      if (tree.statement(whole).kind == StatementKind::Block) continue;
      const Stretch at = tree.statement(whole).at;
      std::string name = "next_value";
      while (tree.text().find(name) != std::string::npos) name += '_';
      const std::string indent = tree.indentation(at.begin);
      const std::string line = std::to_string(tree.shown_line(tree.statement(number).at.begin));
      std::vector<Candidate> found;
      for (const std::string& call : barrier_calls(tree, facts, finding))
        for (const bool twice : {false, true}) {
          std::string text;
          if (condition.empty()) {
            text = fmt::format("{0} {1} = {2};\n{3}{4}\n{3}{5} = {1};", array->element_type, name,
                               assignment->value, indent, call, assignment->target);
          } else {
            text = fmt::format("{0} {1};\n{3}if ({6}) {1} = {2};\n{3}{4}\n{3}if ({6}) {5} = {1};",
                               array->element_type, name, assignment->value, indent, call, assignment->target,
                               condition);
          }
          if (twice) text += fmt::format("\n{}{}", indent, call);
          found.push_back({fmt::format("split line {} into a read and a write with `{}` between them{}", line,
                                       call, twice ? ", and another behind" : ""),
                           {{at.begin, at.end - at.begin, text}}});
        }
      return found;
    }
  return {};
}

}  // namespace launchproof::repair
