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

// The prefix of symbols for variables of functions. A number and "_" follow it, and then the name.
inline constexpr const char* kVariablePrefix = "ptx_variable";

// A fundamental type: kind 'u', 's', 'b', 'f', 'p' (.pred); bits of one element.
struct Type {
  char kind = 'b';
  unsigned bits = 32;

  bool operator==(const Type&) const = default;
};

// Returns the type with this name, without its point, such as "u32"; nothing if it does not exist or is not
// understood (for example packed and 16-bit floating-point types).
std::optional<Type> type_of(std::string_view name);

enum class Space : std::uint8_t { Register, Parameter, Local, Shared, Global, Constant };

// A register, parameter or variable.
struct Variable {
  std::string name;    // as written
  std::string symbol;  // name in the generated program; unique within its function
  Space space = Space::Register;
  Type type;
  unsigned alignment = 0;                 // in bytes; 0: the alignment of the type
  std::optional<std::uint64_t> elements;  // number of elements of an array; 0: not given
  bool is_external = false;
  bool is_pointer = false;    // declared .ptr
  bool is_reference = false;  // of a texture, a surface or a sampler: .texref, .surfref, .samplerref
  // The contents before the host or a kernel writes them, as given by the initialiser; the rest is zero.
  // Proofs do not depend on them.
  std::vector<std::uint8_t> initial;
  bool initial_has_addresses = false;      // whether the initialiser has addresses, which are zero in
                                           // `initial`
  std::vector<std::string> initial_names;  // by element: the symbol whose address it is; empty for a number
  unsigned line = 0;
};

struct Operand {
  enum class Kind : std::uint8_t { Name, Immediate, Vector, Address, List, Sink };

  Kind kind = Kind::Name;
  const Variable* variable = nullptr;  // declaration of the name or of the address's base; null: something
                                       // else
  std::string text;                    // the name, or the immediate
  std::int64_t offset = 0;             // Address: in bytes
  bool negated = false;                // !p
  bool is_negative = false;            // -r, used by video instructions
  std::string selected;                // "b0", "h10": parts of the register, used by video instructions
  std::vector<Operand> parts;          // Vector, List: the elements; two registers as `d|p`: the second one
};

// A place in the PTX, or in the source from which the PTX was made.
struct Place {
  unsigned file = 0;  // number of a .file; 0: the PTX itself
  unsigned line = 0;
  unsigned inlined_at =
      0;  // number of the call in Module::calls, from 1; 0: the code is not of an inlined call
};

struct Instruction {
  std::string opcode;                 // "ld"
  std::vector<std::string> suffixes;  // "global", "u32"
  std::vector<Operand> operands;
  const Variable* predicate = nullptr;
  bool is_negated = false;  // @!p
  bool is_of_grid = false;  // a barrier of the whole launch (grid_barriers.h)
  Place place;
  unsigned line = 0;  // in the PTX
};

struct Statement {
  std::string label;  // if not empty, this is a label instead of an instruction
  Instruction instruction;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_assembly = false;  // inline assembly of CUDA C++ (assembly.h)
  bool has_body = false;
  std::array<std::uint64_t, 3> required_block{};  // .reqntid; zeros: not given
  std::vector<const Variable*> parameters, results;
  std::vector<Statement> body;
  std::deque<Variable> variables;                          // all variables, including parameters and results
  std::map<std::string, std::vector<std::string>> tables;  // .branchtargets: labels
  unsigned line = 0;
};

struct Module {
  unsigned major = 0, minor = 0;  // of the ISA
  std::string target;             // "sm_75"
  unsigned address_bits = 64;
  std::map<unsigned, std::string> files;
  std::vector<Place> calls;  // that a compiler inlined; each may be in inlined code itself
  std::deque<Variable> variables;
  std::deque<Function> functions;
};

// Returns a function with this name that the module's entries call. `module` must outlive the result.
const Function* function_named(const Module& module, const std::string& name);

}  // namespace launchproof::frontend::ptx
