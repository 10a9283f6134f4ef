// One statement, token by token.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "verify/repair/source_tree.h"

namespace launchproof::repair {

// The statement in tokens, without its semicolon.
class StatementWords {
 public:
  StatementWords(const SourceTree& tree, const Stretch& statement) : d_tree(tree) {
    for (std::size_t i = tree.token_at(statement.begin);
         i < tree.tokens().size() && statement.contains(tree.tokens()[i].at.begin); ++i)
      d_tokens.push_back(tree.tokens()[i]);
    if (!d_tokens.empty() && text(d_tokens.size() - 1) == ";") d_tokens.pop_back();
  }

  std::size_t size() const { return d_tokens.size(); }
  std::string_view text(std::size_t i) const { return d_tree.text(d_tokens[i]); }
  const Stretch& at(std::size_t i) const { return d_tokens[i].at; }
  bool is_word(std::size_t i) const { return d_tokens[i].is_word; }

  // Returns the source of the tokens [begin, end).
  std::string source(std::size_t begin, std::size_t end) const {
    if (begin >= end) return {};
    return std::string(d_tree.text(Stretch{d_tokens[begin].at.begin, d_tokens[end - 1].at.end}));
  }
  // Returns the same without blanks.
  std::string packed(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) text += this->text(i);
    return text;
  }
  // Returns the first token at the outermost level with one of these texts, or size().
  std::size_t outermost(std::size_t begin, std::size_t end, const std::set<std::string_view>& texts) const {
    std::size_t depth = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view one = text(i);
      if (depth == 0 && texts.contains(one)) return i;
      if (one == "(" || one == "[" || one == "{") ++depth;
      if ((one == ")" || one == "]" || one == "}") && depth > 0) --depth;
    }
    return size();
  }

 private:
  const SourceTree& d_tree;
  std::vector<Token> d_tokens;
};

}  // namespace launchproof::repair
