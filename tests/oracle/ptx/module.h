// A PTX file with resolved names, and no further interpretation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::oracle::ptx {

struct Type {
  char kind = 'b';    // u, s, f, b, or p for a predicate
  unsigned bits = 0;  // 1 for a predicate
};

// Returns the type named `u32`, `pred` and so on; nothing for other words.
std::optional<Type> type_named(const std::string& word);

struct Register {
  std::string name;
  unsigned bits = 0;
};

struct Variable {
  std::string name;
  std::string space;  // param, local, shared, global or const
  Type element;
  std::uint64_t bytes = 0;
  bool dynamic = false;  // `.extern .shared` without a size
};

struct Operand {
  enum class Kind : std::uint8_t {
    Register,
    Integer,
    Single,
    Double,
    Special,   // a special register
    Local,     // a variable of a function
    Global,    // a variable of the module
    Name,      // a function or a label
    Address,   // in brackets; the base is elements[0]
    Elements,  // in braces
    Pair,      // `d|p`
    List,      // in parentheses
    Sink       // `_`
  } kind = Kind::Sink;
  std::uint32_t index = 0;   // Register, Local, Global
  std::uint64_t number = 0;  // Integer, Single, Double: its bits
  std::int64_t offset = 0;   // Local, Global, Address
  std::string name;          // Special, Name
  std::uint32_t scope = 0;   // Name: the scope in which it is looked up
  bool negated = false;      // a predicate
  bool minus = false;        // Register: `-%r1`
  std::string parts;         // Register: the selected parts, as in `%r1.h10`
  std::vector<Operand> elements;
};

struct Guard {
  std::uint32_t predicate = 0;  // register
  bool negated = false;
};

// The source place of an instruction, by `.loc` or in the PTX itself.
struct Origin {
  std::uint32_t file = 0;  // number of a `.file`; 0: the PTX
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Statement {
  std::vector<std::string> words;  // words of the operation: ld, global, u32
  std::optional<Guard> guard;
  std::vector<Operand> operands;
  std::vector<std::uint32_t> targets;  // bra, brx: statements
  std::uint32_t line = 0;
  Origin origin;

  [[nodiscard]] bool has(const char* word) const;
  // Returns type number `from_end` from the end, such as u32. Throws CannotJudge if there is none.
  [[nodiscard]] Type type(std::size_t from_end = 0) const;
  [[nodiscard]] std::string text() const;
  [[noreturn]] void refuse(const std::string& what) const;  // throws CannotJudge with the line
};

struct Formal {
  bool is_register = false;
  std::uint32_t index = 0;  // index of the variable or the register
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  std::uint32_t line = 0;
  std::vector<Formal> results;
  std::vector<Formal> parameters;
  std::vector<Register> registers;
  std::vector<Variable> variables;
  std::vector<Statement> statements;
};

struct Module {
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<std::string> files;  // by number; [0] is empty
};

// Throws CannotJudge with the line.
Module parse(const std::string& text);

}  // namespace launchproof::oracle::ptx
