#include "verify/frontend/contracts/formula.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace launchproof::frontend {
namespace {

enum class TokenKind : std::uint8_t { Name, Number, Mark, End };

struct FormulaToken {
  TokenKind kind = TokenKind::End;
  std::string text;
};

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The longest marks come first.
constexpr std::array<std::string_view, 13> kLongMarks{
    "<==>", "<=>", "<->", "==>", "->", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>"};

std::vector<FormulaToken> tokens_of(std::string_view text) {
  std::vector<FormulaToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
      ++at;  // `\forall` is `forall`
      continue;
    }
    std::size_t end = at + 1;
    TokenKind kind = TokenKind::Mark;
    if (begins_name(c)) {
      kind = TokenKind::Name;
      while (end < text.size() && continues_name(text[end])) ++end;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      kind = TokenKind::Number;
      const auto is_part = [&](std::size_t i) {
        const bool is_fraction = text[i] == '.' && i + 1 < text.size() &&
                                 std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
        return continues_name(text[i]) || is_fraction;
      };
      while (end < text.size() && is_part(end)) ++end;
    } else {
      for (const std::string_view mark : kLongMarks)
        if (text.substr(at).starts_with(mark)) {
          end = at + mark.size();
          break;
        }
    }
    tokens.push_back({kind, std::string(text.substr(at, end - at))});
    at = end;
  }
  tokens.push_back({TokenKind::End, "the end"});
  return tokens;
}

Formula binary(std::string operation, Formula left, Formula right) {
  Formula made{.kind = FormulaKind::Binary, .text = std::move(operation), .parts = {}, .variables = {}};
  made.parts.push_back(std::move(left));
  made.parts.push_back(std::move(right));
  return made;
}

bool is_comparison(std::string_view mark) {
  return mark == "<" || mark == "<=" || mark == ">" || mark == ">=" || mark == "==" || mark == "!=";
}

class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : d_tokens(tokens_of(text)) {}

  Formula whole() {
    Formula result = equivalence();
    if (peek().kind != TokenKind::End) fail("`" + peek().text + "` is not expected here");
    return result;
  }

 private:
  static constexpr unsigned kDeepest = 200;

  [[noreturn]] static void fail(const std::string& why) { throw FormulaError(why); }

  const FormulaToken& peek() const { return d_tokens[d_at]; }
  bool is(std::string_view mark) const {
    return peek().text == mark && peek().kind != TokenKind::End && peek().kind != TokenKind::Number;
  }
  std::string take() {
    if (peek().kind == TokenKind::End) fail("it ends too early");
    return d_tokens[d_at++].text;
  }
  bool take_if(std::string_view mark) {
    if (!is(mark)) return false;
    ++d_at;
    return true;
  }
  void expect(std::string_view mark) {
    if (!take_if(mark)) fail("`" + std::string(mark) + "` is missing before `" + peek().text + "`");
  }
  std::string name() {
    if (peek().kind == TokenKind::End) fail("it ends where a name is expected");
    if (peek().kind != TokenKind::Name) fail("`" + peek().text + "` stands where a name is expected");
    return take();
  }

  Formula equivalence() {
    Formula left = implication();
    while (is("<->") || is("<=>") || is("<==>")) {
      take();
      left = binary("<->", std::move(left), implication());
    }
    return left;
  }

  Formula implication() {
    if (++d_depth > kDeepest) fail("it is nested too deeply");
    Formula left = operation(0);
    if (is("->") || is("==>")) {
      take();
      left = binary("->", std::move(left), implication());
    }
    --d_depth;
    return left;
  }

  // Binary operators by level, the loosest first. Comparisons may be chained.
  Formula operation(std::size_t level) {
    static constexpr std::array<std::array<std::string_view, 6>, 5> kLevels{
        {{"||"}, {"&&"}, {"<", "<=", ">", ">=", "==", "!="}, {"+", "-"}, {"*", "/", "%"}}};
    if (level == kLevels.size()) return unary();
    Formula left = operation(level + 1);
    Formula chain;
    bool is_chained = false;
    while (peek().kind == TokenKind::Mark &&
           std::ranges::find(kLevels[level], peek().text) != kLevels[level].end()) {
      std::string mark = take();
      Formula right = operation(level + 1);
      if (!is_comparison(mark)) {
        left = binary(std::move(mark), std::move(left), std::move(right));
        continue;
      }
      Formula one = binary(std::move(mark), std::move(left), right);
      chain = is_chained ? binary("&&", std::move(chain), std::move(one)) : std::move(one);
      is_chained = true;
      left = std::move(right);
    }
    return is_chained ? chain : left;
  }

  Formula unary() {
    if (++d_depth > kDeepest) fail("it is nested too deeply");
    Formula result;
    if (is("!") || is("-")) {
      result.kind = FormulaKind::Unary;
      result.text = take();
      result.parts.push_back(unary());
    } else {
      result = postfix();
      if (take_if("^")) result = binary("^", std::move(result), unary());
    }
    --d_depth;
    return result;
  }

  Formula postfix() {
    Formula result = primary();
    for (;;) {
      Formula made;
      if (take_if("[")) {
        made.kind = FormulaKind::Index;
        made.parts.push_back(std::move(result));
        made.parts.push_back(equivalence());
        expect("]");
      } else if (is(".") && d_tokens[d_at + 1].kind == TokenKind::Name && result.kind == FormulaKind::Name) {
        take();
        made.kind = FormulaKind::Field;
        made.text = take();
        made.parts.push_back(std::move(result));
      } else if (take_if("@")) {
        made.kind = FormulaKind::AtThread;
        made.text = name();
        made.parts.push_back(std::move(result));
      } else {
        return result;
      }
      result = std::move(made);
    }
  }

  Formula primary() {
    if (take_if("(")) {
      Formula inside = equivalence();
      expect(")");
      return inside;
    }
    Formula result;
    if (peek().kind == TokenKind::Number) {
      result.text = take();
      return result;
    }
    result.text = name();
    if (result.text == "forall" || result.text == "exists") return quantified(result.text == "forall");
    result.kind = FormulaKind::Name;
    if (!take_if("(")) return result;
    if (result.text == "sum") return sum();
    result.kind = FormulaKind::Call;
    while (!take_if(")")) {
      if (!result.parts.empty()) expect(",");
      result.parts.push_back(equivalence());
    }
    return result;
  }

  // `sum(k, e, lo, hi)`, behind the parenthesis.
  Formula sum() {
    Formula result;
    result.kind = FormulaKind::Sum;
    result.variables.push_back(name());
    for (unsigned i = 0; i < 3; ++i) {
      expect(",");
      result.parts.push_back(equivalence());
    }
    expect(")");
    return result;
  }

  // `forall i j [trigger]. F` or `forall t : thread. F`, behind the word.
  Formula quantified(bool is_universal) {
    Formula result;
    result.kind = is_universal ? FormulaKind::ForAll : FormulaKind::Exists;
    do {
      result.variables.push_back(name());
    } while (take_if(",") || peek().kind == TokenKind::Name);
    // The type may stand before the variable, as in `forall int i`.
    if (result.variables.size() > 1 &&
        (result.variables.front() == "int" || result.variables.front() == "integer"))
      result.variables.erase(result.variables.begin());
    if (take_if("[")) {  // a hint for the solver
      equivalence();
      expect("]");
    }
    if (take_if(":")) {
      const std::string type = name();
      if (type == "thread")
        result.kind = is_universal ? FormulaKind::ForThreads : FormulaKind::SomeThread;
      else if (type != "int" && type != "integer")
        fail("a variable of the type `" + type + "` cannot be quantified");
    }
    if (!take_if(";")) expect(".");
    result.parts.push_back(equivalence());
    return result;
  }

  std::vector<FormulaToken> d_tokens;
  std::size_t d_at = 0;
  unsigned d_depth = 0;
};

void add_conjuncts(const Formula& formula, std::vector<Formula>& to) {
  if (!formula.is("&&")) {
    to.push_back(formula);
    return;
  }
  for (const Formula& part : formula.parts) add_conjuncts(part, to);
}

}  // namespace

Formula parse_formula(std::string_view text) {
  return FormulaParser(text).whole();
}

bool mentions(const Formula& formula, std::string_view name) {
  if (formula.kind == FormulaKind::Name) return formula.text == name;
  const bool binds = std::ranges::find(formula.variables, name) != formula.variables.end();
  // The bounds of a sum stand outside of its variable.
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    const bool is_bound_here = binds && (formula.kind != FormulaKind::Sum || i == 0);
    if (!is_bound_here && mentions(formula.parts[i], name)) return true;
  }
  return false;
}

std::vector<Formula> conjuncts_of(const Formula& formula) {
  std::vector<Formula> result;
  add_conjuncts(formula, result);
  return result;
}

}  // namespace launchproof::frontend
