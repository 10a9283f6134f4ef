// Compiles several OpenCL C sources to one LLVM module. LLVM types do not leave this folder.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/program/file_uses.h"
#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/program.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace launchproof::frontend {

struct LinkedProgram {
  std::unique_ptr<llvm::Module> module;  // null if it does not compile or link; messages say why
  std::map<std::string, KernelSyntax> kernels;
  std::vector<CompilerMessage> messages;
  std::vector<std::string> assumptions;  // see Translation
  std::vector<Guess> guesses;            // guesses that the result depends on
  FileUses files;                        // see Translation
};

LinkedProgram link_sources(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device,
                           llvm::LLVMContext& context);

}  // namespace launchproof::frontend
