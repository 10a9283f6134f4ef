#include "verify/frontend/contracts/contracts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "verify/frontend/contracts/condition.h"
#include "verify/frontend/contracts/formula.h"

namespace launchproof::frontend {
namespace {

enum class ClauseKind : std::uint8_t { Requires, Ensures, Ghost, Invariant, Assertion };

struct Clause {
  ClauseKind kind = ClauseKind::Invariant;
  std::string text;
  unsigned line = 0;
};

struct Keyword {
  std::string_view in_comment, as_function;
  ClauseKind kind;
};

constexpr std::array<Keyword, 5> kKeywords{{{"requires", "declare_precondition", ClauseKind::Requires},
                                            {"ensures", "declare_postcondition", ClauseKind::Ensures},
                                            {"ghost", "declare_logic_param", ClauseKind::Ghost},
                                            {"invariant", "declare_invariant", ClauseKind::Invariant},
                                            {"assert", "assert", ClauseKind::Assertion}}};

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || text.front() == ';')) text.remove_prefix(1);
  while (!text.empty() && (is_space(text.back()) || text.back() == ';')) text.remove_suffix(1);
  return std::string(text);
}

// Returns the clauses of a contract's comment, without its marks. Empty: the comment is no contract.
std::vector<Clause> clauses_of(std::string_view comment, unsigned line) {
  std::vector<Clause> clauses;
  std::size_t begins = 0;  // the text of the last clause
  unsigned lines = 0;
  const auto end_clause = [&](std::size_t end) {
    if (!clauses.empty()) clauses.back().text = trimmed(comment.substr(begins, end - begins));
  };
  for (std::size_t at = 0; at < comment.size();) {
    if (comment[at] == '\n') ++lines;
    if (!is_of_name(comment[at])) {
      // A comment that begins with something else is no contract.
      if (clauses.empty() && !is_space(comment[at])) return {};
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < comment.size() && is_of_name(comment[end])) ++end;
    const std::string_view word = comment.substr(at, end - at);
    const auto* const keyword = std::ranges::find(kKeywords, word, &Keyword::in_comment);
    if (keyword != kKeywords.end()) {
      end_clause(at);
      clauses.push_back({keyword->kind, {}, line + lines});
      begins = end;
    } else if (word == "loop" || word == "global") {
      end_clause(at);  // `loop invariant`
      if (!clauses.empty()) begins = end;
    } else if (clauses.empty()) {
      return {};
    }
    at = end;
  }
  end_clause(comment.size());
  return clauses;
}

// Lines of a contract may begin with `@`.
void blank_margins(std::string& comment) {
  bool is_margin = false;
  for (char& c : comment) {
    if (is_margin && c == '@') c = ' ';
    is_margin = c == '\n' || (is_margin && is_space(c) && c != '@');
  }
}

// A change of the text.
struct Edit {
  std::size_t at = 0, length = 0;
  std::string text;
};

// A function with what is stated of it.
struct Contract {
  std::size_t parameters_end = 0;  // the parenthesis
  std::size_t body = 0;            // behind the brace
  unsigned body_line = 0;
  bool is_kernel = false;
  std::vector<Clause> clauses;
};

class Scanner {
 public:
  explicit Scanner(std::string_view source) : d_source(source) {}

  void scan() {
    while (d_at < d_source.size()) step();
  }

  const std::vector<Contract>& contracts() const { return d_contracts; }
  std::vector<Edit>& edits() { return d_edits; }
  std::string_view source() const { return d_source; }

 private:
  char at(std::size_t offset) const {
    return d_at + offset < d_source.size() ? d_source[d_at + offset] : '\0';
  }

  void move(std::size_t characters) {
    for (std::size_t i = 0; i < characters && d_at < d_source.size(); ++i)
      d_line += d_source[d_at++] == '\n' ? 1 : 0;
  }

  void step() {
    const char c = at(0);
    if (c == '/' && (at(1) == '/' || at(1) == '*'))
      comment();
    else if (c == '"' || c == '\'')
      literal(c);
    else if (is_of_name(c))
      word();
    else
      mark(c);
  }

  void mark(char c) {
    if (c == '{') {
      ++d_depth;
      if (d_body_depth == 0 && d_last == ')') {
        d_body_depth = d_depth;
        d_contracts.push_back({d_last_at, d_at + 1, d_line, declares_kernel(), std::exchange(d_pending, {})});
      }
    } else if (c == '}') {
      if (d_depth == d_body_depth) d_body_depth = 0;
      if (d_depth > 0) --d_depth;
    }
    if (d_body_depth == 0 && (c == ';' || c == '{' || c == '}')) d_declaration = d_at + 1;
    // A contract is of the definition that follows it. A declaration has none.
    if (d_body_depth == 0 && c == ';') d_pending.clear();
    if (!is_space(c)) note_last(c);
    move(1);
  }

  // Returns whether the words before the parameters that end here declare a kernel.
  bool declares_kernel() const {
    const std::string_view declaration = d_source.substr(d_declaration, d_last_at - d_declaration);
    for (std::size_t at = 0; at < declaration.size();) {
      std::size_t end = at;
      while (end < declaration.size() && is_of_name(declaration[end])) ++end;
      const std::string_view word = declaration.substr(at, end - at);
      if (word == "__global__" || word == "__kernel" || word == "kernel") return true;
      at = std::max(end, at + 1);
    }
    return declaration.find("__attribute__((global))") != std::string_view::npos;
  }

  void note_last(char c) {
    d_last = c;
    d_last_at = d_at;
  }

  void literal(char quote) {
    note_last(quote);
    move(1);
    while (d_at < d_source.size() && at(0) != quote && at(0) != '\n') move(at(0) == '\\' ? 2 : 1);
    move(1);
  }

  void comment() {
    const bool is_line = at(1) == '/';
    std::size_t end = is_line ? d_source.find('\n', d_at) : d_source.find("*/", d_at + 2);
    end = std::min(end, d_source.size());
    const std::size_t behind = is_line ? end : std::min(end + 2, d_source.size());
    if (at(2) == '@') {
      std::string inside(d_source.substr(d_at + 3, end - d_at - 3));
      blank_margins(inside);
      add(clauses_of(inside, d_line));
    }
    move(behind - d_at);
  }

  void add(std::vector<Clause> clauses) {
    std::vector<Clause>& to =
        d_body_depth == 0 || d_contracts.empty() ? d_pending : d_contracts.back().clauses;
    for (Clause& clause : clauses) to.push_back(std::move(clause));
  }

  void word() {
    std::size_t end = d_at;
    while (end < d_source.size() && is_of_name(d_source[end])) ++end;
    const std::string_view name = d_source.substr(d_at, end - d_at);
    const auto* const keyword = std::ranges::find(kKeywords, name, &Keyword::as_function);
    if (keyword != kKeywords.end() && d_body_depth != 0 && call(keyword->kind, end)) return;
    note_last(name.back());
    move(end - d_at);
  }

  // Reads `name("...", "...");`. Returns false, and reads nothing, where it is none.
  bool call(ClauseKind kind, std::size_t behind_name) {
    std::size_t place = behind_name;
    unsigned line = d_line;
    std::vector<Clause> clauses;
    const auto skip = [&] {
      while (place < d_source.size()) {
        if (is_space(d_source[place])) {
          line += d_source[place++] == '\n' ? 1 : 0;
        } else if (d_source.substr(place).starts_with("//")) {
          place = std::min(d_source.find('\n', place), d_source.size());
        } else if (d_source.substr(place).starts_with("/*")) {
          const std::size_t end = std::min(d_source.find("*/", place), d_source.size() - 2) + 2;
          line += static_cast<unsigned>(std::ranges::count(d_source.substr(place, end - place), '\n'));
          place = end;
        } else {
          return;
        }
      }
    };
    const auto is = [&](char c) { return place < d_source.size() && d_source[place] == c; };
    skip();
    if (!is('(')) return false;
    ++place;
    for (skip(); !is(')'); skip()) {
      if (!is('"')) return false;
      Clause clause{kind, {}, line};
      // Literals beside each other are one, and one may go over several lines.
      while (is('"')) {
        const std::size_t end = d_source.find('"', place + 1);
        if (end == std::string_view::npos) return false;
        const std::string_view inside = d_source.substr(place + 1, end - place - 1);
        clause.text += inside;
        line += static_cast<unsigned>(std::ranges::count(inside, '\n'));
        place = end + 1;
        skip();
      }
      clauses.push_back(std::move(clause));
      if (is(',')) ++place;
    }
    ++place;
    skip();
    if (!is(';')) return false;
    ++place;
    add(std::move(clauses));
    // The statement stays as an empty one.
    std::string lines(static_cast<std::size_t>(std::ranges::count(d_source.substr(d_at, place - d_at), '\n')),
                      '\n');
    d_edits.push_back({d_at, place - d_at, ";" + lines});
    note_last(';');
    move(place - d_at);
    return true;
  }

  std::string_view d_source;
  std::size_t d_at = 0;
  unsigned d_line = 1;
  unsigned d_depth = 0;
  unsigned d_body_depth = 0;  // of the function's body; 0: outside of functions
  char d_last = '\0';         // the last character that is no space and in no comment
  std::size_t d_last_at = 0;
  std::size_t d_declaration = 0;  // where the declaration begins that is being read outside of functions
  std::vector<Clause> d_pending;
  std::vector<Contract> d_contracts;
  std::vector<Edit> d_edits;
};

std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

// A parameter that contracts alone name.
struct Logical {
  std::string type, name;
  bool is_array = false;
};

// Reads `int m, hA` or `float a0[]`. Throws FormulaError.
std::vector<Logical> logicals_of(const std::string& text) {
  std::vector<Logical> result;
  std::string type;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string one = trimmed(std::string_view(text).substr(at, end - at));
    Logical logical;
    if (one.ends_with("]")) {
      logical.is_array = true;
      one = trimmed(std::string_view(one).substr(0, one.find('[')));
    }
    const std::size_t space = one.find_last_of(" \t\n*");
    if (space != std::string::npos) type = trimmed(std::string_view(one).substr(0, space));
    logical.name = space == std::string::npos ? one : one.substr(space + 1);
    logical.type = type;
    if (type.empty() || logical.name.empty() || !std::ranges::all_of(logical.name, is_of_name))
      throw FormulaError("`ghost` declares no name with a type");
    result.push_back(std::move(logical));
    at = end + 1;
  }
  return result;
}

// Whether the formula is `forall i. a[i] == g[i]` for the logical array g; then the name of a.
std::string array_before(const Formula& formula, const std::string& logical) {
  if (formula.kind != FormulaKind::ForAll || formula.variables.size() != 1) return {};
  const Formula& body = formula.parts[0];
  if (!body.is("==")) return {};
  const auto is_element = [&](const Formula& one) {
    return one.kind == FormulaKind::Index && one.parts[0].kind == FormulaKind::Name &&
           one.parts[1].kind == FormulaKind::Name && one.parts[1].text == formula.variables[0];
  };
  if (!is_element(body.parts[0]) || !is_element(body.parts[1])) return {};
  const std::string& left = body.parts[0].parts[0].text;
  const std::string& right = body.parts[1].parts[0].text;
  if (left == logical && right != logical) return right;
  if (right == logical && left != logical) return left;
  return {};
}

// Makes the conditions of one function's contract.
class ContractReader {
 public:
  explicit ContractReader(const std::vector<Clause>& clauses) : d_clauses(clauses) {}

  void read() {
    unsigned line = 0;  // of what is read
    try {
      for (const Clause& clause : d_clauses) {
        if (clause.kind != ClauseKind::Ghost) continue;
        line = clause.line;
        for (Logical& one : logicals_of(clause.text)) d_logicals.push_back(std::move(one));
      }
      for (const Clause& clause : d_clauses) {
        if (clause.kind != ClauseKind::Requires) continue;
        line = clause.line;
        d_preconditions.emplace_back(&clause, parse_formula(clause.text));
      }
      define_logicals();
      for (const auto& [clause, formula] : d_preconditions) {
        line = clause->line;
        const std::string condition = precondition_of(formula, d_names);
        add(clause->line, "__requires(" + condition + ");");
      }
      for (const Logical& one : d_logicals)
        if (one.is_array && !d_names.arrays.contains(one.name))
          throw FormulaError("no precondition says what `" + one.name +
                             "` holds, as in `forall i. a[i] == " + one.name + "[i]`");
    } catch (const FormulaError& error) {
      d_refusal = "the precondition in line " + std::to_string(line) + " is not understood: " + error.what();
      d_statements.clear();
      d_added.clear();
    }
    for (const Clause& clause : d_clauses)
      if (clause.kind == ClauseKind::Ensures) add(clause.line, postcondition(clause));
  }

  // What stands at the beginning of the function's body, with its lines.
  const std::string& statements() const { return d_statements; }
  // Parameters behind those of the function.
  const std::vector<std::string>& added() const { return d_added; }

 private:
  void add(unsigned line, const std::string& statement) {
    d_statements += "\n#line " + std::to_string(line) + "\n" + statement;
  }

  // Takes values that an equation defines, one after the other, and then leaves the rest to the launch.
  void define_logicals() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Logical& one : d_logicals) {
        if (d_names.values.contains(one.name) || d_names.arrays.contains(one.name)) continue;
        const auto defines = std::ranges::find_if(
            d_preconditions, [&](const auto& each) { return is_defined_by(one, each.second); });
        if (defines == d_preconditions.end()) continue;
        d_preconditions.erase(defines);
        changed = true;
      }
    }
    for (const Logical& one : d_logicals)
      if (!one.is_array && !d_names.values.contains(one.name)) d_added.push_back(one.type + " " + one.name);
  }

  bool is_defined_by(const Logical& one, const Formula& formula) {
    if (one.is_array) {
      const std::string array = array_before(formula, one.name);
      if (!array.empty()) d_names.arrays[one.name] = array;
      return !array.empty();
    }
    if (!formula.is("==")) return false;
    const auto defines = [&](const Formula& name, const Formula& value) {
      if (name.kind != FormulaKind::Name || name.text != one.name || !is_known(value)) return false;
      d_names.values.emplace(one.name, value);
      return true;
    };
    return defines(formula.parts[0], formula.parts[1]) || defines(formula.parts[1], formula.parts[0]);
  }

  // Whether a value depends on no logical one that nothing defines yet.
  bool is_known(const Formula& value) const {
    return std::ranges::none_of(d_logicals, [&](const Logical& one) {
      return !d_names.values.contains(one.name) && mentions(value, one.name);
    });
  }

  std::string postcondition(const Clause& clause) const {
    std::string refusal = d_refusal;
    if (refusal.empty()) {
      try {
        return "__postcondition(" + postcondition_of(parse_formula(clause.text), d_names) + ");";
      } catch (const FormulaError& error) {
        refusal = "the postcondition is not understood: " + std::string(error.what());
      }
    }
    return "__postcondition(__contract_not_understood(" + in_quotes(refusal) + "));";
  }

  const std::vector<Clause>& d_clauses;
  std::vector<Logical> d_logicals;
  std::vector<std::pair<const Clause*, Formula>> d_preconditions;
  ContractNames d_names;
  std::string d_refusal;
  std::string d_statements;
  std::vector<std::string> d_added;
};

}  // namespace

bool may_state_contracts(std::string_view source) {
  const bool has_comment =
      source.find("/*@") != std::string_view::npos || source.find("//@") != std::string_view::npos;
  return (has_comment && source.find("ensures") != std::string_view::npos) ||
         source.find("declare_postcondition") != std::string_view::npos;
}

std::optional<std::string> with_contracts(std::string_view source) {
  const bool is_possible = source.find("/*@") != std::string_view::npos ||
                           source.find("//@") != std::string_view::npos ||
                           source.find("declare_p") != std::string_view::npos;
  if (!is_possible) return std::nullopt;
  Scanner scanner(source);
  scanner.scan();
  std::vector<Edit> edits = std::move(scanner.edits());
  bool is_stated = false;
  for (const Contract& contract : scanner.contracts()) {
    if (contract.clauses.empty()) continue;
    is_stated = true;
    if (!contract.is_kernel) continue;
    ContractReader reader(contract.clauses);
    reader.read();
    if (!reader.added().empty()) {
      std::size_t before = contract.parameters_end;
      while (before > 0 && is_space(source[before - 1])) --before;
      std::string text;
      for (const std::string& one : reader.added())
        text += (text.empty() && before > 0 && source[before - 1] == '(' ? "" : ", ") + one;
      edits.push_back({contract.parameters_end, 0, text});
    }
    if (!reader.statements().empty())
      edits.push_back(
          {contract.body, 0, reader.statements() + "\n#line " + std::to_string(contract.body_line) + "\n"});
  }
  if (!is_stated) return std::nullopt;
  std::ranges::sort(edits, {}, [](const Edit& edit) { return std::pair(edit.at, edit.length); });
  std::string result;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    result += source.substr(done, edit.at - done);
    result += edit.text;
    done = edit.at + edit.length;
  }
  result += source.substr(done);
  return result;
}

}  // namespace launchproof::frontend
