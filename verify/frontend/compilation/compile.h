// One OpenCL C source to an LLVM module, with Clang in process. LLVM types stay in this folder.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verify/frontend/opencl/tested_macros.h"
#include "verify/frontend/program/file_uses.h"
#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/program.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace launchproof::frontend {

struct CompiledSource {
  std::unique_ptr<llvm::Module> module;  // null when it does not compile
  std::map<std::string, KernelSyntax> kernels;
  std::vector<CompilerMessage> messages;
  Preprocessed preprocessed;
  std::vector<std::string> assumptions;      // sentences about the device and its compiler
  std::vector<Guess> guesses;                // what it depends on, all of source number 0
  FileUses files;                            // of this source, as of Translation, all of number 0
  std::set<std::string> enabled_extensions;  // by pragmas that preprocessing comes to
};

CompiledSource compile(const ProgramSource& source, const DeviceEnvironment& device,
                       llvm::LLVMContext& context);

}  // namespace launchproof::frontend
