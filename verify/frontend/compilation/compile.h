// Compiles one OpenCL C source to an LLVM module, with Clang in process. LLVM types do not leave this folder.
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
  std::unique_ptr<llvm::Module> module;  // null if the source does not compile
  std::map<std::string, KernelSyntax> kernels;
  std::vector<CompilerMessage> messages;
  Preprocessed preprocessed;
  std::vector<std::string> assumptions;      // assumptions about the device and its compiler, one sentence
                                             // each
  std::vector<Guess> guesses;                // guesses that the result depends on, all with source number 0
  FileUses files;                            // the files of this source, as in Translation, all with source
                                             // number 0
  std::set<std::string> enabled_extensions;  // enabled by pragmas that the preprocessor reached
};

CompiledSource compile(const ProgramSource& source, const DeviceEnvironment& device,
                       llvm::LLVMContext& context);

}  // namespace launchproof::frontend
