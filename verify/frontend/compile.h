// One OpenCL C source to an LLVM module, with Clang in process. LLVM types stay in this folder.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"
#include "verify/frontend/tested_macros.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace launchproof::frontend {

// What LLVM IR does not keep of a declaration.
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
};

struct KernelSyntax {
  std::vector<ParameterSyntax> parameters;
  std::uint64_t required_local_size[3] = {0, 0, 0};  // reqd_work_group_size; all 0 when absent
  std::uint32_t required_sub_group_size = 0;         // intel_reqd_sub_group_size; 0 when absent
};

// Named metadata of modules whose floating-point arithmetic need not be that of IEEE 754.
inline constexpr const char* kRelaxedArithmetic = "launchproof.relaxed_arithmetic";

struct CompiledSource {
  std::unique_ptr<llvm::Module> module;  // null when it does not compile
  std::map<std::string, KernelSyntax> kernels;
  std::vector<CompilerMessage> messages;
  Preprocessed preprocessed;
  std::vector<std::string> assumptions;      // sentences about the device and its compiler
  std::vector<Guess> guesses;                // what it rests on, all of source number 0
  FileUses files;                            // of this source, as of Translation, all of number 0
  std::set<std::string> enabled_extensions;  // by pragmas that preprocessing comes to
};

CompiledSource compile(const ProgramSource& source, const DeviceEnvironment& device,
                       llvm::LLVMContext& context);

}  // namespace launchproof::frontend
