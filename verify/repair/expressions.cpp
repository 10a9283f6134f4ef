#include "verify/repair/expressions.h"

#include <algorithm>
#include <cctype>

#include "verify/repair/statement_words.h"

namespace launchproof::repair {

bool is_repeatable(std::string_view condition) {
  if (condition.find("++") != std::string_view::npos || condition.find("--") != std::string_view::npos)
    return false;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    if (condition[i] == '[' || condition[i] == '?' || condition[i] == '"') return false;
    if (condition[i] == '=' && condition[i == 0 ? 0 : i - 1] != '=' && condition[i == 0 ? 0 : i - 1] != '<' &&
        condition[i == 0 ? 0 : i - 1] != '>' && condition[i == 0 ? 0 : i - 1] != '!' &&
        (i + 1 == condition.size() || condition[i + 1] != '='))
      return false;
    const bool is_call =
        condition[i] == '(' && i > 0 && std::isalnum(static_cast<unsigned char>(condition[i - 1])) != 0;
    if (is_call) return false;
  }
  return true;
}

bool declares(const SourceTree& tree, const Stretch& statement) {
  const StatementWords words(tree, statement);
  if (words.size() < 2 || !words.is_word(0)) return false;
  for (const std::string_view word : {"return", "goto", "delete", "case", "else"})
    if (words.text(0) == word) return false;
  // The name stands before the first of these, and its type before it.
  const std::size_t end =
      std::min(words.outermost(0, words.size(), {"=", "[", "(", "{", ",", ";", ":"}), words.size());
  if (end < 2 || !words.is_word(end - 1)) return false;
  const std::string_view before = words.text(end - 2);
  return words.is_word(end - 2) || before == "*" || before == "&" || before == ">";
}

}  // namespace launchproof::repair
