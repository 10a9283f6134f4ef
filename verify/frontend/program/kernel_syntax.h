// Facts about a kernel that are in the syntax tree but not in LLVM IR.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend {

// A pointer in a structure that is passed to a kernel by value.
struct PointerField {
  std::string name;  // its path, starting at the parameter: ".rows[1].data"
  std::string type;  // as written
  std::uint64_t offset = 0;
  std::string element_type;
  std::uint64_t element_bytes = 1;
  bool is_const = false;
};

// A pointer to a function that is passed to a CUDA kernel, directly or in a structure.
struct FunctionPointer {
  std::string name;  // its path, starting at the parameter; empty: the parameter itself
  std::uint64_t offset = 0;
  std::set<std::string> functions;  // mangled names of the functions of its type that the program defines for
                                    // the device
  bool is_in_union = false;         // other values may lie there
};

// The parts of a declaration that LLVM IR does not keep.
struct ParameterSyntax {
  std::string name;
  std::string type;  // as written
  model::ParameterKind kind = model::ParameterKind::Value;
  std::uint64_t bytes = 0;   // Value: its size
  std::string element_type;  // of the pointee
  std::uint64_t element_bytes = 1;
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  unsigned line = 0;
  std::uint32_t structure = model::kNone;  // as in model::Parameter
  std::uint32_t structure_offset = 0;
  std::vector<PointerField> pointer_fields;  // for CUDA; only if the kind is Value
  std::vector<FunctionPointer> function_pointers;
};

// A place in a source.
struct SyntaxPlace {
  std::string file;  // as named by Clang
  unsigned line = 0, column = 0;

  auto operator<=>(const SyntaxPlace&) const = default;
};

struct KernelSyntax {
  std::vector<ParameterSyntax> parameters;
  std::uint64_t required_local_size[3] = {0, 0, 0};  // reqd_work_group_size; all 0 if absent
  std::uint32_t required_sub_group_size = 0;         // intel_reqd_sub_group_size; 0 if absent
  std::set<SyntaxPlace> returns;                     // for CUDA: `return` statements
  unsigned postconditions = 0;                       // number written in its body, including unreachable ones
};

// Returns whether the application can launch the function. Clang also generates kernels for blocks that the
// device enqueues.
bool is_kernel(const llvm::Function& function);

// Returns a kernel's parameters with the names that every model uses, without arrays.
std::vector<model::Parameter> parameters_of(const KernelSyntax& syntax);

}  // namespace launchproof::frontend
