// Parses PTX according to the grammar of the PTX ISA.
#include <algorithm>
#include <map>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/lexer.h"
#include "tests/oracle/ptx/module.h"

namespace launchproof::oracle::ptx {

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('.', begin);
    if (end != begin) words.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return words;
    begin = end + 1;
  }
}

bool is_space_directive(const std::string& word) {
  return word == ".param" || word == ".local" || word == ".shared" || word == ".global" || word == ".const";
}

class Parser {
 public:
  explicit Parser(const std::string& text) : d_tokens(tokens_of(text)) {}

  Module run() {
    d_module.files.emplace_back();
    while (peek().kind != Token::Kind::End) module_item();
    return std::move(d_module);
  }

 private:
  // The meaning of a name in a scope. `%r<8>` declares a family of registers; each register is created when
  // it is first used.
  struct Meaning {
    enum class Kind : std::uint8_t { Register, Family, Local, Global } kind = Kind::Register;
    std::uint32_t index = 0;  // a family: how many
    Type type;
  };
  struct Scope {
    std::uint32_t parent = 0;
    std::map<std::string, Meaning> names;
    std::map<std::string, std::uint32_t> labels;                 // statements
    std::map<std::string, std::vector<std::string>> selections;  // of `.branchtargets`
  };

  const Token& peek(std::size_t ahead = 0) const {
    return d_tokens[std::min(d_next + ahead, d_tokens.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    ++d_next;
    return token;
  }
  bool accept(const char* sign) {
    if (!peek().is(sign)) return false;
    ++d_next;
    return true;
  }
  void expect(const char* sign) {
    if (!accept(sign)) refuse(std::string("'") + sign + "' is expected, not '" + peek().text + "'");
  }
  std::string word() {
    if (peek().kind != Token::Kind::Name) refuse("a name is expected, not '" + peek().text + "'");
    return take().text;
  }
  std::uint64_t integer() {
    if (peek().kind != Token::Kind::Integer) refuse("a number is expected, not '" + peek().text + "'");
    return take().number;
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw CannotJudge{"line " + std::to_string(peek().line) + ": " + what};
  }

  void skip_braces() {
    expect("{");
    for (int depth = 1; depth > 0;) {
      if (peek().kind == Token::Kind::End) refuse("a brace is not closed");
      if (peek().is("{")) ++depth;
      if (take().is("}")) --depth;
    }
  }
  void skip_statement() {
    while (!peek().is(";") && peek().kind != Token::Kind::End) ++d_next;
    expect(";");
  }

  void module_item();
  void file_directive();
  void function(bool is_entry);
  std::vector<Formal> formals();
  void variables(const std::string& space, bool is_extern, bool in_function);
  void registers();
  void block(std::uint32_t scope);
  void location();
  void label();
  void instruction();
  Operand operand();
  Operand named(const std::string& name);
  Operand number();
  const Meaning* meaning_of(const std::string& name);
  std::uint32_t new_register(const std::string& name, Type type);
  void resolve_labels();
  std::optional<std::uint32_t> label_at(std::uint32_t scope, const std::string& name) const;

  std::vector<Token> d_tokens;
  std::size_t d_next = 0;
  Module d_module;
  std::map<std::string, Meaning> d_globals;
  // These fields describe the function that is being parsed.
  Function d_function;
  std::vector<Scope> d_scopes;
  std::uint32_t d_scope = 0;
  Origin d_origin;
};

void Parser::module_item() {
  const std::string name = word();
  if (name == ".version" || name == ".address_size") {
    if (name == ".address_size" && peek().number != 64) refuse("addresses that have not 64 bits");
    ++d_next;
  } else if (name == ".target") {
    do word();
    while (accept(","));
  } else if (name == ".file") {
    file_directive();
  } else if (name == ".section") {
    word();
    skip_braces();
  } else if (name == ".pragma" || name == ".alias") {
    skip_statement();
  } else if (name == ".visible" || name == ".extern" || name == ".weak" || name == ".common") {
    const std::string next = word();
    if (next == ".entry" || next == ".func") {
      function(next == ".entry");
    } else if (is_space_directive(next)) {
      variables(next.substr(1), name == ".extern", false);
    } else {
      refuse("a declaration that begins with '" + next + "'");
    }
  } else if (name == ".entry" || name == ".func") {
    function(name == ".entry");
  } else if (is_space_directive(name)) {
    variables(name.substr(1), false, false);
  } else {
    refuse("a directive that is not known: " + name);
  }
}

void Parser::file_directive() {
  const std::uint64_t number = integer();
  if (number > 10000) refuse("a file of great number");
  if (d_module.files.size() <= number) d_module.files.resize(number + 1);
  d_module.files[number] = take().text;
  while (accept(",")) integer();
}

void Parser::function(bool is_entry) {
  d_function = {};
  d_scopes.assign(1, {});
  d_scope = 0;
  d_origin = {};
  d_function.is_entry = is_entry;
  d_function.line = peek().line;
  while (peek().is_word(".attribute")) {
    ++d_next;
    expect("(");
    while (!accept(")")) ++d_next;
  }
  if (peek().is("(")) d_function.results = formals();
  d_function.name = word();
  if (peek().is("(")) d_function.parameters = formals();
  // Parses directives such as `.maxntid 256, 1, 1`.
  while (!peek().is("{") && !peek().is(";")) {
    if (peek().kind == Token::Kind::End) refuse("a function without a body");
    ++d_next;
  }
  if (accept(";")) {
    d_module.functions.push_back(d_function);
    return;
  }
  expect("{");
  block(0);
  resolve_labels();
  d_function.has_body = true;
  // A declaration that came before.
  std::erase_if(d_module.functions,
                [&](const Function& other) { return other.name == d_function.name && !other.has_body; });
  d_module.functions.push_back(std::move(d_function));
}

std::vector<Formal> Parser::formals() {
  std::vector<Formal> all;
  expect("(");
  while (!accept(")")) {
    const std::string space = word();
    Formal formal;
    formal.is_register = space == ".reg";
    if (!formal.is_register && space != ".param") refuse("a parameter in '" + space + "'");
    Variable variable;
    variable.space = "param";
    std::optional<Type> type;
    std::uint64_t lanes = 1;
    while (peek().kind == Token::Kind::Name && peek().text.starts_with(".")) {
      for (const std::string& part : split(word())) {
        if (part == "align") {
          integer();
        } else if (part == "v2" || part == "v4") {
          lanes = part == "v2" ? 2 : 4;
        } else if (const auto named = type_named(part)) {
          type = named;
        }
      }
    }
    if (!type) refuse("a parameter without a type");
    variable.element = *type;
    variable.bytes = lanes * std::max(1U, type->bits / 8);
    variable.name = word();
    if (accept("[")) {
      variable.bytes = peek().is("]") ? 0 : variable.bytes * integer();
      expect("]");
    }
    if (formal.is_register) {
      formal.index = new_register(variable.name, *type);
    } else {
      formal.index = static_cast<std::uint32_t>(d_function.variables.size());
      d_function.variables.push_back(variable);
      d_scopes[0].names[variable.name] = {Meaning::Kind::Local, formal.index, *type};
    }
    all.push_back(formal);
    accept(",");
  }
  return all;
}

void Parser::variables(const std::string& space, bool is_extern, bool in_function) {
  Variable common;
  common.space = space;
  std::uint64_t lanes = 1;
  std::optional<Type> type;
  while (peek().kind == Token::Kind::Name && peek().text.starts_with(".")) {
    for (const std::string& part : split(word())) {
      if (part == "align") {
        integer();
      } else if (part == "attribute") {
        expect("(");
        while (!accept(")")) ++d_next;
      } else if (part == "v2" || part == "v4") {
        lanes = part == "v2" ? 2 : 4;
      } else if (const auto named = type_named(part)) {
        type = named;
      } else if (part != "ptr" && !is_space_directive("." + part)) {
        refuse("a variable of type '" + part + "'");
      }
    }
  }
  if (!type) refuse("a variable without a type");
  do {
    Variable variable = common;
    variable.element = *type;
    variable.bytes = lanes * std::max(1U, type->bits / 8);
    variable.name = word();
    bool open = false;
    while (accept("[")) {
      open = open || peek().is("]");
      if (!open) variable.bytes *= integer();
      expect("]");
    }
    variable.dynamic = open && space == "shared" && is_extern;
    if (variable.dynamic) variable.bytes = 0;
    if (accept("=")) {
      // The contents are unknown, because the host may have written to the variable.
      std::uint64_t elements = 1;
      for (int depth = 0; depth > 0 || (!peek().is(",") && !peek().is(";"));) {
        if (peek().kind == Token::Kind::End) refuse("a variable that does not end");
        if (peek().is("{")) ++depth;
        if (peek().is("}")) --depth;
        if (depth > 0 && peek().is(",")) ++elements;
        ++d_next;
      }
      if (open) variable.bytes *= elements;
    } else if (open && !variable.dynamic) {
      refuse("a variable of unknown size: " + variable.name);
    }
    // Variables with static storage belong to the module, wherever they are declared.
    const bool local = in_function && (space == "param" || space == "local");
    std::vector<Variable>& list = local ? d_function.variables : d_module.variables;
    const Meaning meaning{local ? Meaning::Kind::Local : Meaning::Kind::Global,
                          static_cast<std::uint32_t>(list.size()), *type};
    (in_function ? d_scopes[d_scope].names : d_globals)[variable.name] = meaning;
    list.push_back(variable);
  } while (accept(","));
  expect(";");
}

std::uint32_t Parser::new_register(const std::string& name, Type type) {
  const auto index = static_cast<std::uint32_t>(d_function.registers.size());
  d_function.registers.push_back({name, type.bits});
  d_scopes[d_scope].names[name] = {Meaning::Kind::Register, index, type};
  return index;
}

void Parser::registers() {
  std::optional<Type> type;
  while (peek().kind == Token::Kind::Name && peek().text.starts_with(".")) {
    for (const std::string& part : split(word())) type = type_named(part);
    if (!type) refuse("registers of another type");
  }
  if (!type) refuse("registers without a type");
  do {
    const std::string name = word();
    if (accept("<")) {
      d_scopes[d_scope].names[name + "<"] = {Meaning::Kind::Family, static_cast<std::uint32_t>(integer()),
                                             *type};
      expect(">");
    } else {
      new_register(name, *type);
    }
  } while (accept(","));
  expect(";");
}

void Parser::block(std::uint32_t scope) {
  const std::uint32_t outer = d_scope;
  d_scope = scope;
  while (!accept("}")) {
    if (peek().kind == Token::Kind::End) refuse("a brace is not closed");
    if (accept(";")) continue;
    if (accept("{")) {
      d_scopes.emplace_back().parent = d_scope;
      block(static_cast<std::uint32_t>(d_scopes.size() - 1));
    } else if (peek().kind == Token::Kind::Name && peek(1).is(":")) {
      label();
    } else if (peek().is_word(".reg")) {
      ++d_next;
      registers();
    } else if (peek().is_word(".loc")) {
      location();
    } else if (peek().is_word(".pragma")) {
      skip_statement();
    } else if (peek().is_word(".file")) {
      ++d_next;
      file_directive();
    } else if (peek().kind == Token::Kind::Name && is_space_directive(peek().text)) {
      const std::string space = word();
      variables(space.substr(1), false, true);
    } else if (peek().kind == Token::Kind::Name && peek().text.starts_with(".")) {
      refuse("a directive that is not known: " + peek().text);
    } else {
      instruction();
    }
  }
  d_scope = outer;
}

// `.loc FILE LINE COLUMN[, function_name NAME, inlined_at FILE LINE COLUMN]`
void Parser::location() {
  ++d_next;
  d_origin.file = static_cast<std::uint32_t>(integer());
  d_origin.line = static_cast<std::uint32_t>(integer());
  d_origin.column = static_cast<std::uint32_t>(integer());
  while (accept(",")) {
    if (word() == "inlined_at") {
      for (int i = 0; i < 3; ++i) integer();
    } else {
      word();
      if (accept("+")) integer();
    }
  }
}

void Parser::label() {
  const std::string name = word();
  expect(":");
  if (peek().is_word(".branchtargets")) {
    ++d_next;
    do d_scopes[d_scope].selections[name].push_back(word());
    while (accept(","));
    expect(";");
  } else if (peek().is_word(".callprototype") || peek().is_word(".calltargets")) {
    skip_statement();
  } else {
    d_scopes[d_scope].labels[name] = static_cast<std::uint32_t>(d_function.statements.size());
  }
}

void Parser::instruction() {
  Statement statement;
  if (accept("@")) {
    Guard guard;
    guard.negated = accept("!");
    const Operand predicate = operand();
    if (predicate.kind != Operand::Kind::Register) refuse("a guard that is no predicate");
    guard.predicate = predicate.index;
    statement.guard = guard;
  }
  statement.line = peek().line;
  statement.words = split(word());
  statement.origin = d_origin;
  if (d_origin.line == 0) statement.origin = {0, statement.line, 0};
  while (!accept(";")) {
    statement.operands.push_back(operand());
    if (!peek().is(";")) expect(",");
  }
  d_function.statements.push_back(std::move(statement));
}

const Parser::Meaning* Parser::meaning_of(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const bool may_be_of_family = digits > 0 && digits < name.size() && name.size() - digits < 9;
  for (std::uint32_t scope = d_scope;; scope = d_scopes[scope].parent) {
    auto& names = d_scopes[scope].names;
    if (const auto found = names.find(name); found != names.end()) return &found->second;
    if (may_be_of_family) {
      const auto family = names.find(name.substr(0, digits) + "<");
      if (family != names.end() && std::stoul(name.substr(digits)) < family->second.index) {
        const auto index = static_cast<std::uint32_t>(d_function.registers.size());
        d_function.registers.push_back({name, family->second.type.bits});
        return &(names[name] = {Meaning::Kind::Register, index, family->second.type});
      }
    }
    if (scope == 0) break;
  }
  const auto found = d_globals.find(name);
  return found == d_globals.end() ? nullptr : &found->second;
}

Operand Parser::named(const std::string& name) {
  Operand operand;
  operand.name = name;
  operand.scope = d_scope;
  const Meaning* meaning = meaning_of(name);
  if (name == "_") {
    operand.kind = Operand::Kind::Sink;
  } else if (name == "WARP_SZ") {
    operand.kind = Operand::Kind::Integer;
    operand.number = 32;
  } else if (const auto at = name.find_last_of('.'); meaning == nullptr && at != std::string::npos &&
                                                     at != 0 && meaning_of(name.substr(0, at)) != nullptr) {
    const std::string parts = name.substr(at + 1);
    operand = named(name.substr(0, at));
    if (operand.kind != Operand::Kind::Register || parts.size() < 2 || (parts[0] != 'b' && parts[0] != 'h'))
      refuse("a part of what is no register");
    operand.parts = parts;
  } else if (meaning == nullptr) {
    operand.kind = name.starts_with("%") ? Operand::Kind::Special : Operand::Kind::Name;
  } else {
    operand.index = meaning->index;
    operand.kind = Operand::Kind::Register;
    if (meaning->kind == Meaning::Kind::Local) operand.kind = Operand::Kind::Local;
    if (meaning->kind == Meaning::Kind::Global) operand.kind = Operand::Kind::Global;
  }
  return operand;
}

Operand Parser::number() {
  Operand operand;
  bool minus = false;
  while (peek().is("+") || peek().is("-"))  // as in `[%rd1+-4]`
    if (take().is("-")) minus = !minus;
  const bool inverted = accept("~");
  switch (peek().kind) {
    case Token::Kind::Integer:
      operand.kind = Operand::Kind::Integer;
      operand.number = peek().number;
      if (inverted) operand.number = ~operand.number;
      if (minus) operand.number = 0 - operand.number;
      break;
    case Token::Kind::Single:
      operand.kind = Operand::Kind::Single;
      operand.number = peek().number ^ (minus ? std::uint64_t{1} << 31 : 0);
      break;
    case Token::Kind::Double:
      operand.kind = Operand::Kind::Double;
      operand.number = peek().number ^ (minus ? std::uint64_t{1} << 63 : 0);
      break;
    default:
      refuse("an operand that is not known: '" + peek().text + "'");
  }
  ++d_next;
  return operand;
}

Operand Parser::operand() {
  Operand result;
  const auto list = [&](Operand::Kind kind, const char* end) {
    result.kind = kind;
    while (!accept(end)) {
      result.elements.push_back(operand());
      if (!peek().is(end)) expect(",");
    }
  };
  if (accept("[")) {
    list(Operand::Kind::Address, "]");
    return result;
  }
  if (accept("{")) {
    list(Operand::Kind::Elements, "}");
    return result;
  }
  if (accept("(")) {
    list(Operand::Kind::List, ")");
    return result;
  }
  if (accept("!")) {
    result = operand();
    result.negated = !result.negated;
    return result;
  }
  const bool minus = peek().is("-") && peek(1).kind == Token::Kind::Name;
  if (minus) take();
  result = peek().kind == Token::Kind::Name ? named(take().text) : number();
  if (minus && result.kind != Operand::Kind::Register) refuse("a sign in front of what is no register");
  result.minus = minus;
  while (peek().is("+") || peek().is("-")) {
    const Operand more = number();
    if (more.kind != Operand::Kind::Integer) refuse("an offset that is no integer");
    if (result.kind == Operand::Kind::Integer)
      result.number += more.number;
    else
      result.offset += static_cast<std::int64_t>(more.number);
  }
  if (accept("|")) {
    Operand pair;
    pair.kind = Operand::Kind::Pair;
    pair.elements = {result, operand()};
    return pair;
  }
  return result;
}

std::optional<std::uint32_t> Parser::label_at(std::uint32_t scope, const std::string& name) const {
  for (;; scope = d_scopes[scope].parent) {
    const auto found = d_scopes[scope].labels.find(name);
    if (found != d_scopes[scope].labels.end()) return found->second;
    if (scope == 0) return std::nullopt;
  }
}

void Parser::resolve_labels() {
  for (Statement& statement : d_function.statements) {
    const bool selects = statement.words[0] == "brx";
    if (statement.words[0] != "bra" && !selects) continue;
    if (statement.operands.size() != (selects ? 2 : 1)) statement.refuse("a branch with other operands");
    const Operand& name = statement.operands.back();
    std::vector<std::string> names{name.name};
    if (selects) {
      names.clear();
      for (std::uint32_t scope = name.scope; names.empty(); scope = d_scopes[scope].parent) {
        const auto found = d_scopes[scope].selections.find(name.name);
        if (found != d_scopes[scope].selections.end()) names = found->second;
        if (scope == 0) break;
      }
      if (names.empty()) statement.refuse("a branch by a list that is not known");
    }
    for (const std::string& one : names) {
      const auto target = label_at(name.scope, one);
      if (!target) statement.refuse("a branch to '" + one + "', which is no label");
      statement.targets.push_back(*target);
    }
  }
}

}  // namespace

std::optional<Type> type_named(const std::string& word) {
  if (word == "pred") return Type{'p', 1};
  static constexpr std::array kBits{8U, 16U, 32U, 64U};
  for (const char kind : {'u', 's', 'f', 'b'})
    for (const unsigned bits : kBits)
      if (word == kind + std::to_string(bits)) return Type{kind, bits};
  return std::nullopt;
}

bool Statement::has(const char* word) const {
  return std::find(words.begin() + 1, words.end(), word) != words.end();
}

Type Statement::type(std::size_t from_end) const {
  for (std::size_t i = words.size(); i > 1; --i)
    if (const auto type = type_named(words[i - 1]); type && from_end-- == 0) return *type;
  refuse("the operation has no type that is known");
}

std::string Statement::text() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ".") + word;
  return text;
}

void Statement::refuse(const std::string& what) const {
  throw CannotJudge{"line " + std::to_string(line) + ": " + text() + ": " + what};
}

Module parse(const std::string& text) {
  return Parser(text).run();
}

}  // namespace launchproof::oracle::ptx
