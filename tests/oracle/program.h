// A compiled OpenCL program in the interpreter's form: LLVM instructions with their operands resolved to
// numbered 64-bit lanes. A value has one lane for each scalar in it; nothing is reordered, merged or removed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/findings.h"

namespace llvm {
class Module;
}

namespace launchproof::oracle {

// The first lane of a value: in the frame, or in the pool of constants.
struct Operand {
  bool constant = false;
  std::uint32_t index = 0;
};

struct Field {
  std::uint32_t offset = 0;
  std::uint8_t bytes = 0;
};

// The memory layout of a value, one field for each lane.
struct Layout {
  std::uint64_t bytes = 0;  // bytes that a load or store accesses
  std::vector<Field> fields;
};

struct Code;

// `numbers` depend on the opcode, see decode.cc.
// A subscript of an array that the pointer of a load or store was made with.
struct Subscript {
  Operand index;
  std::uint8_t bits = 0;    // width of the index, which is signed
  std::uint64_t count = 0;  // elements of the array
  std::uint64_t bytes = 0;  // of the array
};

struct Instruction {
  unsigned opcode = 0;  // LLVM's
  std::uint32_t result = 0;
  std::uint32_t lanes = 0;       // of the result
  std::uint8_t bits = 0;         // width of a lane of the result
  std::uint8_t source_bits = 0;  // width of a lane of the first operand
  std::uint32_t place = 0;       // into Program::places
  std::vector<Operand> operands;
  std::vector<std::uint64_t> numbers;
  Layout layout;                      // Load, Store and atomics
  std::vector<Subscript> subscripts;  // Load, Store
  const Code* callee = nullptr;       // Call of a function with a body
  Handler handler;                    // Call of a built-in function
  std::string name;                   // Alloca: the variable; Call: the function
  bool returns = false;               // Br, Ret of a CUDA kernel: a `return` statement
};

struct Block {
  std::uint32_t first = 0;           // instruction
  std::int32_t heads = -1;           // the loop whose header it is
  std::vector<std::uint32_t> loops;  // loops that contain it, outermost first
};

struct CodeParameter {
  std::uint32_t lane = 0;
  std::uint32_t lanes = 0;
  std::uint64_t by_value_bytes = 0;  // size of a struct passed as a pointer to a copy; otherwise 0
};

struct Code {
  std::string name;
  bool promises = false;    // its reads are loads that are not coherent (Access::promises)
  std::uint32_t lanes = 0;  // frame size
  std::uint32_t loop_count = 0;
  std::uint32_t place = 0;
  std::vector<CodeParameter> parameters;
  std::vector<Block> blocks;
  std::vector<Instruction> instructions;
};

struct KernelParameter {
  enum class Kind { Value, Global, Constant, Local, Image, Sampler, Other } kind = Kind::Value;
  std::string name;
  std::string type;  // type in OpenCL C, with typedefs resolved
  Layout layout;     // Value: layout of the value (of the struct, if passed by copy)
  bool is_float = false;
  bool is_struct = false;
  bool is_truth = false;          // one bit
  std::uint32_t coordinates = 0;  // Image: number of coordinates of a pixel
  bool layered = false;           // Image: the last coordinate is a layer
  std::map<std::size_t, std::string>
      pointers;  // PTX: the fields that are addresses of other parameters' buffers
};

struct Kernel {
  const Code* code = nullptr;
  std::string name;  // as in the program
  std::vector<KernelParameter> parameters;
  std::uint32_t sub_group_size = 0;  // the required sub-group size (intel_reqd_sub_group_size); 0: none
};

// A variable at program scope, or a __local variable of a kernel.
struct GlobalVariable {
  std::string name;
  unsigned address_space = 0;  // 1 global, 2 constant, 3 local
  Layout layout;
  bool initialised = false;
  bool open = false;     // PTX: its contents are arbitrary, since the host may have written to it
  bool dynamic = false;  // CUDA: the launch gives its size; all such variables are one object
  Operand initializer;   // in the pool
};

// A lane of the pool that holds the address of a global variable. For local variables, the address differs
// between groups.
struct Relocation {
  std::uint32_t lane = 0;
  std::uint32_t global = 0;
  std::int64_t addend = 0;
};

struct Program {
  std::vector<std::unique_ptr<Code>> functions;
  std::vector<Kernel> kernels;
  std::vector<GlobalVariable> globals;
  std::vector<Place> places;  // [0] is unknown
  std::vector<std::uint64_t> pool;
  std::vector<Relocation> relocations;
  bool cuda = false;
  unsigned language = 120;               // OpenCL C version: 120, 200 and so on
  std::shared_ptr<const void> source;    // PTX: the module that handlers refer to
  std::vector<std::uint32_t> undefined;  // lanes of the pool with arbitrary values

  [[nodiscard]] const Kernel& kernel(const std::string& name) const;  // throws UsageError
};

// Throws CannotJudge for constructs that the interpreter cannot represent.
std::unique_ptr<Program> decode(llvm::Module& module);

}  // namespace launchproof::oracle
