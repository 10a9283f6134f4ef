// The syntax of a PTX module, with names resolved to what they declare.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::frontend::ptx {

// Symbols of variables of functions begin so, a number and "_" before the name follow.
inline constexpr const char* kVariablePrefix = "ptx_variable";

// A fundamental type: kind 'u', 's', 'b', 'f', 'p' (.pred); bits of one element.
struct Type {
  char kind = 'b';
  unsigned bits = 32;

  bool operator==(const Type&) const = default;
};

// Returns the type of this name without its point, such as "u32"; nothing where there is none that is
// understood (among others packed and 16-bit floating-point types).
std::optional<Type> type_of(std::string_view name);

enum class Space : std::uint8_t { Register, Parameter, Local, Shared, Global, Constant };

// A register, parameter or variable.
struct Variable {
  std::string name;    // as written
  std::string symbol;  // in the program that is made of the module: unique within its function
  Space space = Space::Register;
  Type type;
  unsigned alignment = 0;                 // in bytes; 0: that of the type
  std::optional<std::uint64_t> elements;  // of an array; 0: none are given
  bool is_external = false;
  bool is_pointer = false;  // declared .ptr
  // The contents before the host or a kernel writes them, as far as the initialiser gives them; the rest is
  // zero. Proofs do not depend on them.
  std::vector<std::uint8_t> initial;
  bool initial_has_addresses = false;      // which are zero in `initial`
  std::vector<std::string> initial_names;  // by element: the symbol whose address it is; empty for a number
  unsigned line = 0;
};

struct Operand {
  enum class Kind : std::uint8_t { Name, Immediate, Vector, Address, List, Sink };

  Kind kind = Kind::Name;
  const Variable* variable = nullptr;  // what the name, or the address's base, declares; null: something else
  std::string text;                    // the name, or the immediate
  std::int64_t offset = 0;             // Address: in bytes
  bool negated = false;                // !p
  bool is_negative = false;            // -r, which video instructions take
  std::string selected;                // "b0", "h10": parts of the register, which video instructions take
  std::vector<Operand> parts;          // Vector, List; two registers as `d|p`: the second one
};

// A place in the source that the PTX was made of, or in the PTX.
struct Place {
  unsigned file = 0;  // number of a .file; 0: the PTX itself
  unsigned line = 0;
};

struct Instruction {
  std::string opcode;                 // "ld"
  std::vector<std::string> suffixes;  // "global", "u32"
  std::vector<Operand> operands;
  const Variable* predicate = nullptr;
  bool is_negated = false;  // @!p
  Place place;
  unsigned line = 0;  // in the PTX
};

struct Statement {
  std::string label;  // not empty: a label, and no instruction
  Instruction instruction;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  std::array<std::uint64_t, 3> required_block{};  // .reqntid; zeros: none is given
  std::vector<const Variable*> parameters, results;
  std::vector<Statement> body;
  std::deque<Variable> variables;                          // parameters and results included
  std::map<std::string, std::vector<std::string>> tables;  // .branchtargets: labels
  unsigned line = 0;
};

struct Module {
  unsigned major = 0, minor = 0;  // of the ISA
  std::string target;             // "sm_75"
  unsigned address_bits = 64;
  std::map<unsigned, std::string> files;
  std::deque<Variable> variables;
  std::deque<Function> functions;
};

// Returns a function that the module's entries call, by name; `module` has to outlive it.
const Function* function_named(const Module& module, const std::string& name);

}  // namespace launchproof::frontend::ptx
