#include "verify/frontend/ptx/parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "verify/frontend/ptx/text/lexer.h"

namespace launchproof::frontend::ptx {
namespace {

constexpr std::size_t kDeepest = 256;                 // nesting depth of scopes and operands
constexpr std::uint64_t kMostElements = 1ULL << 40;   // of an array
constexpr std::uint64_t kMostRegisters = 10'000'000;  // registers that one `%r<N>` declares

std::string identifier(std::string_view name) {
  std::string result;
  for (const char c : name) result += c == '%' || c == '.' ? '_' : c;
  return result;
}

// Returns the bits of a number in an initialiser; nothing for a name or a mask of an address.
std::optional<std::uint64_t> initial_bits(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    const char kind = text[1];
    if (kind == 'f' || kind == 'F' || kind == 'd' || kind == 'D' || kind == 'x' || kind == 'X') {
      text.remove_prefix(2);
      base = 16;
    }
  }
  if (base == 10 && text.size() > 1 && text[0] == '0') base = 8;
  if (text.ends_with('U')) text.remove_suffix(1);
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return bits;
}

std::optional<Space> space_of(std::string_view directive) {
  constexpr std::array<std::pair<std::string_view, Space>, 6> kSpaces{{{".reg", Space::Register},
                                                                       {".param", Space::Parameter},
                                                                       {".local", Space::Local},
                                                                       {".shared", Space::Shared},
                                                                       {".global", Space::Global},
                                                                       {".const", Space::Constant}}};
  const auto* const found = std::ranges::find(kSpaces, directive, &std::pair<std::string_view, Space>::first);
  if (found == kSpaces.end()) return std::nullopt;
  return found->second;
}

// Returns whether a variable of this type stands for a texture, a surface or a sampler (PTX ISA 9.0, section
// 5.3). Its contents are opaque.
bool is_reference_type(std::string_view name) {
  return name == "texref" || name == "surfref" || name == "samplerref";
}

// Returns the type of a variable. Floats of 16 bits, and pairs of them, are bits. No instruction on 128 bits
// is supported, so the type of a variable of that size does not matter.
std::optional<Type> stored_type(std::string_view name) {
  if (is_reference_type(name)) return Type{'b', 64};
  if (name == "f16" || name == "bf16") return Type{'b', 16};
  if (name == "f16x2" || name == "bf16x2") return Type{'b', 32};
  if (name == "b128") return Type{'b', 64};
  return type_of(name);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : d_lexer(text), d_ahead{d_lexer.next(), d_lexer.next()} {}

  Module module() {
    expect_word(".version");
    read_version();
    while (peek().kind != TokenKind::End) top_level();
    check_files();
    return std::move(d_module);
  }

 private:
  const Token& peek(std::size_t distance = 0) const { return d_ahead[distance]; }
  bool is(std::string_view text) const { return peek().kind != TokenKind::String && peek().text == text; }
  Token take() {
    const Token token = peek();
    if (token.kind == TokenKind::End) fail("the text ends here; it is not complete");
    d_ahead = {d_ahead[1], d_lexer.next()};
    return token;
  }
  bool take_if(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const { throw SyntaxError(peek().line, what); }
  void expect(std::string_view text) {
    if (!is(text))
      fail("`" + std::string(text) + "` is expected" +
           (peek().kind == TokenKind::End ? ", and the text ends here"
                                          : " in place of `" + std::string(peek().text) + "`"));
    take();
  }
  void expect_word(std::string_view text) {
    if (!is(text)) fail("this is no PTX: it begins with no `" + std::string(text) + "`");
    take();
  }
  std::uint64_t number() {
    const Token token = take();
    std::string_view digits = token.text;
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      digits.remove_prefix(2);
      base = 16;
    }
    if (digits.ends_with('U')) digits.remove_suffix(1);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (token.kind != TokenKind::Number || error != std::errc() || end != digits.data() + digits.size())
      throw SyntaxError(token.line, "`" + std::string(token.text) + "` is not a whole number");
    return value;
  }

  void read_version() {
    const std::string_view text = take().text;
    const std::size_t point = text.find('.');
    const auto part = [&](std::string_view digits) {
      unsigned value = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
        fail("`" + std::string(text) + "` is not a version of PTX");
      return value;
    };
    if (point == std::string_view::npos) fail("`" + std::string(text) + "` is not a version of PTX");
    d_module.major = part(text.substr(0, point));
    d_module.minor = part(text.substr(point + 1));
  }

  void skip_braces() {
    expect("{");
    for (std::size_t depth = 1; depth != 0;) {
      const Token token = take();
      if (token.kind == TokenKind::String) continue;
      if (token.text == "{") ++depth;
      if (token.text == "}") --depth;
    }
  }

  void top_level() {
    bool is_external = false;
    for (;;) {
      if (take_if(".extern"))
        is_external = true;
      else if (!take_if(".visible") && !take_if(".weak") && !take_if(".common"))
        break;
    }
    if (is(".entry") || is(".func")) {
      function();
    } else if (take_if(".target")) {
      d_module.target = std::string(take().text);
      while (take_if(",")) take();
    } else if (take_if(".address_size")) {
      d_module.address_bits = static_cast<unsigned>(number());
      if (d_module.address_bits != 32 && d_module.address_bits != 64) fail("addresses have 32 or 64 bits");
    } else if (take_if(".file")) {
      const auto file = static_cast<unsigned>(number());
      if (peek().kind != TokenKind::String) fail("a file lacks its name");
      d_module.files[file] = std::string(take().text);
      while (take_if(",")) number();
    } else if (take_if(".section")) {
      take();
      skip_braces();
    } else if (take_if(".pragma") || take_if(".alias")) {
      while (!take_if(";")) take();
    } else if (const auto space = space_of(peek().text); space && peek().kind == TokenKind::Word) {
      take();
      declare(*space, is_external, d_module.variables, nullptr);
      expect(";");
    } else if (take_if(".tex")) {
      // The space of texture references before PTX 2.0; it is still allowed.
      declare(Space::Global, is_external, d_module.variables, nullptr, true);
      expect(";");
    } else if (!take_if(";")) {
      fail("`" + std::string(peek().text) + "` is not known here");
    }
  }

  // One declaration after its state space, without its terminator.
  std::vector<const Variable*> declare(Space space, bool is_external, std::deque<Variable>& into,
                                       Function* function, bool is_of_texture = false) {
    Variable variable;
    variable.space = space;
    variable.is_external = is_external;
    variable.line = peek().line;
    std::uint64_t lanes = 1;
    bool has_type = false;
    while (peek().kind == TokenKind::Word && peek().text.starts_with('.')) {
      const std::string_view word = take().text;
      if (word == ".align")
        variable.alignment = static_cast<unsigned>(number());
      else if (word == ".ptr")
        variable.is_pointer = true;
      else if (word == ".v2" || word == ".v4")
        lanes = word[2] - '0';
      else if (word == ".attribute")
        skip_parentheses();
      else if (const auto type = stored_type(word.substr(1))) {
        variable.type = *type;
        variable.is_reference = is_of_texture || is_reference_type(word.substr(1));
        has_type = true;
      } else if (!space_of(word)) {
        fail("`" + std::string(word) + "` is not a type that is known");
      }
    }
    if (!has_type) fail("a declaration lacks its type");
    std::vector<const Variable*> all;
    do {
      if (peek().kind != TokenKind::Word) fail("a declaration lacks its name");
      variable.name = std::string(take().text);
      variable.elements.reset();
      variable.initial.clear();
      variable.initial_has_addresses = false;
      variable.initial_names.clear();
      const auto add_one = [&](const std::string& name) {
        // Each element of a vector in registers is a register.
        for (std::uint64_t lane = 0; lane < (space == Space::Register ? lanes : 1); ++lane) {
          variable.name = space == Space::Register && lanes > 1 ? element_name(name, lane) : name;
          all.push_back(add(variable, into, function));
        }
      };
      if (take_if("<")) {
        const std::uint64_t count = number();
        expect(">");
        if (count > kMostRegisters) fail("too many registers are declared at once");
        const std::string name = variable.name;
        for (std::uint64_t i = 0; i < count; ++i) add_one(name + std::to_string(i));
        continue;
      }
      while (take_if("[")) {
        const std::uint64_t size = is("]") ? 0 : number();
        expect("]");
        add_dimension(variable, size);
      }
      if (lanes > 1 && space != Space::Register) add_dimension(variable, lanes);
      if (take_if("=")) read_initialiser(variable);
      if (variable.is_reference) {
        variable.initial.clear();
        variable.initial_has_addresses = false;
        variable.initial_names.clear();
      }
      add_one(std::string(variable.name));
    } while (space != Space::Parameter && take_if(","));
    return all;
  }

  static std::string element_name(const std::string& vector, std::uint64_t lane) {
    return vector + "." + "xyzw"[lane];
  }

  void add_dimension(Variable& variable, std::uint64_t size) const {
    std::uint64_t elements = variable.elements.value_or(1);
    if (__builtin_mul_overflow(elements, size, &elements) || elements > kMostElements)
      fail("an array is too large");
    variable.elements = elements;
  }

  void skip_parentheses() {
    expect("(");
    while (!take_if(")")) take();
  }

  // Nested lists are one list: either all elements are written, or the rest of the array is zero.
  void read_initialiser(Variable& variable) {
    const std::size_t element = std::max(variable.type.bits / 8, 1U);
    unsigned depth = 0;
    while (!is(";") && (depth != 0 || !is(","))) {
      if (take_if("{")) {
        ++depth;
      } else if (take_if("}")) {
        if (depth-- == 0) fail("a brace is closed that was not opened");
      } else if (!take_if(",")) {
        const bool is_negative = take_if("-");
        const std::string_view word = take().text;
        const auto bits = initial_bits(word);
        variable.initial_names.emplace_back(bits || is("(") ? "" : word);
        if (is("(")) skip_parentheses();
        variable.initial_has_addresses |= !bits;
        const std::uint64_t value = is_negative ? 0 - bits.value_or(0) : bits.value_or(0);
        for (std::size_t i = 0; i < element; ++i)
          variable.initial.push_back(i < sizeof value ? static_cast<std::uint8_t>(value >> 8 * i) : 0);
      }
    }
  }

  const Variable* add(const Variable& variable, std::deque<Variable>& into, Function* function) {
    into.push_back(variable);
    Variable& added = into.back();
    added.symbol = identifier(added.name);
    if (function != nullptr) {
      // Names in nested scopes may hide others, and no name may be one of C++.
      const char* prefix = added.space == Space::Register ? "r" : kVariablePrefix;
      added.symbol = prefix + std::to_string(d_serial++) + "_" + added.symbol;
      d_scopes.back()[added.name] = &added;
    } else {
      d_globals[added.name] = &added;
    }
    return &added;
  }

  const Variable* find(const std::string& name) const {
    for (auto scope = d_scopes.rbegin(); scope != d_scopes.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    const auto found = d_globals.find(name);
    return found == d_globals.end() ? nullptr : found->second;
  }

  std::vector<const Variable*> parameters(Function& function) {
    std::vector<const Variable*> all;
    if (!take_if("(")) return all;
    while (!take_if(")")) {
      const auto space = space_of(take().text);
      if (!space) fail("a parameter lacks its space");
      const auto declared = declare(*space, false, function.variables, &function);
      all.insert(all.end(), declared.begin(), declared.end());
      if (!is(")")) expect(",");
    }
    return all;
  }

  // Compilers name an entry's parameters after it: `scale_param_0`.
  static void name_parameters(Function& function) {
    for (Variable& parameter : function.variables) {
      const std::string prefix = function.name + "_";
      const bool is_long = parameter.name.starts_with(prefix) && parameter.name.size() > prefix.size();
      parameter.symbol = identifier(is_long ? parameter.name.substr(prefix.size()) : parameter.name);
    }
  }

  void function() {
    d_module.functions.emplace_back();
    Function& function = d_module.functions.back();
    function.line = peek().line;
    function.is_entry = take().text == ".entry";
    d_scopes.assign(1, {});
    d_serial = 0;
    if (is("(")) function.results = parameters(function);
    function.name = std::string(take().text);
    function.parameters = parameters(function);
    if (function.is_entry) name_parameters(function);
    while (!is("{") && !is(";")) {
      // Other directives limit sizes and registers, which does not change the meaning.
      if (!take_if(".reqntid")) {
        take();
        continue;
      }
      function.required_block = {number(), 1, 1};
      for (std::size_t i = 1; i < 3 && take_if(","); ++i) function.required_block[i] = number();
    }
    if (take_if(";")) return;
    function.has_body = true;
    if (function.is_entry && !d_entries.insert(function.name).second)
      throw SyntaxError(function.line, "two entries are named " + function.name);
    d_place = {0, 0};
    take();
    scope(function);
  }

  // Reads the text between braces, after the opening brace.
  void scope(Function& function) {
    if (d_scopes.size() > kDeepest) fail("scopes are nested too deep");
    d_scopes.emplace_back();
    const std::size_t begin = function.body.size();
    while (!take_if("}")) statement(function);
    d_scopes.pop_back();
    if (d_scopes.size() > 1) rename_labels(function, begin);
  }

  // Gives labels of an inner scope names that are unique among all scopes.
  void rename_labels(Function& function, std::size_t begin) {
    std::map<std::string, std::string> names;
    for (std::size_t i = begin; i < function.body.size(); ++i) {
      std::string& label = function.body[i].label;
      if (label.empty() || label.find('#') != std::string::npos) continue;
      const std::string unique = label + "#" + std::to_string(d_labels++);
      names.emplace(label, unique);
      label = unique;
    }
    if (names.empty()) return;
    for (std::size_t i = begin; i < function.body.size(); ++i) {
      std::vector<Operand>& operands = function.body[i].instruction.operands;
      if (function.body[i].instruction.opcode != "bra" || operands.empty()) continue;
      const auto found = names.find(operands.front().text);
      if (found != names.end()) operands.front().text = found->second;
    }
  }

  void statement(Function& function) {
    if (take_if(";")) return;
    if (take_if("{")) {
      scope(function);
    } else if (take_if(".loc")) {
      location();
    } else if (is(".pragma") || is(".noreturn")) {
      while (!take_if(";")) take();
    } else if (peek().kind == TokenKind::Word && peek(1).text == ":" && peek(1).kind == TokenKind::Mark) {
      label(function);
    } else {
      declaration_or_instruction(function);
    }
  }

  void label(Function& function) {
    std::string label(take().text);
    take();
    if (take_if(".branchtargets")) {
      std::vector<std::string>& targets = function.tables[label];
      while (!take_if(";")) {
        targets.emplace_back(take().text);
        if (!is(";")) expect(",");
      }
    } else if (is(".callprototype") || is(".calltargets")) {
      while (!take_if(";")) take();
    } else {
      function.body.push_back({.label = std::move(label), .instruction = {}});
    }
  }

  void declaration_or_instruction(Function& function) {
    bool is_external = false;
    while (is(".extern") || is(".weak") || is(".visible")) is_external |= take().text == ".extern";
    if (const auto space = space_of(peek().text); space && peek().kind == TokenKind::Word) {
      take();
      declare(*space, is_external, function.variables, &function);
      expect(";");
      return;
    }
    instruction(function);
  }

  // `.loc FILE LINE COLUMN`, or with `, function_name NAME[+N], inlined_at FILE LINE COLUMN`. A call in
  // inlined code has the place of an earlier `.loc`, which names the call around it.
  void location() {
    d_place.file = static_cast<unsigned>(number());
    d_place.line = static_cast<unsigned>(number());
    d_place.inlined_at = 0;
    const auto column = static_cast<unsigned>(number());
    if (!take_if(",")) return;
    take();
    take();
    if (take_if("+")) number();
    expect(",");
    take();
    Place call;
    call.file = static_cast<unsigned>(number());
    call.line = static_cast<unsigned>(number());
    const auto call_column = static_cast<unsigned>(number());
    const auto outer = d_inlined.find({call.file, call.line, call_column});
    if (outer != d_inlined.end()) call.inlined_at = outer->second.value_or(0);
    const auto [known, is_new] = d_calls.emplace(
        std::array{call.file, call.line, call_column, call.inlined_at}, d_module.calls.size() + 1);
    if (is_new) d_module.calls.push_back(call);
    d_place.inlined_at = static_cast<unsigned>(known->second);
    const auto [place, is_first] =
        d_inlined.emplace(std::array{d_place.file, d_place.line, column}, d_place.inlined_at);
    if (!is_first && place->second != d_place.inlined_at) place->second.reset();
  }

  void instruction(Function& function) {
    Instruction made;
    made.line = peek().line;
    made.place = d_place.line == 0 ? Place{0, made.line, 0} : d_place;
    if (take_if("@")) {
      made.is_negated = take_if("!");
      const std::string name(take().text);
      made.predicate = find(name);
      if (made.predicate == nullptr) fail("the predicate " + name + " is not declared");
    }
    if (peek().kind != TokenKind::Word || peek().text.starts_with('.') || peek().text.starts_with('%'))
      fail("`" + std::string(peek().text) + "` is not an instruction");
    std::string_view word = take().text;
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find('.', begin), word.size());
      const std::string part(word.substr(begin, end - begin));
      if (begin == 0)
        made.opcode = part;
      else
        made.suffixes.push_back(part);
      begin = end + 1;
    }
    while (!take_if(";")) {
      made.operands.push_back(operand(0));
      if (!is(";")) expect(",");
    }
    function.body.push_back({.label = {}, .instruction = std::move(made)});
  }

  // Returns all elements of a vector in registers.
  Operand vector_named(const std::string& name) const {
    Operand vector{.kind = Operand::Kind::Vector};
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      const std::string element = element_name(name, lane);
      if (const Variable* variable = find(element))
        vector.parts.push_back({.variable = variable, .text = element});
    }
    return vector;
  }

  Operand operand(std::size_t depth) {
    if (depth > kDeepest) fail("operands are nested too deep");
    Operand result;
    if (is("{") || is("(")) {
      const std::string_view closing = is("{") ? "}" : ")";
      result.kind = is("{") ? Operand::Kind::Vector : Operand::Kind::List;
      take();
      while (!take_if(closing)) {
        result.parts.push_back(operand(depth + 1));
        if (!is(closing)) expect(",");
      }
      return result;
    }
    if (take_if("[")) {
      result.kind = Operand::Kind::Address;
      const Operand base = operand(depth + 1);
      result.variable = base.variable;
      result.text = base.text;
      result.offset = base.offset;
      result.is_negative = base.is_negative;
      result.selected = base.selected;
      result.negated = base.kind == Operand::Kind::Immediate;  // an address that is a number
      while (take_if(",")) result.parts.push_back(operand(depth + 1));
      expect("]");
      return result;
    }
    if (take_if("!")) result.negated = true;
    std::string sign;
    while (is("-") || is("+")) sign = take().text == "-" && sign.empty() ? "-" : "";
    const Token token = take();
    if (token.kind == TokenKind::Number) {
      result.kind = Operand::Kind::Immediate;
      result.text = sign + std::string(token.text);
      return result;
    }
    if (token.kind != TokenKind::Word)
      throw SyntaxError(token.line, "`" + std::string(token.text) + "` is not an operand");
    result.text = std::string(token.text);
    result.is_negative = sign == "-";
    if (result.text == "_") result.kind = Operand::Kind::Sink;
    result.variable = find(result.text);
    if (result.variable == nullptr) select_part(result);
    if (result.variable == nullptr && find(element_name(result.text, 0)) != nullptr)
      return vector_named(result.text);
    if (is("+") || (is("-") && peek(1).kind == TokenKind::Number)) {
      const bool minus = take().text == "-";
      const bool minus_again = take_if("-");
      const auto distance = static_cast<std::int64_t>(number());
      result.offset = minus != minus_again ? -distance : distance;
    }
    if (take_if("|")) result.parts.push_back(operand(depth + 1));
    return result;
  }

  // Finds the register in `%r1.b0`.
  void select_part(Operand& operand) const {
    const std::size_t point = operand.text.rfind('.');
    if (point == std::string::npos || point + 2 > operand.text.size()) return;
    const std::string_view part = std::string_view(operand.text).substr(point + 1);
    if ((part[0] != 'b' && part[0] != 'h') || part.size() < 2 || part.size() > 5 ||
        part.find_first_not_of("01234567", 1) != std::string_view::npos)
      return;
    const Variable* variable = find(operand.text.substr(0, point));
    if (variable == nullptr || variable->space != Space::Register) return;
    operand.variable = variable;
    operand.selected = std::string(part);
  }

  // A place names a missing file only if the text was cut off.
  void check_files() {
    for (Function& function : d_module.functions)
      for (Statement& statement : function.body) {
        Place& place = statement.instruction.place;
        if (place.file != 0 && !d_module.files.contains(place.file))
          place = {0, statement.instruction.line, 0};
        for (unsigned call = place.inlined_at; call != 0; call = d_module.calls[call - 1].inlined_at)
          if (!d_module.files.contains(d_module.calls[call - 1].file)) place.inlined_at = 0;
      }
  }

  Lexer d_lexer;
  std::array<Token, 2> d_ahead;
  Module d_module;
  std::vector<std::map<std::string, const Variable*>> d_scopes;
  std::map<std::string, const Variable*> d_globals;
  std::set<std::string> d_entries;
  std::size_t d_serial = 0;
  Place d_place;
  // file, line, column -> number of the call that brought the place there; nothing: there are several
  std::map<std::array<unsigned, 3>, std::optional<unsigned>> d_inlined;
  std::map<std::array<unsigned, 4>, std::size_t> d_calls;  // file, line, column, inlined_at -> number
  std::size_t d_labels = 0;                                // that were renamed
};

}  // namespace

std::optional<Type> type_of(std::string_view name) {
  if (name == "pred") return Type{'p', 1};
  if (name.size() < 2) return std::nullopt;
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), bits);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  const char kind = name[0];
  const bool is_size = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  if ((kind == 'u' || kind == 's' || kind == 'b') && is_size) return Type{kind, bits};
  if (kind == 'f' && (bits == 32 || bits == 64)) return Type{kind, bits};
  return std::nullopt;
}

const Function* function_named(const Module& module, const std::string& name) {
  const Function* found = nullptr;
  for (const Function& function : module.functions)
    if (function.name == name && (found == nullptr || function.has_body)) found = &function;
  return found;
}

Module parse(std::string_view text) {
  return Parser(text).module();
}

}  // namespace launchproof::frontend::ptx
