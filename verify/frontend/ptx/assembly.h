// Inline assembly of CUDA C++ as a function of PTX ("Inline PTX Assembly in CUDA").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/frontend/ptx/program_writer.h"

namespace launchproof::frontend::ptx {

// An operand in the order of the assembly: results first.
struct AssemblyOperand {
  std::string type;  // "b32", "f64"
  bool is_result = false;
  std::optional<unsigned> starts_result;  // number of the result whose register it fills before the assembly
  std::string constant;                   // if not empty, the immediate that stands for it
};

struct Assembly {
  // Has a function whose parameters are references to the results, then the values of the other operands,
  // without those that are immediates.
  Program program;
  // By operand: the memory whose addresses it takes ("shared", "global", "generic" and so on); empty for
  // numbers.
  std::vector<std::string> memories;
  // Whether it only computes its results. Compilers may leave out, repeat or move assembly that is not
  // volatile.
  bool is_pure = false;
  // Whether it accesses memory, orders accesses or synchronises, so that its place among accesses matters.
  bool touches_memory = false;
};

// Returns the assembly as a function of this name. `text` is the assembly as LLVM keeps it: `$0` names an
// operand. Returns nothing for a text that is not PTX, that does not mean the same in a function of its own,
// whose results are addresses, or that uses an operand as an address in several memories.
std::optional<Assembly> assembly_program(const std::string& name, std::string_view text,
                                         const std::vector<AssemblyOperand>& operands);

// The file whose lines the program names. It lies in the folder of the built-in headers.
inline constexpr const char* kAssemblyFile = "/launchproof.cuda/assembly.ptx";

}  // namespace launchproof::frontend::ptx
