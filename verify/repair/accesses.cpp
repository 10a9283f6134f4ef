#include "verify/repair/accesses.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "verify/repair/statement_words.h"

namespace launchproof::repair {

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

TextEdit guarded(const SourceTree& tree, const Stretch& statement, const std::string& condition) {
  return {statement.begin, 0,
          tree.begins_its_line(statement.begin) && tree.line(statement.begin) != tree.line(statement.end - 1)
              ? "if (" + condition + ")\n" + tree.indentation(statement.begin) + "  "
              : "if (" + condition + ") "};
}

bool may_be_guarded(const SourceTree& tree, const Stretch& statement) {
  const std::size_t next = tree.token_at(statement.end);
  if (next < tree.tokens().size() && tree.text(tree.tokens()[next]) == "else") return false;
  const StatementWords words(tree, statement);
  return words.outermost(0, words.size(), {","}) >= words.size();
}

std::vector<Candidate> stricter_comparisons(const SourceTree& tree, std::size_t statement) {
  using Change = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Change, 2> kEnters{{{"<=", "<"}, {">=", ">"}}};
  static constexpr std::array<Change, 2> kLeaves{{{">", ">="}, {"<", "<="}}};
  const auto& tokens = tree.tokens();
  std::vector<Candidate> found;
  const auto look = [&](const Stretch& condition, const std::array<Change, 2>& changes, bool is_loop) {
    for (const Change& change : changes)
      for (std::size_t i = tree.token_at(condition.begin);
           i < tokens.size() && condition.contains(tokens[i].at.begin); ++i) {
        if (tree.text(tokens[i]) != change.first) continue;
        // A loop that counts down to 0 is rarely meant to leave it out.
        if (is_loop && change.first == ">=" && i + 1 < tokens.size() && tree.text(tokens[i + 1]) == "0")
          continue;
        found.push_back({fmt::format("change `{}` to `{}` in the condition in line {}", change.first,
                                     change.second, tree.shown_line(tokens[i].at.begin)),
                         {{tokens[i].at.begin, change.first.size(), std::string(change.second)}}});
      }
  };
  std::size_t inner = kNoStatement;
  for (const std::size_t outer : tree.chain(statement)) {
    const Statement& at = tree.statement(outer);
    if (at.kind == StatementKind::If || at.kind == StatementKind::Loop)
      look(at.condition, kEnters, at.kind == StatementKind::Loop);
    if (at.kind == StatementKind::Block) {
      for (const std::size_t child : at.children) {
        if (child == inner) break;
        const Statement& sibling = tree.statement(child);
        if (sibling.kind == StatementKind::If &&
            tree.text(sibling.at).find("return") != std::string_view::npos)
          look(sibling.condition, kLeaves, false);
      }
    }
    inner = outer;
  }
  return found;
}

}  // namespace launchproof::repair
